import { createReadStream } from 'node:fs'
import { type Dispatcher, request } from 'undici'

/** The bytes of one part, from `offset` of the file. */
export interface Part {
  readonly url: string
  readonly offset: number
  readonly bytes: number
}

export type PutOutcome =
  | { readonly kind: 'stored' }
  /** The link expired, or the upload is gone: `upload.begin` says how to go on. */
  | { readonly kind: 'stale'; readonly reason: string }
  /** Worth another try later; says nothing about the file. */
  | { readonly kind: 'trouble'; readonly reason: string }
  /** Repeating it changes nothing. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Sends a part, read from the file as it goes. @throws only if `signal` aborts or the file cannot be read. */
export async function putPart(
  path: string,
  part: Part,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<PutOutcome> {
  const body = createReadStream(path, {
    start: part.offset,
    end: part.offset + part.bytes - 1,
    highWaterMark: 64 * 1024,
  })
  const unreadable: Error[] = []
  body.once('error', (error: Error) => unreadable.push(error))
  try {
    const response = await request(part.url, {
      method: 'PUT',
      headers: { 'content-length': String(part.bytes), 'content-type': 'application/octet-stream' },
      body,
      dispatcher,
      signal,
    })
    await response.body.dump()
    return judge(response.statusCode)
  } catch (error) {
    if (unreadable[0] !== undefined) throw unreadable[0]
    signal.throwIfAborted()
    return { kind: 'trouble', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    body.destroy()
  }
}

function judge(status: number): PutOutcome {
  const reason = `the store answered with status ${status}`
  if (status >= 200 && status < 300) return { kind: 'stored' }
  if (status === 403 || status === 404) return { kind: 'stale', reason }
  if (status === 408 || status === 429 || status >= 500) return { kind: 'trouble', reason }
  return { kind: 'refused', reason }
}
