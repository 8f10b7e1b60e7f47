import type { ChatTurn } from '@sightline/protocol'
import { z } from 'zod'
import { shownTime } from '../../../platform/time/wall-clock.js'
import { fenced, fenceRule } from '../../models/fencing/fence.service.js'
import type { ModelQuestion } from '../../models/model.service.js'
import type { FoundRow } from './retrieve-events.repository.js'

/** What the model answers. */
export const ChatReply = z.object({
  answer: z.string().trim().min(1).max(4000),
  event_ids: z.array(z.string().max(100)).max(60),
})
export type ChatReply = z.infer<typeof ChatReply>

/** What is said to every model, and nobody else's business. */
export const chatInstructions = [
  'You answer a question of security staff about events that their cameras recorded.',
  'You are given the events that a search found for the question, the best first, each with its id, and maybe turns of the conversation before.',
  'Rest your answer on these events alone. What they do not say, you do not know: say so, and guess nothing.',
  'Answer in the language of the question, in at most five short sentences, with times as the events show them.',
  'In event_ids name the ids of the events on which your answer rests, the most important first; none if no event fits. Write no ids in the answer itself.',
  'Say nothing of who a person is: no names, no recognition of faces.',
  fenceRule,
].join('\n')

/** Characters of an event that are sent to the model. */
const textAtMost = 700

/**
 * The question to the model: what people or cameras wrote stands in it as fenced data only.
 * @param now milliseconds since the epoch
 */
export function chatQuestion(
  question: string,
  history: readonly ChatTurn[],
  found: readonly FoundRow[],
  { now, timezone }: { now: number; timezone: string },
): ModelQuestion<ChatReply> {
  return {
    purpose: 'chat',
    eventId: null,
    instructions: chatInstructions,
    content: [
      `It is ${shownTime(new Date(now), timezone)} (${timezone}).`,
      ...found.flatMap((event) => [
        factsOf(event),
        fenced('what is known of this event', textOf(event), { maxLength: textAtMost }),
      ]),
      ...history.map(({ role, text }) =>
        fenced(role === 'user' ? 'earlier question' : 'earlier answer', text, { maxLength: 2000 }),
      ),
      fenced('question', question, { maxLength: 1000 }),
    ],
    answer: ChatReply,
    maxOutputTokens: 1_200,
  }
}

/** Our own words and what we measured. */
function factsOf(event: FoundRow): string {
  const length = event.duration_sec === null ? '' : `, ${event.duration_sec} s`
  const when = shownTime(event.triggered_at, event.timezone)
  return `Event ${event.id}: ${event.event_category.replaceAll('_', ' ')}, ${when}${length}`
}

function textOf({ camera_name, site_name, summary, narrative, tags, notes }: FoundRow): string {
  const lines = [
    ['Camera', camera_name],
    ['Site', site_name],
    ['Summary', summary],
    ['Tags', tags.slice(0, 20).join(', ')],
    ['Notes', notes?.slice(0, 200)],
    ['Description', narrative],
  ]
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}
