import { type Agent, type IncomingMessage, request } from 'node:http'
import { request as requestByTls } from 'node:https'
import { z } from 'zod'
import type { Clock } from '../platform/clock.js'
import { connectionError, OnvifError } from './onvif-error.js'

/** All of what was asked for, a part of that, or something else. */
export type BodyKind = 'whole' | 'part' | 'other'

/** A request to a camera, and how much of an answer is taken. */
interface HttpRequest {
  readonly tls: boolean
  readonly agent: Agent
  /** IP literal that was checked; nothing is resolved here. */
  readonly address: string
  readonly port: number
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string | number>>
  readonly authorization?: string | undefined
  readonly body?: string
  /** From connecting to the last byte, ms. */
  readonly timeoutMs: number
  readonly mostBytes: number
  /** What a body is by itself, however it was framed. */
  readonly judge: (body: Buffer) => BodyKind
  /** The words of failures: where, what does not come in time, and what an answer is that is too long. */
  readonly words: { readonly where: string; readonly late: string; readonly tooLong: string }
}

export interface HttpReply {
  readonly status: number
  readonly body: Buffer
  /** Values of all WWW-Authenticate headers. */
  readonly challenges: readonly string[]
  /** The camera's own time by the Date header (ms since the epoch), or null. */
  readonly dateMs: number | null
}

/** A kept connection that breaks so soon after a request was being closed when it went out, ms. */
const unseenWithinMs = 1000
/** A whole body, and nothing more for so long, is an answer, although more was announced, ms. */
const settledMs = 1000

/**
 * Sends a request once and reads the whole answer within its bounds. What came decides what an answer is: firmware
 * announces more than it sends, and leaves the last chunk out. Redirects are not followed. Nothing is sent again
 * here: only who wrote a request can write it with a token that the device has not seen.
 * @throws OnvifError, `ConnectionLost` where the device ended it; or the signal's reason.
 */
export async function exchangeHttp(
  asked: HttpRequest,
  clock: Clock,
  signal: AbortSignal,
): Promise<HttpReply> {
  try {
    return await exchange(asked, clock, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

function exchange(asked: HttpRequest, clock: Clock, signal: AbortSignal): Promise<HttpReply> {
  const { tls, agent, address, port, path, method, timeoutMs, words } = asked
  return new Promise((resolve, reject) => {
    let sentAtMs: number | null = null
    let isHeard = false
    let received: ReceivedAnswer | null = null
    const outgoing = (tls ? requestByTls : request)({
      agent,
      host: address,
      port,
      path,
      method,
      headers: headersOf(asked),
      // Firmware sends blanks and letters in headers that no RFC allows.
      insecureHTTPParser: true,
    })
    // The promise first: what a destroyed socket reports afterwards is only its echo.
    const refuse = (error: unknown): void => {
      const outMs = sentAtMs === null ? 0 : clock.monotonic() - sentAtMs
      const isUnseen = outgoing.reusedSocket && !isHeard && outMs < unseenWithinMs
      reject(connectionError(error, words.where, { outMs, isUnseen }))
      outgoing.destroy()
    }
    /** The connection ended, or its time is over. */
    const end = (error: unknown): void => {
      received?.takeRest(error)
      if (received?.isEnough !== true) return refuse(error)
      resolve(received.reply)
      outgoing.destroy()
    }
    let cancelSettled = (): void => {}
    const cancelTimeout = clock.after(timeoutMs, () =>
      end(new OnvifError('timeout', `${words.where} ${words.late} within ${timeoutMs / 1000} s`)),
    )
    const onAbort = (): void => refuse(new OnvifError('timeout', `${words.where} was given up`))
    signal.addEventListener('abort', onAbort, { once: true })
    outgoing.on('error', end)
    outgoing.on('finish', () => {
      sentAtMs = clock.monotonic()
    })
    const hears = (): void => {
      isHeard = true
    }
    outgoing.on('socket', (socket) => {
      socket.once('data', hears)
      outgoing.once('close', () => socket.off('data', hears))
    })
    outgoing.on('close', () => {
      // Whatever else Node makes of what came, without a word of it: nobody waits for ever.
      if (received === null) refuse(new OnvifError('protocol', `${words.where} gave no answer over HTTP`))
      cancelTimeout()
      cancelSettled()
      signal.removeEventListener('abort', onAbort)
    })
    // It speaks another protocol from now on: that is all of its answer, and all that the connection was good for.
    outgoing.on('upgrade', (answer, socket) => {
      received = new ReceivedAnswer(answer, asked)
      resolve(received.reply)
      socket.destroy()
      outgoing.destroy()
    })
    outgoing.on('response', (answer) => {
      const answered = new ReceivedAnswer(answer, asked)
      received = answered
      answer.on('data', (chunk: Buffer) => {
        if (!answered.take(chunk)) return refuse(new OnvifError('protocol', words.tooLong))
        cancelSettled()
        cancelSettled = clock.after(settledMs, () => {
          if (answered.isWhole) end(null)
        })
      })
      answer.on('end', () => {
        cancelSettled()
        // Without a length the end of the connection is the end of the answer, wherever that was.
        if (answered.isCutShort) refuse(cutShort)
        else resolve(answered.reply)
      })
      answer.on('error', end)
    })
    if (signal.aborted) onAbort()
    else outgoing.end(asked.body)
  })
}

const cutShort = Object.assign(new Error('ended in the middle'), { code: 'ECONNRESET' })

/** An error of Node's parser, with the packet in which it gave up. */
const Unread = z.object({ bytesParsed: z.number(), rawPacket: z.instanceof(Uint8Array) })

/** What has come of an answer. */
class ReceivedAnswer {
  readonly #answer: IncomingMessage
  readonly #asked: HttpRequest
  readonly #chunks: Buffer[] = []
  #bytes = 0

  constructor(answer: IncomingMessage, asked: HttpRequest) {
    this.#answer = answer
    this.#asked = asked
  }

  /** @returns whether that is not too much */
  take(chunk: Buffer): boolean {
    this.#bytes += chunk.byteLength
    this.#chunks.push(chunk)
    return this.#bytes <= this.#asked.mostBytes
  }

  /** Takes what has come and was not handed on yet; also what came behind an end that was announced too soon. */
  takeRest(error: unknown): void {
    // Each reading hands its chunk to `take`.
    while (this.#answer.read() !== null);
    const unread = Unread.safeParse(error)
    if (!unread.success) return
    const { bytesParsed, rawPacket } = unread.data
    this.take(Buffer.from(rawPacket.subarray(bytesParsed)))
  }

  get isWhole(): boolean {
    return this.#kind === 'whole'
  }

  /** Whether it says what it has to although it is not whole by its framing: a refusal does so by its headers. */
  get isEnough(): boolean {
    const { statusCode } = this.#answer
    if (statusCode === 401 && this.reply.challenges.length > 0) return true
    const kind = this.#kind
    return kind === 'whole' || (kind === 'other' && statusCode !== 200)
  }

  /** Whether the body that ended with its connection is a part. */
  get isCutShort(): boolean {
    const { headers } = this.#answer
    const isFramed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    return !isFramed && this.#kind === 'part'
  }

  get reply(): HttpReply {
    const dateMs = Date.parse(this.#answer.headers.date ?? '')
    return {
      status: this.#answer.statusCode ?? 0,
      body: Buffer.concat(this.#chunks),
      challenges: this.#answer.headersDistinct['www-authenticate'] ?? [],
      dateMs: Number.isFinite(dateMs) ? dateMs : null,
    }
  }

  get #kind(): BodyKind {
    return this.#asked.judge(Buffer.concat(this.#chunks))
  }
}

/** Header values are bytes: a name outside ASCII goes out as UTF-8. */
function headersOf({ headers, authorization }: HttpRequest): Record<string, string | number> {
  const account =
    authorization === undefined
      ? {}
      : { Authorization: Buffer.from(authorization, 'utf8').toString('latin1') }
  return { ...headers, 'User-Agent': 'Sightline', ...account }
}
