import { z } from 'zod'
import type { Config } from '../../platform/config.js'
import type { Clock } from '../../platform/time/clock.js'
import { openAccountOfOperator } from './account.js'
import { ModelHttp } from './providers/model-http.js'
import { type Prompt, toPrompt } from './providers/prompt.js'
import type { RequestFormat } from './providers/protocol.js'
import { protocols } from './providers/protocols.js'
import { readAnswer } from './providers/read-answer.js'
import { type ReadResponse, readResponse } from './providers/read-response.js'
import { defaultFormat } from './providers/request-formats.js'

/** What came of a try: how long it took, or why there was no answer. */
type ModelTrial =
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
): Promise<ModelTrial> {
  const account = openAccountOfOperator(ai, ai.provider, ai.model)
  if (typeof account === 'string') return { kind: 'failed', reason: account }
  await using http = new ModelHttp({ clock, allowed: [], firstByteMs, wholeMs: firstByteMs })
  const prompt = toPrompt({
    purpose: 'analysis',
    eventId: null,
    instructions: 'This is a test of the connection. Answer with the word ready.',
    content: ['Which word?'],
    answer: Answer,
    maxOutputTokens: 200,
  })
  const begun = clock.monotonic()
  const ask = async (format: RequestFormat) => {
    const request = protocols[ai.provider].request({ ...account, model: ai.model }, prompt, format)
    const outcome = await http.send(request, { guarded: false }, new AbortController().signal)
    return readResponse(outcome, protocols[ai.provider], account.key)
  }
  const read = await askInAnyFormat(ai, prompt, ask)
  if (read.kind !== 'text') return { kind: 'failed', reason: read.reason }
  if (readAnswer(read.text, Answer).kind === 'wrong')
    return { kind: 'failed', reason: 'the model answers, but not with the JSON that it is asked for' }
  return { kind: 'answered', latencyMs: Math.round(clock.monotonic() - begun) }
}

async function askInAnyFormat(
  { provider }: NonNullable<Config['ai']>,
  prompt: Prompt,
  ask: (format: RequestFormat) => Promise<ReadResponse>,
): Promise<ReadResponse> {
  for (let format = defaultFormat; ; ) {
    const read = await ask(format)
    const other =
      read.kind === 'complaint'
        ? protocols[provider].alternativeFormat(format, read.complaint, prompt.isStrict)
        : null
    if (!other) return read
    format = other
  }
}
