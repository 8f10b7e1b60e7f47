import { stat } from 'node:fs/promises'
import { type UploadBegin, UploadPlan } from '@sightline/protocol'
import type { Dispatcher } from 'undici'
import type { Answer } from '../cloud-link/session.js'
import { codeOf } from '../platform/errors.js'
import type { ForeignAnswer } from '../platform/foreign-answer.js'
import type { PartTrouble } from './part-answer.js'
import type { PartLimit } from './part-limit.js'
import { putPart, type Throttle } from './put-part.js'

/** What one attempt to bring a file to the cloud came to. */
export type UploadOutcome =
  /** The cloud holds the file and verified it. */
  | { readonly kind: 'stored' }
  /** The connection, the store or the cloud is in trouble; try again later, as often as it takes. `stored`: how many parts were brought there. */
  | (PartTrouble & { readonly stored: number })
  /** Nothing is to be sent at this time of day; some parts are there. */
  | { readonly kind: 'paused' }
  /**
   * Begin again at once: some parts are missing, or smaller ones may get through. `asked`: how many the cloud had asked
   * for this time.
   */
  | {
      readonly kind: 'again'
      readonly reason: string
      readonly asked: number
      /** Set where smaller parts are tried: what answered. */
      readonly smallerFor?: ForeignAnswer | null
    }
  /**
   * Refused by the cloud on the channel, or the file is not there. `final`: another try cannot end otherwise. `isKnown`: the cloud
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
  readonly throttle: Throttle
  /** Asked before each part: a part that has begun is sent to its end, for a line that rests in it breaks it. */
  readonly mayBegin: () => boolean
  /** How large parts may be. */
  readonly limit: PartLimit
}

/** Refusals that a repeat cannot change (docs/protocol.md, section 9). */
const finalCodes = new Set(['not_found', 'conflict', 'too_large', 'invalid', 'camera_unknown'])
/** Of these, the ones that say that there is nothing to report. */
const knownCodes = new Set(['not_found', 'conflict', 'camera_unknown'])
/** Of all others only these are counted: a code that is not known says as much as `internal`. */
const countedCodes = new Set(['hash_mismatch', 'forbidden', 'unsupported', 'unknown_type', 'stale_lease'])

/** Brings one file to the cloud: asks what is missing, sends that, has the whole verified. */
export async function uploadFile(
  path: string,
  object: UploadBegin,
  deps: UploadDeps,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const most = deps.limit.bytes
  const begun = await deps.begin(most === null ? object : { ...object, most_part_bytes: most })
  if (begun.kind !== 'done') return notDone(begun, 0)
  const plan = UploadPlan.safeParse(begun.value)
  if (!plan.success) return trouble('the cloud gave no plan for the upload', 0)
  if (plan.data.complete) return { kind: 'stored' }
  const sent = await sendParts({ path, bytes: object.bytes, most }, plan.data, deps, signal)
  if (sent !== null) return sent
  const { missing = 0, parts } = plan.data
  if (missing > parts.length) return { kind: 'again', reason: 'more parts are missing', asked: missing }
  const completed = await deps.complete(plan.data.upload_id)
  return completed.kind === 'done' ? { kind: 'stored' } : notDone(completed, plan.data.parts.length)
}

/** @returns null once all missing parts are stored, else why they are not. */
async function sendParts(
  { path, bytes, most }: { readonly path: string; readonly bytes: number; readonly most: number | null },
  plan: UploadPlan,
  deps: UploadDeps,
  signal: AbortSignal,
): Promise<UploadOutcome | null> {
  const size = await stat(path).then(
    (found) => found.size,
    (error: unknown) => codeOf(error) ?? String(error),
  )
  if (size === 'ENOENT') {
    return { kind: 'refused', reason: 'the file cannot be read (ENOENT)', final: true, isKnown: false }
  }
  // A disk that does not answer now may answer later.
  if (typeof size === 'string') return trouble(`the file cannot be read (${size})`, 0)
  if (size !== bytes) {
    const reason = 'the file is not the one that was recorded'
    return { kind: 'refused', reason, final: true, isKnown: false }
  }
  let stored = 0
  for (const { number, url } of plan.parts) {
    const offset = (number - 1) * plan.part_size
    if (offset >= bytes) return trouble('the cloud asks for a part beyond the end', stored)
    const href = storeUrl(url, deps.cloudUrl)
    if (href === null) return trouble('the cloud names no https address for a part', stored)
    if (!deps.mayBegin()) return { kind: 'paused' }
    const part = {
      url: href,
      isCloud: new URL(href).origin === new URL(deps.cloudUrl).origin,
      offset,
      bytes: Math.min(plan.part_size, bytes - offset),
    }
    const outcome = await putPart(path, part, deps, signal)
    if (outcome.kind === 'stale') return { kind: 'again', reason: outcome.reason, asked: plan.parts.length }
    if (outcome.kind === 'trouble') return stopped(outcome, { bytes: part.bytes, most, stored }, deps.limit)
    deps.limit.passed(part.bytes)
    stored += 1
  }
  return null
}

/** Where it was for its size, smaller parts are tried at once: once for each size, down to the least. */
function stopped(
  met: PartTrouble,
  { bytes, most, stored }: { readonly bytes: number; readonly most: number | null; readonly stored: number },
  limit: PartLimit,
): UploadOutcome {
  if (met.obstacle) limit.stopped(bytes, met.obstacle)
  // A cloud that cuts no smaller parts has them sent as before, later.
  const isHeeded = most === null || bytes <= most
  const isSmaller = limit.bytes !== null && limit.bytes < bytes
  return met.obstacle === 'too_large' && isHeeded && isSmaller
    ? { kind: 'again', reason: met.reason, asked: Infinity, smallerFor: met.by ?? null }
    : { ...met, stored }
}

/** Where a part goes; null for what is no address, or would send in the clear what an https cloud asked for. */
function storeUrl(url: string, cloudUrl: string): string | null {
  if (!URL.canParse(url, cloudUrl)) return null
  const { href, protocol } = new URL(url, cloudUrl)
  const isPlain = protocol === 'http:' && new URL(cloudUrl).protocol === 'http:'
  return protocol === 'https:' || isPlain ? href : null
}

/** @param asked how many parts the cloud had asked for; all of them were brought there */
function notDone(answer: Exclude<Answer, { kind: 'done' }>, asked: number): UploadOutcome {
  if (answer.kind === 'lost') return trouble('the connection to the cloud was lost', asked)
  const { code, message } = answer.error
  const reason = `${code}: ${message}`
  if (code === 'parts_missing') return { kind: 'again', reason, asked }
  const final = finalCodes.has(code)
  if (!final && !countedCodes.has(code)) return trouble(reason, asked)
  return { kind: 'refused', reason, final, isKnown: knownCodes.has(code) }
}

function trouble(reason: string, stored: number): UploadOutcome {
  return { kind: 'trouble', reason, stored }
}
