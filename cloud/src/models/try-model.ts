import { z } from 'zod'
import type { Clock } from '../platform/clock.js'
import type { Config } from '../platform/config.js'
import { openAccountOfOperator } from './account.js'
import { firstWay } from './asking-ways.js'
import { ModelHttp } from './model-http.js'
import type { AskingWay } from './protocol.js'
import { protocols } from './protocols.js'
import { readAnswer } from './read-answer.js'
import { type ReadResponse, readResponse } from './read-response.js'
import { type ToldQuestion, toldQuestion } from './told-question.js'

/** What came of a try: how long it took, or why there was no answer. */
export type Tried =
  | { readonly kind: 'answered'; readonly latencyMs: number }
  | { readonly kind: 'failed'; readonly reason: string }

const Answer = z.object({ word: z.string() })

/**
 * Asks the operator's model for one word, without a database, a ledger or a repeat: does it answer, and in the shape
 * that is asked for? It costs some hundred tokens.
 */
export async function tryOperatorModel(
  ai: NonNullable<Config['ai']>,
  { clock, firstByteMs }: { clock: Clock; firstByteMs: number },
): Promise<Tried> {
  const account = openAccountOfOperator(ai, ai.provider, ai.model)
  if (typeof account === 'string') return { kind: 'failed', reason: account }
  await using http = new ModelHttp({ clock, allowed: [], firstByteMs, wholeMs: firstByteMs })
  const told = toldQuestion({
    purpose: 'analysis',
    eventId: null,
    instructions: 'This is a test of the connection. Answer with the word ready.',
    content: ['Which word?'],
    answer: Answer,
    maxOutputTokens: 200,
  })
  const begun = clock.monotonic()
  const ask = async (way: AskingWay) => {
    const request = protocols[ai.provider].request({ ...account, model: ai.model }, told, way)
    const outcome = await http.send(request, { guarded: false }, new AbortController().signal)
    return readResponse(outcome, protocols[ai.provider], account.key)
  }
  const read = await askInItsWay(ai, told, ask)
  if (read.kind !== 'text') return { kind: 'failed', reason: read.reason }
  if (readAnswer(read.text, Answer).kind === 'wrong')
    return { kind: 'failed', reason: 'the model answers, but not with the JSON that it is asked for' }
  return { kind: 'answered', latencyMs: Math.round(clock.monotonic() - begun) }
}

async function askInItsWay(
  { provider }: NonNullable<Config['ai']>,
  told: ToldQuestion,
  ask: (way: AskingWay) => Promise<ReadResponse>,
): Promise<ReadResponse> {
  for (let way = firstWay; ; ) {
    const read = await ask(way)
    const other =
      read.kind === 'complaint' ? protocols[provider].otherWay(way, read.complaint, told.isStrict) : null
    if (!other) return read
    way = other
  }
}
