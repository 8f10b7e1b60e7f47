import type { CircuitBreaker } from '../../platform/outbound-http/circuit-breaker.js'
import type { Platform } from '../../platform/platform.js'
import type { Account } from './account.js'
import { type LedgerDeps, recordCall } from './ledger.js'
import { type RequestSlots, SlotsFull } from './limits/request-slots.js'
import { backoffMs, retryAfterMs } from './limits/retry-backoff.js'
import type { ChosenModel, ModelFault, ModelQuestion } from './model.service.js'
import type { HttpOutcome, ModelHttp } from './providers/model-http.js'
import type { Prompt } from './providers/prompt.js'
import type { RequestFormat } from './providers/protocol.js'
import { protocols } from './providers/protocols.js'
import { type ReadResponse, readResponse } from './providers/read-response.js'
import type { RequestFormats } from './providers/request-formats.js'
import { costOf, type UsageCount } from './usage.js'

export interface RequestDeps extends LedgerDeps, Pick<Platform, 'clock'> {
  readonly http: ModelHttp
  readonly slots: RequestSlots
  readonly circuitBreaker: CircuitBreaker
  readonly formats: RequestFormats
  /** Tries after the first. */
  readonly retries: number
  /** From 0 to 1. */
  readonly random: () => number
}

/** One question with all that sending it takes. */
export interface ModelRequest {
  readonly orgId: string
  readonly chosen: ChosenModel
  readonly account: Account
  readonly question: Pick<ModelQuestion<unknown>, 'purpose' | 'eventId'>
  readonly usage: UsageCount
  readonly signal: AbortSignal
}

/** What a question got: a text with a note to write when it is known what it is worth, or a fault. */
export type SendResult =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly note: (outcome: 'answered' | 'malformed') => Promise<void>
    }
  | { readonly kind: 'fault'; readonly fault: ModelFault; readonly reason: string }

/** Sends a question until it is answered or not worth another try. A pause between tries holds no slot. */
export async function sendRequest(
  deps: RequestDeps,
  modelRequest: ModelRequest,
  prompt: Prompt,
): Promise<SendResult> {
  const { account, chosen, signal } = modelRequest
  const protocol = protocols[chosen.provider]
  for (let failed = 0; ; ) {
    const format = deps.formats.of(account.endpoint, chosen.model)
    const isLast = failed >= deps.retries
    const call = await sendOnce(deps, modelRequest, { prompt, format, isLast })
    if (call.kind === 'not_sent') return { kind: 'fault', fault: call.fault, reason: call.reason }
    const { read, note } = call
    if (read.kind === 'text') return { kind: 'text', text: read.text, note }
    if (read.kind === 'complaint') {
      const other = protocol.alternativeFormat(format, read.complaint, prompt.isStrict)
      await note(read.fault)
      if (other) {
        deps.formats.remember(account.endpoint, chosen.model, other)
        continue
      }
    } else await note(read.fault)
    failed += 1
    const isWorthIt = read.kind === 'fault' ? read.retry : read.fault === 'unreachable'
    if (!isWorthIt || isLast) return { kind: 'fault', fault: read.fault, reason: read.reason }
    const asked = read.kind === 'fault' ? retryAfterMs(read.retryAfter, deps.clock.now()) : null
    const paused = await pause(deps, backoffMs(failed, asked, deps.random()), signal)
    if (!paused) return { kind: 'fault', fault: 'aborted', reason: 'the question was given up' }
  }
}

type Call =
  | { readonly kind: 'not_sent'; readonly fault: ModelFault; readonly reason: string }
  | {
      readonly kind: 'sent'
      readonly read: ReadResponse
      readonly note: (outcome: 'answered' | ModelFault) => Promise<void>
    }

/** One try of a request. */
interface Attempt {
  readonly prompt: Prompt
  readonly format: RequestFormat
  readonly isLast: boolean
}

async function sendOnce(
  deps: RequestDeps,
  modelRequest: ModelRequest,
  { prompt, format, isLast }: Attempt,
): Promise<Call> {
  const { orgId, account, chosen, question, usage, signal } = modelRequest
  const giveBack = await takeSlot(deps, modelRequest)
  if (typeof giveBack !== 'function') return giveBack
  try {
    const circuit = `${orgId} ${account.endpoint}`
    const pausedMs = deps.circuitBreaker.pauseOf(circuit)
    if (pausedMs !== null) {
      const reason = `the AI provider failed again and again; it is tried anew in ${Math.ceil(pausedMs / 1000)} s`
      return { kind: 'not_sent', fault: 'paused', reason }
    }
    const protocol = protocols[chosen.provider]
    const begun = deps.clock.monotonic()
    const request = protocol.request({ ...account, model: chosen.model }, prompt, format)
    const outcome = await deps.http.send(request, account, signal)
    deps.circuitBreaker.settle(circuit, healthOf(outcome, isLast))
    const latencyMs = deps.clock.monotonic() - begun
    const read = readResponse(outcome, protocol, account.key)
    const { inputTokens, outputTokens } = read
    const cost = costOf(account.price, read)
    usage.add(read, cost)
    const facts = { chosen, question, inputTokens, outputTokens, cost, latencyMs }
    const note = (worth: 'answered' | ModelFault) => recordCall(deps, orgId, { ...facts, outcome: worth })
    return { kind: 'sent', read, note }
  } finally {
    giveBack()
  }
}

async function takeSlot(
  { slots }: RequestDeps,
  { orgId, account, question, signal }: ModelRequest,
): Promise<(() => void) | Extract<Call, { kind: 'not_sent' }>> {
  // Somebody waits for these at a screen.
  const urgent = question.purpose === 'chat' || question.purpose === 'compile'
  try {
    return await slots.take({ orgId, endpoint: account.endpoint, urgent }, signal)
  } catch (error) {
    if (error instanceof SlotsFull)
      return {
        kind: 'not_sent',
        fault: 'busy',
        reason: 'too many questions of the organisation wait already',
      }
    if (signal.aborted) return { kind: 'not_sent', fault: 'aborted', reason: 'the question was given up' }
    throw error
  }
}

/** What a request says of its endpoint. A limit of calls says something only if the repeats met it too. */
function healthOf(outcome: HttpOutcome, isLast: boolean): 'well' | 'failed' | 'unsettled' {
  switch (outcome.kind) {
    case 'aborted':
      return 'unsettled'
    case 'timeout':
    case 'unreachable':
    case 'forbidden':
      return 'failed'
    case 'too_large':
      return 'well'
    case 'answered':
      if (outcome.status === 429) return isLast ? 'failed' : 'unsettled'
      return outcome.status >= 500 || outcome.status === 401 || outcome.status === 403 ? 'failed' : 'well'
  }
}

/** @returns false if the question was given up meanwhile */
async function pause({ clock }: RequestDeps, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.delay(ms, { signal })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}
