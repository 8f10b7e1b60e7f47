import { aiSettingsOf } from '../organisation/organisation.service.js'
import type { Config } from '../platform/config.js'
import type { Db } from '../platform/database/database.js'
import { parseNetwork } from '../platform/outbound-http/address-guard.js'
import type { ResolveHost } from '../platform/outbound-http/host-resolver.js'
import type { Platform } from '../platform/platform.js'
import { openAccount } from './account.js'
import { AskingWays } from './asking-ways.js'
import { chooseModel } from './choose-model.js'
import { Circuits } from './circuit.js'
import { ModelHttp } from './model-http.js'
import type { Models } from './models.js'
import type { CameraModel, ChosenModel, ModelFault, ModelOutcome, NoModel } from './outcome.js'
import { Places } from './places.js'
import type { ModelQuestion } from './question.js'
import { readAnswer } from './read-answer.js'
import { type Errand, type SendDeps, type Sent, sendQuestion } from './send-question.js'
import { toldAgain, toldQuestion } from './told-question.js'
import { UsageCount } from './usage.js'

/** Questions of an organisation that may wait for a place. */
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

/** The models of a process: its connections, its places, and what it learnt of endpoints. */
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
  const send: SendDeps = {
    ...deps,
    http,
    places: new Places({ perOrg, perEndpoint, waitingPerOrg }),
    circuits: new Circuits(clock),
    ways: new AskingWays(clock),
    retries,
    random: deps.random ?? Math.random,
  }
  return {
    choose: (orgId, camera) => chooseModelFor(deps.database.forOrg(orgId), config, orgId, camera),
    ask: (orgId, chosen, question, signal) => ask(deps, send, { orgId, chosen, question, signal }),
    figures: {
      running: () => send.places.running,
      waiting: () => send.places.waiting,
      paused: () => send.circuits.open,
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  }
}

/** The same choice inside a transaction of the caller's. */
export async function chooseModelFor(
  db: Db,
  config: Pick<Config, 'ai'>,
  orgId: string,
  camera?: CameraModel,
): Promise<ChosenModel | NoModel> {
  return chooseModel(config.ai, await aiSettingsOf(db, orgId), camera)
}

interface Asked<T> {
  readonly orgId: string
  readonly chosen: ChosenModel
  readonly question: ModelQuestion<T>
  readonly signal: AbortSignal
}

async function ask<T>(
  deps: ModelsDeps,
  send: SendDeps,
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
  const errand: Errand = { orgId, chosen, account, question, usage, signal }
  const told = toldQuestion(question)
  const first = await sendQuestion(send, errand, told)
  if (first.kind === 'fault') return failed(first.fault, first.reason)
  const answer = await settled(first, question)
  if (answer.kind === 'value') return { kind: 'answered', value: answer.value, usage: total() }
  const second = await sendQuestion(send, errand, toldAgain(told, first.text, answer.wrong))
  if (second.kind === 'fault') return failed(second.fault, second.reason)
  const repaired = await settled(second, question)
  if (repaired.kind === 'value') return { kind: 'answered', value: repaired.value, usage: total() }
  return failed('malformed', 'the answer of the model does not fit the schema, nor does its correction')
}

async function settled<T>(sent: Extract<Sent, { kind: 'text' }>, { answer }: ModelQuestion<T>) {
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
  aborted: true,
}
