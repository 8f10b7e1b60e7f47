import { type Agent, type IncomingMessage, request } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Clock } from '../platform/clock.js'
import { connectionError, OnvifError } from './onvif-error.js'
import { maxAnswerBytes } from './soap-answer.js'

/** A SOAP request, and the one address to which it may go. */
export interface SoapRequest {
  /** IP literal that was checked; nothing is resolved here. */
  readonly address: string
  readonly port: number
  /** As the person typed it; only for the Host header. */
  readonly host: string
  readonly path: string
  readonly action: string
  readonly body: string
  readonly authorization?: string
}

export interface SoapReply {
  readonly status: number
  readonly body: string
  /** Values of all WWW-Authenticate headers. */
  readonly challenges: readonly string[]
  /** The camera's own time by the Date header (ms since the epoch), or null. */
  readonly dateMs: number | null
}

/** From connecting to the last byte; cameras that take longer are as good as silent. */
const exchangeTimeoutMs = 10_000

/** The device closed a kept connection while we sent on it: it has not seen the request. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

/**
 * Sends a request and reads the whole answer, at most 1 MiB, within 10 s. Redirects are not followed. A
 * request is sent again only where the device cannot have seen it.
 * @throws OnvifError, or the signal's reason.
 */
export async function postSoap(
  soap: SoapRequest,
  agent: Agent,
  clock: Clock,
  signal: AbortSignal,
): Promise<SoapReply> {
  const where = `${soap.host} port ${soap.port}`
  try {
    return await exchange(soap, agent, where, clock, signal).catch((error: unknown) => {
      if (error instanceof StaleConnection) return exchange(soap, agent, where, clock, signal)
      throw error
    })
  } catch (error) {
    signal.throwIfAborted()
    throw connectionError(error, where)
  }
}

function exchange(
  soap: SoapRequest,
  agent: Agent,
  where: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<SoapReply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      agent,
      host: soap.address,
      port: soap.port,
      path: soap.path,
      method: 'POST',
      headers: headersOf(soap),
      // Firmware sends blanks and letters in headers that no RFC allows.
      insecureHTTPParser: true,
    })
    // The promise first: what a destroyed socket reports afterwards is only its echo.
    const giveUp = (error: Error): void => {
      reject(error)
      outgoing.destroy()
    }
    const cancelTimeout = clock.after(exchangeTimeoutMs, () =>
      giveUp(new OnvifError('timeout', `${where} did not answer within ${exchangeTimeoutMs / 1000} s`)),
    )
    const onAbort = (): void => giveUp(new OnvifError('timeout', `${where} was given up`))
    signal.addEventListener('abort', onAbort, { once: true })
    const done = (): void => {
      cancelTimeout()
      signal.removeEventListener('abort', onAbort)
    }
    outgoing.on('error', (error) =>
      giveUp(outgoing.reusedSocket ? new StaleConnection(error.message, { cause: error }) : error),
    )
    outgoing.on('close', done)
    outgoing.on('response', (answer) => {
      readWhole(answer).then(resolve, (error: unknown) =>
        giveUp(error instanceof Error ? error : new Error(String(error))),
      )
    })
    if (signal.aborted) onAbort()
    else outgoing.end(soap.body)
  })
}

async function readWhole(answer: IncomingMessage): Promise<SoapReply> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.iterator()) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) throw new OnvifError('protocol', 'the answer is longer than 1 MiB')
    chunks.push(chunk)
  }
  const dateMs = Date.parse(answer.headers.date ?? '')
  return {
    status: answer.statusCode ?? 0,
    body: Buffer.concat(chunks).toString('utf8'),
    challenges: answer.headersDistinct['www-authenticate'] ?? [],
    dateMs: Number.isFinite(dateMs) ? dateMs : null,
  }
}

function headersOf(soap: SoapRequest): Record<string, string | number> {
  const host = isIPv6(soap.host) ? `[${soap.host}]` : soap.host
  return {
    Host: soap.port === 80 ? host : `${host}:${soap.port}`,
    'User-Agent': 'Sightline',
    'Content-Type': `application/soap+xml; charset=utf-8; action="${soap.action}"`,
    'Content-Length': Buffer.byteLength(soap.body),
    ...(soap.authorization === undefined ? {} : { Authorization: asHeader(soap.authorization) }),
  }
}

/** Header values are bytes: a name outside ASCII goes out as UTF-8. */
function asHeader(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1')
}
