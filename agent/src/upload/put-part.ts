import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import { judgeAnswer, type PutOutcome } from './part-answer.js'

/** The bytes of one part, from `offset` of the file. */
interface Part {
  readonly url: string
  /** Whether the cloud takes it itself, and not a store of its. */
  readonly isCloud: boolean
  readonly offset: number
  readonly bytes: number
}

/** Resolves when so many bytes may be sent; rejects once the upload is stopped. */
export type Throttle = (bytes: number) => Promise<void>

/** Small, so that on a slow line uploads share it evenly. */
const chunkBytes = 16 * 1024

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
  const sent = { bytes: 0 }
  const counted: Throttle = (bytes) => {
    sent.bytes += bytes
    return throttle(bytes)
  }
  const body = Readable.from(throttled(file, counted), { objectMode: false, highWaterMark: chunkBytes })
  try {
    const response = await request(part.url, {
      method: 'PUT',
      headers: { 'content-length': String(part.bytes), 'content-type': 'application/octet-stream' },
      body,
      dispatcher,
      signal,
    })
    return await judgeAnswer(response, part.bytes, part.isCloud)
  } catch (error) {
    if (unreadable[0] !== undefined) throw unreadable[0]
    signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    // Who cannot be connected to has seen nothing of its size.
    return { kind: 'trouble', reason, ...(sent.bytes > 0 ? { obstacle: 'broken' as const } : {}) }
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
