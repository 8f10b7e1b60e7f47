import { Agent, type IncomingMessage, request } from 'node:http'
import { request as requestByTls, Agent as TlsAgent } from 'node:https'
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
  /** HTTPS, with whatever certificate the camera made itself. */
  readonly tls: boolean
  readonly action: string
  readonly body: string
  readonly authorization?: string
  /** From connecting to the last byte, ms; 10 s unless the device is asked to take its time. */
  readonly timeoutMs?: number
}

/**
 * The connections of one session, of each kind one at a time: small cameras serve no more, and a nonce may live only
 * as long as its connection. Long requests (PullMessages) have one of their own, so that others need not wait.
 */
export class SoapConnections implements Disposable {
  readonly #agents = new Map<string, Agent>()

  agentFor(tls: boolean, isLong: boolean): Agent {
    const key = `${tls} ${isLong}`
    const options = { keepAlive: true, maxSockets: 1 }
    // Cameras sign their certificates themselves; without TLS they would be asked over plain HTTP.
    const agent =
      this.#agents.get(key) ??
      (tls ? new TlsAgent({ ...options, rejectUnauthorized: false }) : new Agent(options))
    this.#agents.set(key, agent)
    return agent
  }

  [Symbol.dispose](): void {
    for (const agent of this.#agents.values()) agent.destroy()
    this.#agents.clear()
  }
}

export interface SoapReply {
  readonly status: number
  readonly body: string
  /** Values of all WWW-Authenticate headers. */
  readonly challenges: readonly string[]
  /** The camera's own time by the Date header (ms since the epoch), or null. */
  readonly dateMs: number | null
}

/** Cameras that take longer are as good as silent. */
const usualTimeoutMs = 10_000

/** The device closed a kept connection while we sent on it: it has not seen the request. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

/**
 * Sends a request and reads the whole answer, at most 1 MiB, within its time-out. Redirects are not followed. A
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
    const timeoutMs = soap.timeoutMs ?? usualTimeoutMs
    const outgoing = (soap.tls ? requestByTls : request)({
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
    const cancelTimeout = clock.after(timeoutMs, () =>
      giveUp(new OnvifError('timeout', `${where} did not answer within ${timeoutMs / 1000} s`)),
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
    Host: soap.port === (soap.tls ? 443 : 80) ? host : `${host}:${soap.port}`,
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
