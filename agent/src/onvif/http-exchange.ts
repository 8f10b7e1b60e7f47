import { type Agent, type IncomingMessage, request } from 'node:http'
import { request as requestByTls } from 'node:https'
import type { Clock } from '../platform/clock.js'
import { connectionError, OnvifError } from './onvif-error.js'

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

/** The device closed a kept connection while we sent on it: it has not seen the request. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

/**
 * Sends a request and reads the whole answer within its bounds. Redirects are not followed. A request is sent again
 * only where the device cannot have seen it.
 * @throws OnvifError, or the signal's reason.
 */
export async function exchangeHttp(
  asked: HttpRequest,
  clock: Clock,
  signal: AbortSignal,
): Promise<HttpReply> {
  try {
    return await exchange(asked, clock, signal).catch((error: unknown) => {
      if (error instanceof StaleConnection) return exchange(asked, clock, signal)
      throw error
    })
  } catch (error) {
    signal.throwIfAborted()
    throw connectionError(error, asked.words.where)
  }
}

function exchange(asked: HttpRequest, clock: Clock, signal: AbortSignal): Promise<HttpReply> {
  const { tls, agent, address, port, path, method, timeoutMs, words } = asked
  return new Promise((resolve, reject) => {
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
    const giveUp = (error: Error): void => {
      reject(error)
      outgoing.destroy()
    }
    const cancelTimeout = clock.after(timeoutMs, () =>
      giveUp(new OnvifError('timeout', `${words.where} ${words.late} within ${timeoutMs / 1000} s`)),
    )
    const onAbort = (): void => giveUp(new OnvifError('timeout', `${words.where} was given up`))
    signal.addEventListener('abort', onAbort, { once: true })
    outgoing.on('error', (error) =>
      giveUp(outgoing.reusedSocket ? new StaleConnection(error.message, { cause: error }) : error),
    )
    outgoing.on('close', () => {
      cancelTimeout()
      signal.removeEventListener('abort', onAbort)
    })
    outgoing.on('response', (answer) => {
      readWhole(answer, asked).then(resolve, (error: unknown) =>
        giveUp(error instanceof Error ? error : new Error(String(error))),
      )
    })
    if (signal.aborted) onAbort()
    else outgoing.end(asked.body)
  })
}

async function readWhole(answer: IncomingMessage, { mostBytes, words }: HttpRequest): Promise<HttpReply> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.iterator()) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new OnvifError('protocol', words.tooLong)
    chunks.push(chunk)
  }
  const dateMs = Date.parse(answer.headers.date ?? '')
  return {
    status: answer.statusCode ?? 0,
    body: Buffer.concat(chunks),
    challenges: answer.headersDistinct['www-authenticate'] ?? [],
    dateMs: Number.isFinite(dateMs) ? dateMs : null,
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
