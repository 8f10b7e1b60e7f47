import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'

/** The bytes of one part, from `offset` of the file. */
interface Part {
  readonly url: string
  readonly offset: number
  readonly bytes: number
}

type PutOutcome =
  | { readonly kind: 'stored' }
  /** The link expired, or the upload is gone: `upload.begin` says how to go on. */
  | { readonly kind: 'stale'; readonly reason: string }
  /** Worth another try later, in `afterMs` if the store said when; says nothing about the file. */
  | { readonly kind: 'trouble'; readonly reason: string; readonly afterMs?: number }

/** Resolves when so many bytes may be sent; rejects once the upload is stopped. */
export type Throttle = (bytes: number) => Promise<void>

/** Small, so that on a slow line uploads share it evenly. */
const chunkBytes = 16 * 1024
/** The longest wait that a store may ask for, ms. */
const longestWaitMs = 15 * 60_000

/** Sends a part, read from the file as it goes. @throws only if `signal` aborts or the file cannot be read. */
export async function putPart(
  path: string,
  part: Part,
  { dispatcher, throttle }: { readonly dispatcher: Dispatcher; readonly throttle: Throttle },
  signal: AbortSignal,
): Promise<PutOutcome> {
  const file = createReadStream(path, {
    start: part.offset,
    end: part.offset + part.bytes - 1,
    highWaterMark: chunkBytes,
  })
  const unreadable: Error[] = []
  file.once('error', (error: Error) => unreadable.push(error))
  const body = Readable.from(throttled(file, throttle), { objectMode: false, highWaterMark: chunkBytes })
  try {
    const response = await request(part.url, {
      method: 'PUT',
      headers: { 'content-length': String(part.bytes), 'content-type': 'application/octet-stream' },
      body,
      dispatcher,
      signal,
    })
    await response.body.dump()
    return judge(response.statusCode, response.headers['retry-after'])
  } catch (error) {
    if (unreadable[0] !== undefined) throw unreadable[0]
    signal.throwIfAborted()
    return { kind: 'trouble', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    body.destroy()
    file.destroy()
  }
}

async function* throttled(file: AsyncIterable<Uint8Array>, throttle: Throttle): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    await throttle(chunk.length)
    yield chunk
  }
}

/**
 * No answer condemns a file: whoever stands between us and the store answers instead of it, a portal with 302, a proxy with
 * 407 or 413, and S3 says 400 (`RequestTimeout`) of a line that rested. Whether a file is wanted says the channel.
 */
function judge(status: number, retryAfter: string | string[] | undefined): PutOutcome {
  const reason = `the store answered with status ${status}`
  if (status >= 200 && status < 300) return { kind: 'stored' }
  if (status === 403 || status === 404) return { kind: 'stale', reason }
  const afterMs = waitOf(retryAfter)
  return { kind: 'trouble', reason, ...(afterMs !== null && { afterMs }) }
}

/** The seconds of a `Retry-After` (RFC 9110, section 10.2.3), in ms; its other form, a date, asks for a right clock. */
function waitOf(retryAfter: string | string[] | undefined): number | null {
  if (typeof retryAfter !== 'string' || !/^\d{1,9}$/.test(retryAfter)) return null
  return Math.min(Number(retryAfter) * 1000, longestWaitMs)
}
