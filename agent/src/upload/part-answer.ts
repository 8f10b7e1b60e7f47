import type { Dispatcher } from 'undici'
import { z } from 'zod'
import type { Obstacle } from './part-limit.js'
import { partSizeText } from './part-size.js'

export type PutOutcome =
  | { readonly kind: 'stored' }
  /** The link expired, or the upload is gone: `upload.begin` says how to go on. */
  | { readonly kind: 'stale'; readonly reason: string }
  | PartTrouble

/** Of something on the way, in place of the cloud's: that takes somebody to mend it. */
export interface ForeignAnswer {
  readonly status: number
  /** What it says it is; null: nothing that can be shown. */
  readonly server: string | null
}

/** Worth another try later, in `afterMs` if the store said when; says nothing about the file. */
export interface PartTrouble {
  readonly kind: 'trouble'
  readonly reason: string
  readonly afterMs?: number
  /** Set where it was not the cloud that answered. */
  readonly by?: ForeignAnswer
  /** Set where smaller parts may get through. */
  readonly obstacle?: Obstacle
}

/** The longest wait that a store may ask for, ms. */
const longestWaitMs = 15 * 60_000
/** Of an answer so much is read: the cloud's own words are shorter. */
const readBytes = 16 * 1024

/**
 * Judges the answer to a part. None condemns a file: whoever stands between us and the store answers instead of it, a portal
 * with 302 or a page of its own, a proxy with 407 or 413, and S3 says 400 (`RequestTimeout`) of a line that rested. Whether a
 * file is wanted says the channel.
 * @param isCloud false: the part went to a store of which only the status is known
 */
export async function judgeAnswer(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  bytes: number,
  isCloud: boolean,
): Promise<PutOutcome> {
  const text = await beginningOf(body)
  const type = String(headers['content-type'] ?? '')
  const isPage = isCloud && /\bhtml\b/i.test(type)
  if (status >= 200 && status < 300 && !isPage) return { kind: 'stored' }
  const afterMs = waitOf(headers['retry-after'])
  const wait = afterMs === null ? {} : { afterMs }
  if (!isCloud || isOurs(text)) {
    const reason = `the store answered with status ${status}`
    if (status === 403 || status === 404) return { kind: 'stale', reason }
    return { kind: 'trouble', reason, ...wait, ...(status === 413 && { obstacle: 'too_large' as const }) }
  }
  const obstacle = obstacleOf(status)
  const server = nameOf(headers.server)
  const who = server === null ? 'something on the way' : `something on the way (${server})`
  return {
    kind: 'trouble',
    reason: `${who} answered in place of the cloud, with status ${status}${remedyOf(status, bytes)}`,
    by: { status, server },
    ...wait,
    ...(obstacle && { obstacle }),
  }
}

/** Statuses that are of something else than what was sent: a portal, a login, a limit, a service that is down. */
const notOfTheBody = new Set([401, 407, 408, 429, 503, 504])

function obstacleOf(status: number): Obstacle | null {
  if (status === 413) return 'too_large'
  if (status < 400 || notOfTheBody.has(status)) return null
  return status < 500 ? 'refused' : 'broken'
}

function remedyOf(status: number, bytes: number): string {
  if (status !== 413) return ''
  return `: it does not take ${partSizeText(bytes)} at once. It should let 8 MiB through (nginx: client_max_body_size 16m)`
}

/** A header of a stranger: letters, digits and what stands in versions. */
function nameOf(server: string | string[] | undefined): string | null {
  return /^[\w./ -]{1,40}/.exec(typeof server === 'string' ? server : '')?.[0].trim() || null
}

/** What all errors of the cloud are, of every version. */
const Envelope = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

/** Whether the cloud itself said it. */
function isOurs(text: string): boolean {
  try {
    return Envelope.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** Reads what matters of a body, and no more of one that has no end. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= readBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The seconds of a `Retry-After` (RFC 9110, section 10.2.3), in ms; its other form, a date, asks for a right clock. */
function waitOf(retryAfter: string | string[] | undefined): number | null {
  if (typeof retryAfter !== 'string' || !/^\d{1,9}$/.test(retryAfter)) return null
  return Math.min(Number(retryAfter) * 1000, longestWaitMs)
}
