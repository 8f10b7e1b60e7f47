import type { Platform } from '../platform/platform.js'
import type { Account } from './account.js'
import type { AskingWays } from './asking-ways.js'
import type { Circuits } from './circuit.js'
import { type LedgerDeps, noteCall } from './ledger.js'
import type { HttpOutcome, ModelHttp } from './model-http.js'
import type { ChosenModel, ModelFault } from './outcome.js'
import { type Places, PlacesFull } from './places.js'
import type { AskingWay } from './protocol.js'
import { protocols } from './protocols.js'
import type { ModelQuestion } from './question.js'
import { type ReadResponse, readResponse } from './read-response.js'
import { retryAfterMs, retryPauseMs } from './retry-pause.js'
import type { ToldQuestion } from './told-question.js'
import { costOf, type UsageCount } from './usage.js'

export interface SendDeps extends LedgerDeps, Pick<Platform, 'clock'> {
  readonly http: ModelHttp
  readonly places: Places
  readonly circuits: Circuits
  readonly ways: AskingWays
  /** Tries after the first. */
  readonly retries: number
  /** From 0 to 1. */
  readonly random: () => number
}

/** One question on its way. */
export interface Errand {
  readonly orgId: string
  readonly chosen: ChosenModel
  readonly account: Account
  readonly question: Pick<ModelQuestion<unknown>, 'purpose' | 'eventId'>
  readonly usage: UsageCount
  readonly signal: AbortSignal
}

/** What a question got: a text with a note to write when it is known what it is worth, or a fault. */
export type Sent =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly note: (outcome: 'answered' | 'malformed') => Promise<void>
    }
  | { readonly kind: 'fault'; readonly fault: ModelFault; readonly reason: string }

/** Sends a question until it is answered or not worth another try. A pause between tries holds no place. */
export async function sendQuestion(deps: SendDeps, errand: Errand, told: ToldQuestion): Promise<Sent> {
  const { account, chosen, signal } = errand
  const protocol = protocols[chosen.provider]
  for (let failed = 0; ; ) {
    const way = deps.ways.of(account.endpoint, chosen.model)
    const isLast = failed >= deps.retries
    const call = await sendOnce(deps, errand, told, way, isLast)
    if (call.kind === 'not_sent') return { kind: 'fault', fault: call.fault, reason: call.reason }
    const { read, note } = call
    if (read.kind === 'text') return { kind: 'text', text: read.text, note }
    if (read.kind === 'complaint') {
      const other = protocol.otherWay(way, read.complaint, told.isStrict)
      await note(read.fault)
      if (other) {
        deps.ways.remember(account.endpoint, chosen.model, other)
        continue
      }
    } else await note(read.fault)
    failed += 1
    const isWorthIt = read.kind === 'fault' ? read.retry : read.fault === 'unreachable'
    if (!isWorthIt || isLast) return { kind: 'fault', fault: read.fault, reason: read.reason }
    const asked = read.kind === 'fault' ? retryAfterMs(read.retryAfter, deps.clock.now()) : null
    const paused = await pause(deps, retryPauseMs(failed, asked, deps.random()), signal)
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

async function sendOnce(
  deps: SendDeps,
  errand: Errand,
  told: ToldQuestion,
  way: AskingWay,
  isLast: boolean,
): Promise<Call> {
  const { orgId, account, chosen, question, usage, signal } = errand
  const giveBack = await takePlace(deps, errand)
  if (typeof giveBack !== 'function') return giveBack
  try {
    const circuit = `${orgId} ${account.endpoint}`
    const pausedMs = deps.circuits.pauseOf(circuit)
    if (pausedMs !== null) {
      const reason = `the AI provider failed again and again; it is tried anew in ${Math.ceil(pausedMs / 1000)} s`
      return { kind: 'not_sent', fault: 'paused', reason }
    }
    const protocol = protocols[chosen.provider]
    const begun = deps.clock.monotonic()
    const request = protocol.request({ ...account, model: chosen.model }, told, way)
    const outcome = await deps.http.send(request, account, signal)
    deps.circuits.settle(circuit, healthOf(outcome, isLast))
    const latencyMs = deps.clock.monotonic() - begun
    const read = readResponse(outcome, protocol, account.key)
    const { inputTokens, outputTokens } = read
    const cost = costOf(account.price, read)
    usage.add(read, cost)
    const facts = { chosen, question, inputTokens, outputTokens, cost, latencyMs }
    const note = (worth: 'answered' | ModelFault) => noteCall(deps, orgId, { ...facts, outcome: worth })
    return { kind: 'sent', read, note }
  } finally {
    giveBack()
  }
}

async function takePlace(
  { places }: SendDeps,
  { orgId, account, question, signal }: Errand,
): Promise<(() => void) | Extract<Call, { kind: 'not_sent' }>> {
  // Somebody waits for these at a screen.
  const urgent = question.purpose === 'chat' || question.purpose === 'compile'
  try {
    return await places.take({ orgId, endpoint: account.endpoint, urgent }, signal)
  } catch (error) {
    if (error instanceof PlacesFull)
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
async function pause({ clock }: SendDeps, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.delay(ms, { signal })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}
