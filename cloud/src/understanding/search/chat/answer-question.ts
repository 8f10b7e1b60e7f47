import type { EventAnswer, EventQuestion, FoundEvent } from '@sightline/protocol'
import type { Caller } from '../../../platform/caller.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import type { Platform } from '../../../platform/platform.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { withDeadline } from '../../../platform/time/with-deadline.js'
import { shownUsage } from '../../models/ai-usage.service.js'
import { secretsOf } from '../../models/fencing/leaks.service.js'
import type { ModelOutcome, ModelQuestion, Models } from '../../models/model.service.js'
import { type ChatReply, chatQuestion } from './chat-question.js'
import { checkReply } from './check-reply.js'
import { type Found, retrieveEvents } from './retrieve-events.js'
import type { FoundRow } from './retrieve-events.repository.js'

export interface ChatDeps extends Pick<Platform, 'database' | 'clock' | 'config'> {
  readonly models: Pick<Models, 'choose' | 'ask'>
}

/** How long a person waits for an answer. */
const answerWithinMs = 45_000

/**
 * Answers a question about events of the caller's sites: a search finds them, a model answers from what was found and
 * says on which events it rests. Without a provider, or if it fails, what was found is listed all the same.
 * @throws AppError rate_limited; missing or forbidden for a camera or site that is not the caller's
 */
export async function answerQuestion(
  deps: ChatDeps,
  caller: Caller,
  asked: EventQuestion,
): Promise<EventAnswer> {
  const { orgId } = caller
  const bucket = { key: `event-chat:${orgId}`, perMinute: deps.config.questionsPerMinute }
  await requireToken(
    deps.database.lookup,
    bucket,
    'too many questions about events in this organisation; wait a moment',
  )
  const found = await retrieveEvents(deps, caller, asked)
  const chosen = await deps.models.choose(orgId)
  if (chosen.kind === 'none') return answerOf(found, { status: 'no_provider', reason: chosen.reason })
  if (found.events.length === 0) {
    return answerOf(found, { status: 'answered', answer: 'No event was found for this question.' })
  }
  const sendable = found.events.filter((event) => event.may_be_sent)
  if (sendable.length === 0) {
    const reason = 'the analysis of the cameras of these events is disabled'
    return answerOf(found, { status: 'no_provider', reason })
  }
  const question = chatQuestion(asked.question, asked.history ?? [], sendable, {
    now: deps.clock.now(),
    timezone: found.understood.timezone,
  })
  const outcome = await withDeadline(deps.clock, answerWithinMs, (signal) =>
    deps.models.ask(orgId, chosen, question, signal),
  )
  return judged(found, sendable, question, outcome)
}

function judged(
  found: Found,
  sendable: readonly FoundRow[],
  { instructions, content }: ModelQuestion<ChatReply>,
  outcome: ModelOutcome<ChatReply>,
): EventAnswer {
  const used = shownUsage(outcome.usage)
  if (outcome.kind === 'failed') {
    const reason = outcome.fault === 'aborted' ? 'the model did not answer in time' : outcome.reason
    return answerOf(found, { ...used, status: 'failed', reason })
  }
  const known = new Map(sendable.map((event) => [event.id, event]))
  const secrets = secretsOf({ instructions: [instructions], content })
  const reply = checkReply(outcome.value, new Set(known.keys()), secrets)
  if (reply.kind === 'failed') return answerOf(found, { ...used, status: 'failed', reason: reply.reason })
  const citations = reply.citedIds.flatMap((id) => known.get(id) ?? []).map(toFoundEvent)
  return answerOf(found, { ...used, status: 'answered', answer: reply.answer, citations })
}

function answerOf(found: Found, rest: Pick<EventAnswer, 'status'> & Partial<EventAnswer>): EventAnswer {
  return {
    reason: null,
    answer: null,
    citations: [],
    found: found.events.map(toFoundEvent),
    understood: found.understood,
    ...shownUsage(null),
    ...rest,
  }
}

const toFoundEvent = ({ id, camera_name, triggered_at, summary }: FoundRow): FoundEvent => ({
  event_id: id,
  camera_name,
  triggered_at: toTimestamp(triggered_at),
  summary,
})
