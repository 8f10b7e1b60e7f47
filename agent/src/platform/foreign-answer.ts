import { z } from 'zod'

/** Of something on the way, in place of the cloud's: that takes somebody to mend it. */
export interface ForeignAnswer {
  readonly status: number
  /** What it says it is; null: nothing that can be shown. */
  readonly server: string | null
}

type Header = string | readonly string[] | undefined

/** Of an answer so much is read: the cloud's own words are shorter. */
const readBytes = 16 * 1024
/** The longest time that an answer is waited for by its own word, ms. */
const longestWaitMs = 3_600_000

/** @param server the header of that name, of a stranger: letters, digits and what stands in versions */
export function foreignAnswer(status: number, server: Header): ForeignAnswer {
  const name = /^[\w./ -]{1,40}/.exec(typeof server === 'string' ? server : '')?.[0].trim() || null
  return { status, server: name }
}

/** Who answered what, in words for a person. */
export function describeForeign({ status, server }: ForeignAnswer): string {
  const who = server === null ? 'something on the way' : `something on the way (${server})`
  return `${who} answered in place of the cloud, with status ${status}`
}

/** What all errors of the cloud are, of every version. */
const Envelope = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

/** Whether the cloud itself said it. */
export function isErrorOfCloud(text: string): boolean {
  try {
    return Envelope.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** Reads what matters of a body, and no more of one that has no end. @throws Error where it is cut before that */
export async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= readBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * How long an answer asks to wait by its `Retry-After` (RFC 9110, section 10.2.3), ms; null where it does not. A date is
 * reckoned from the `Date` of the same answer, for both are by one clock: that of this machine may be wrong.
 */
export function retryAfterMs(headers: {
  readonly 'retry-after'?: Header
  readonly date?: Header
}): number | null {
  const said = headers['retry-after']
  if (typeof said !== 'string') return null
  const ms = /^\d{1,9}$/.test(said.trim()) ? Number(said) * 1000 : Date.parse(said) - dateOf(headers.date)
  return ms >= 0 ? Math.min(ms, longestWaitMs) : null
}

function dateOf(date: Header): number {
  return typeof date === 'string' ? Date.parse(date) : Number.NaN
}
