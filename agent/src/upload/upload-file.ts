import { stat } from 'node:fs/promises'
import { type UploadBegin, UploadPlan } from '@sightline/protocol'
import type { Dispatcher } from 'undici'
import type { Answer } from '../cloud-link/session.js'
import { codeOf } from '../platform/errors.js'
import { type Pace, putPart } from './put-part.js'

/** What one attempt to bring a file to the cloud came to. */
export type UploadOutcome =
  /** The cloud holds the file and verified it. */
  | { readonly kind: 'stored' }
  /** The connection, the store or the cloud is in trouble; try again later, as often as it takes. */
  | { readonly kind: 'trouble'; readonly reason: string; readonly afterMs?: number }
  /** Begin again at once: some parts are missing. `stored`: how many were brought there this time. */
  | { readonly kind: 'again'; readonly reason: string; readonly stored: number }
  /**
   * Definitely refused, or the file is not there. `final`: another try cannot end otherwise. `isKnown`: the cloud
   * knows what has become of the file, or does not know the event.
   */
  | { readonly kind: 'refused'; readonly reason: string; readonly final: boolean; readonly isKnown: boolean }

export interface UploadDeps {
  /** Requests on the control channel. */
  readonly begin: (object: UploadBegin) => Promise<Answer>
  readonly complete: (uploadId: string) => Promise<Answer>
  readonly cloudUrl: string
  readonly dispatcher: Dispatcher
  /** Asked before any bytes are sent. */
  readonly pace: Pace
}

/** Refusals that a repeat cannot change (docs/protocol.md, section 9). */
const finalCodes = new Set(['not_found', 'conflict', 'too_large', 'invalid', 'camera_unknown'])
/** Of these, the ones that say that there is nothing to tell the cloud. */
const knownCodes = new Set(['not_found', 'conflict', 'camera_unknown'])
/** The cloud's own trouble. */
const passingCodes = new Set(['internal', 'unavailable'])

/** Brings one file to the cloud: asks what is missing, sends that, has the whole verified. */
export async function uploadFile(
  path: string,
  object: UploadBegin,
  deps: UploadDeps,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const begun = await deps.begin(object)
  if (begun.kind !== 'done') return notDone(begun, 0)
  const plan = UploadPlan.safeParse(begun.value)
  if (!plan.success) return { kind: 'trouble', reason: 'the cloud gave no plan for the upload' }
  if (plan.data.complete) return { kind: 'stored' }
  const sent = await sendParts(path, object.bytes, plan.data, deps, signal)
  if (sent !== null) return sent
  const completed = await deps.complete(plan.data.upload_id)
  return completed.kind === 'done' ? { kind: 'stored' } : notDone(completed, plan.data.parts.length)
}

/** @returns null once all missing parts are stored, else why they are not. */
async function sendParts(
  path: string,
  bytes: number,
  plan: UploadPlan,
  deps: UploadDeps,
  signal: AbortSignal,
): Promise<UploadOutcome | null> {
  const size = await stat(path).then(
    (found) => found.size,
    (error: unknown) => codeOf(error) ?? String(error),
  )
  if (typeof size === 'string') {
    const final = size === 'ENOENT'
    return { kind: 'refused', reason: `the file cannot be read (${size})`, final, isKnown: false }
  }
  if (size !== bytes) {
    const reason = 'the file is not the one that was recorded'
    return { kind: 'refused', reason, final: true, isKnown: false }
  }
  let stored = 0
  for (const { number, url } of plan.parts) {
    const offset = (number - 1) * plan.part_size
    if (offset >= bytes) return { kind: 'trouble', reason: 'the cloud asks for a part beyond the end' }
    const href = storeUrl(url, deps.cloudUrl)
    if (href === null) return { kind: 'trouble', reason: 'the cloud names no https address for a part' }
    const part = {
      url: href,
      offset,
      bytes: Math.min(plan.part_size, bytes - offset),
    }
    const outcome = await putPart(path, part, deps, signal)
    if (outcome.kind === 'stale') return { kind: 'again', reason: outcome.reason, stored }
    if (outcome.kind === 'refused') return { ...outcome, final: false, isKnown: false }
    if (outcome.kind === 'trouble') return outcome
    stored += 1
  }
  return null
}

/** Where a part goes; null for what is no address, or would send in the clear what an https cloud asked for. */
function storeUrl(url: string, cloudUrl: string): string | null {
  if (!URL.canParse(url, cloudUrl)) return null
  const { href, protocol } = new URL(url, cloudUrl)
  const isPlain = protocol === 'http:' && new URL(cloudUrl).protocol === 'http:'
  return protocol === 'https:' || isPlain ? href : null
}

function notDone(answer: Exclude<Answer, { kind: 'done' }>, stored: number): UploadOutcome {
  if (answer.kind === 'lost') return { kind: 'trouble', reason: 'the connection to the cloud was lost' }
  const { code, message } = answer.error
  const reason = `${code}: ${message}`
  if (code === 'parts_missing') return { kind: 'again', reason, stored }
  if (passingCodes.has(code)) return { kind: 'trouble', reason }
  return { kind: 'refused', reason, final: finalCodes.has(code), isKnown: knownCodes.has(code) }
}
