import type { AiTry } from '@sightline/protocol'
import { z } from 'zod'
import type { Caller } from '../../platform/caller.js'
import type { Platform } from '../../platform/platform.js'
import { requireToken } from '../../platform/rate-limit/token-bucket.js'
import { withDeadline } from '../../platform/time/with-deadline.js'
import type { Models } from './model.service.js'

type TryDeps = Pick<Platform, 'database' | 'clock' | 'config'> & { readonly models: Models }

/** Longer than people wait for a word, ms. */
const answerWithinMs = 60_000

const Word = z.object({ word: z.string().max(100) })

/**
 * Asks the model that the organisation's events go to for one word: by its settings as they stand, its key and its ceiling.
 * @throws AppError rate_limited
 */
export async function askForAWord(deps: TryDeps, { orgId }: Caller): Promise<AiTry> {
  const bucket = { key: `ai-try:${orgId}`, perMinute: deps.config.testsPerMinute }
  await requireToken(deps.database.lookup, bucket, 'the model was asked too often; wait a moment')
  const chosen = await deps.models.choose(orgId)
  if (chosen.kind === 'none') {
    const none = { provider: null, model: null, account: null, latency_ms: null }
    return { answered: false, ...none, reason: chosen.reason }
  }
  const { provider, model, account } = chosen
  const question = {
    purpose: 'chat' as const,
    eventId: null,
    instructions: 'This is a test of the connection. Answer with the word ready.',
    content: ['Which word?'],
    answer: Word,
    maxOutputTokens: 200,
  }
  const outcome = await withDeadline(deps.clock, answerWithinMs, (signal) =>
    deps.models.ask(orgId, chosen, question, signal),
  )
  if (outcome.kind === 'failed') {
    const reason = outcome.fault === 'aborted' ? 'the model did not answer in time' : outcome.reason
    return { answered: false, provider, model, account, latency_ms: null, reason }
  }
  return { answered: true, provider, model, account, latency_ms: outcome.usage.latencyMs, reason: null }
}
