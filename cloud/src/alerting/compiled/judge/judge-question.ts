import { z } from 'zod'
import { printable } from '../../../platform/text/printable.js'
import { shownTime } from '../../../platform/time/wall-clock.js'
import type { EventFacts } from '../../../understanding/analysis/facts/event-facts.table.js'
import { fenced, fenceRule } from '../../../understanding/models/fencing/fence.service.js'
import { isLeaky, secretsOf } from '../../../understanding/models/fencing/leaks.service.js'
import type { ModelPicture, ModelQuestion } from '../../../understanding/models/model.service.js'

/** All that the judge may say. */
export const JudgeAnswer = z.object({
  matches: z.boolean().describe('true: the event is what the rule is to look for'),
  confidence: z.number().min(0).max(1).describe('how sure you are of that'),
  reason: z.string().min(1).max(500).describe('one sentence that says what in the event decides it'),
})
export type JudgeAnswer = z.infer<typeof JudgeAnswer>

const instructions = `You decide whether one event of a security camera is what a rule of the site is to look for.
You get the rule's sentence, what a first look found out about the event, which conditions of the rule hold, which do not and which are in doubt, and maybe pictures of the event.
Say that it matches only if the facts and the pictures show what the sentence asks. What is neither told nor to be seen did not happen. The time, the camera and the site are as told.
${fenceRule}`

/** Who asks the judge, and about what. */
interface JudgeCase {
  readonly sentence: string
  readonly facts: EventFacts
  /** What the predicate found, a line each. */
  readonly findings: readonly string[]
  /** Three at most. */
  readonly pictures: readonly ModelPicture[]
}

/** The question to the judge. Whatever people, cameras or models wrote is fenced. */
export function judgeQuestion({
  sentence,
  facts,
  findings,
  pictures,
}: JudgeCase): ModelQuestion<JudgeAnswer> {
  const objects = facts.objects.map(
    ({ label, count, confidence }) =>
      `${count} x ${label}${confidence === null ? '' : ` (confidence ${confidence.toFixed(2)})`}`,
  )
  const texts = [
    fenced('the sentence of the rule', sentence, { maxLength: 1_000 }),
    [
      `Kind of event: ${facts.category}; triggered by: ${facts.trigger_source}`,
      `Time at the site: ${shownTime(facts.triggered_at, facts.timezone)}`,
      `Duration: ${facts.duration_sec === null ? 'not known' : `${facts.duration_sec} s`}`,
      `Severity found: ${facts.severity ?? 'not known'}; confidence of the first look: ${facts.confidence ?? 'not known'}`,
    ].join('\n'),
    fenced('the names of the camera and the site', `${facts.camera_name}\n${facts.site_name}`, {
      maxLength: 300,
    }),
    fenced('objects that were seen', objects.length === 0 ? 'none' : objects.join('\n'), {
      maxLength: 1_000,
    }),
    fenced('tags', facts.tags.length === 0 ? 'none' : facts.tags.join(', '), { maxLength: 1_000 }),
    fenced('what the first look says', facts.text === '' ? 'nothing' : facts.text, { maxLength: 3_000 }),
    fenced('conditions of the rule', findings.join('\n'), { maxLength: 3_000 }),
  ]
  return {
    purpose: 'judge',
    eventId: facts.event_id,
    instructions,
    content: [...texts, ...pictures],
    answer: JudgeAnswer,
    maxOutputTokens: 400,
  }
}

/**
 * The judge's reason as people are shown it: one line, and nothing of the question, however it was talked into telling.
 */
export function shownReason(reason: string, question: ModelQuestion<JudgeAnswer>): string {
  const said = printable(reason)
  const secrets = secretsOf({ instructions: [question.instructions], content: question.content })
  if (isLeaky(said, secrets)) return 'the judge gave no reason that can be shown'
  return said.replaceAll(/\s+/g, ' ').trim()
}
