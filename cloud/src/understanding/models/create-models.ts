import { parseNetwork } from '../../platform/outbound-http/address-guard.js'
import { CircuitBreaker } from '../../platform/outbound-http/circuit-breaker.js'
import type { ResolveHost } from '../../platform/outbound-http/host-resolver.js'
import type { Platform } from '../../platform/platform.js'
import { openAccount } from './account.js'
import { chooseModelFor } from './choose-model.service.js'
import { ceilingReason } from './daily-ceiling.service.js'
import { RequestSlots } from './limits/request-slots.js'
import type { ChosenModel, ModelFault, ModelOutcome, ModelQuestion, Models } from './model.service.js'
import { ModelHttp } from './providers/model-http.js'
import { repairPrompt, toPrompt } from './providers/prompt.js'
import { readAnswer } from './providers/read-answer.js'
import { RequestFormats } from './providers/request-formats.js'
import { type ModelRequest, type RequestDeps, type SendResult, sendRequest } from './send-request.js'
import { UsageCount } from './usage.js'

/** Questions of an organisation that may wait for a slot. */
const waitingPerOrg = 200
/** After the first byte, an answer that is ready comes at once. */
const usualBodyMs = 30_000

export type ModelsDeps = Pick<Platform, 'config' | 'database' | 'clock' | 'secretBox' | 'log' | 'metrics'> & {
  /** Certificates trusted besides the runtime's own, PEM. */
  readonly trustedCa?: readonly string[]
  readonly resolve?: ResolveHost
  readonly random?: () => number
  /** Milliseconds for an answer that has begun to come; 30 s unless said otherwise. */
  readonly bodyMs?: number
}

/** The models of a process: its connections, its slots, and what it learnt of endpoints. */
export function createModels(deps: ModelsDeps): Models {
  const { config, clock } = deps
  const { firstByteMs, retries, perOrg, perEndpoint } = config.aiLimits
  const http = new ModelHttp({
    clock,
    allowed: config.allowedPrivateCidrs.map(parseNetwork),
    ...(deps.resolve && { resolve: deps.resolve }),
    ...(deps.trustedCa && { ca: deps.trustedCa }),
    firstByteMs,
    wholeMs: firstByteMs + (deps.bodyMs ?? usualBodyMs),
  })
  const send: RequestDeps = {
    ...deps,
    http,
    slots: new RequestSlots({ perOrg, perEndpoint, waitingPerOrg }),
    circuitBreaker: new CircuitBreaker(clock),
    formats: new RequestFormats(clock),
    retries,
    random: deps.random ?? Math.random,
  }
  return {
    choose: (orgId, camera) => chooseModelFor(deps.database.forOrg(orgId), config, orgId, camera),
    ask: (orgId, chosen, question, signal) => ask(deps, send, { orgId, chosen, question, signal }),
    figures: {
      running: () => send.slots.running,
      waiting: () => send.slots.waiting,
      paused: () => send.circuitBreaker.open,
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  }
}

interface Asked<T> {
  readonly orgId: string
  readonly chosen: ChosenModel
  readonly question: ModelQuestion<T>
  readonly signal: AbortSignal
}

async function ask<T>(
  deps: ModelsDeps,
  send: RequestDeps,
  { orgId, chosen, question, signal }: Asked<T>,
): Promise<ModelOutcome<T>> {
  const usage = new UsageCount(chosen)
  const begun = deps.clock.monotonic()
  const total = () => usage.total(deps.clock.monotonic() - begun)
  const failed = (fault: ModelFault, reason: string): ModelOutcome<T> => ({
    kind: 'failed',
    fault,
    reason,
    again: isWorthAsking[fault],
    usage: total(),
  })
  const account = await openAccount(deps, orgId, chosen)
  if (typeof account === 'string') return failed('rejected', account)
  const modelRequest: ModelRequest = { orgId, chosen, account, question, usage, signal }
  const spent = await ceilingReason(deps, orgId, chosen)
  if (spent !== null) return failed('spent', spent)
  const prompt = toPrompt(question)
  const first = await sendRequest(send, modelRequest, prompt)
  if (first.kind === 'fault') return failed(first.fault, first.reason)
  const answer = await settled(first, question)
  if (answer.kind === 'value') return { kind: 'answered', value: answer.value, usage: total() }
  const second = await sendRequest(send, modelRequest, repairPrompt(prompt, first.text, answer.wrong))
  if (second.kind === 'fault') return failed(second.fault, second.reason)
  const repaired = await settled(second, question)
  if (repaired.kind === 'value') return { kind: 'answered', value: repaired.value, usage: total() }
  return failed('malformed', 'the answer of the model does not fit the schema, nor does its correction')
}

async function settled<T>(sent: Extract<SendResult, { kind: 'text' }>, { answer }: ModelQuestion<T>) {
  const read = readAnswer(sent.text, answer)
  await sent.note(read.kind === 'value' ? 'answered' : 'malformed')
  return read
}

/** Whether the same question later may well be answered. */
const isWorthAsking: Readonly<Record<ModelFault, boolean>> = {
  timeout: true,
  rate_limited: true,
  unreachable: true,
  rejected: false,
  refused: false,
  cut_off: false,
  too_large: false,
  malformed: false,
  busy: true,
  paused: true,
  spent: false,
  aborted: true,
}
