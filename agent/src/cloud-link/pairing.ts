import { normalisePairingCode, type PairResponse, pairingCodeAlphabet } from '@sightline/protocol'
import type { Clock } from '../platform/clock.js'
import { type CloudRoute, httpDispatcher } from '../platform/cloud-http.js'
import { makePrivateFolder } from '../platform/durable-file.js'
import { AgentError, codeOf } from '../platform/errors.js'
import type { Random } from '../platform/random.js'
import { secrets } from '../platform/secrets.js'
import { type Identity, readIdentity, writeIdentity } from './identity.js'
import { beginAttempt, endAttempt, type PairingAttempt } from './pairing-attempt.js'
import { redeemCode } from './redeem-code.js'

export interface PairOptions {
  readonly dataDir: string
  /** As `parseCloudUrl` returned it. */
  readonly cloudUrl: string
  /** As typed. */
  readonly code: string
  readonly name: string | null
  /** Whether an existing pairing may be overwritten. */
  readonly replace: boolean
  readonly route: CloudRoute
  readonly clock: Clock
  readonly random: Random
}

/**
 * Redeems a pairing code. When it resolves, identity and key are on disk.
 * @throws AgentError that says what went wrong and what to do.
 */
export async function pair(options: PairOptions): Promise<Identity> {
  const { dataDir, cloudUrl, clock, random } = options
  const code = checkedCode(options.code)
  await refuseToOverwrite(options)
  const attempt = await storing(dataDir, async () => {
    await makePrivateFolder(dataDir)
    return beginAttempt(dataDir, cloudUrl, code, random)
  })
  const answer = await redeemed(attempt, options)
  secrets.add(answer.api_key)
  const identity: Identity = {
    version: 1,
    cloud_url: cloudUrl,
    gateway_id: answer.gateway_id,
    org_id: answer.org_id,
    api_key: answer.api_key,
    sealing_key: attempt.sealing_key,
    storage_key: Buffer.from(random.bytes(32)).toString('base64'),
    paired_at: new Date(clock.now()).toISOString(),
  }
  await storing(dataDir, () => writeIdentity(dataDir, identity))
  await endAttempt(dataDir)
  return identity
}

/** @throws AgentError `usage` for what can be no code, before the cloud counts it as a guess. */
function checkedCode(typed: string): string {
  const code = normalisePairingCode(typed)
  if (code.length === 6 && isFromAlphabet(code)) return code
  throw new AgentError('usage', 'this is not a pairing code', {
    hint: `A code has six characters, such as K7M-2QX. The characters 0, O, 1, I and L are never in it.`,
  })
}

function isFromAlphabet(code: string): boolean {
  return code.split('').every((letter) => pairingCodeAlphabet.includes(letter))
}

async function refuseToOverwrite({ dataDir, replace }: PairOptions): Promise<void> {
  if (replace) return
  const existing = await readIdentity(dataDir)
  if (existing === null) return
  throw new AgentError('already_paired', `this gateway is paired with ${existing.cloud_url} already`, {
    hint: 'Use --replace to pair it again, or --data-dir for a second gateway on this machine.',
  })
}

/** Trouble with the disk, said so that a person can do something about it. */
async function storing<T>(dataDir: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw new AgentError('storage', `cannot write to ${dataDir} (${codeOf(error) ?? 'unknown reason'})`, {
      hint: 'Check that the folder belongs to this user and the disk has room, or choose another with --data-dir.',
      cause: error,
    })
  }
}

/** A lost answer is asked for again this often: the attempt makes that harmless. */
const tries = 3
const betweenTriesMs = 1000

async function redeemed(attempt: PairingAttempt, options: PairOptions): Promise<PairResponse> {
  const dispatcher = httpDispatcher(options.route)
  try {
    for (let left = tries - 1; ; left -= 1) {
      const outcome = await redeemCode(attempt, options.name, dispatcher)
      if (outcome.kind === 'paired') return outcome.answer
      if (outcome.kind === 'refused') await endAttempt(options.dataDir)
      if (outcome.kind !== 'lost' || left === 0) throw outcome.error
      await options.clock.delay(betweenTriesMs)
    }
  } finally {
    await dispatcher.destroy()
  }
}
