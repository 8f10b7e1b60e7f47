import type { Dispatcher } from 'undici'
import {
  beginningOf,
  describeForeign,
  type ForeignAnswer,
  foreignAnswer,
  isErrorOfCloud,
  retryAfterMs,
} from '../platform/foreign-answer.js'
import type { Obstacle } from './part-limit.js'
import { partSizeText } from './part-size.js'

export type PutOutcome =
  | { readonly kind: 'stored' }
  /** The link expired, or the upload is gone: `upload.begin` says how to go on. */
  | { readonly kind: 'stale'; readonly reason: string }
  | PartTrouble

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
  // Neither cloud nor store takes a part with a page: a portal does, or a filter that looks into what is sent.
  // Stores there are that call an answer HTML in which nothing is, such as Google's.
  const isCalledPage = /\bhtml\b/i.test(type) && (isCloud || text.trim() !== '')
  const isPage = isCalledPage || /^\s*<(!doctype\s|html\b)/i.test(text)
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && !isPage) return { kind: 'stored' }
  const askedMs = retryAfterMs(headers)
  const wait = askedMs === null ? {} : { afterMs: Math.min(askedMs, longestWaitMs) }
  if (isErrorOfCloud(text) || !(isCloud || isSuccess)) {
    const reason = `the store answered with status ${status}`
    if (status === 403 || status === 404) return { kind: 'stale', reason }
    return { kind: 'trouble', reason, ...wait, ...(status === 413 && { obstacle: 'too_large' as const }) }
  }
  const obstacle = obstacleOf(status)
  const by = foreignAnswer(status, headers.server)
  const reason = `${describeForeign(by)}${remedyOf(status, bytes)}`
  return { kind: 'trouble', reason, by, ...wait, ...(obstacle && { obstacle }) }
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
