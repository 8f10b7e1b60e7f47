import { Agent } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Clock } from '../platform/clock.js'
import { cameraTlsAgent } from './camera-tls-agent.js'
import { exchangeHttp, type HttpReply } from './http-exchange.js'
import { envelopeIn, maxAnswerBytes } from './soap-answer.js'

/** A SOAP request, and the one address to which it may go. */
interface SoapRequest {
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

  agentFor(tls: boolean, kind: 'short' | 'long' | 'alone'): Agent {
    const key = `${tls} ${kind}`
    const options = { keepAlive: kind !== 'alone', maxSockets: 1 }
    const agent = this.#agents.get(key) ?? (tls ? cameraTlsAgent(options) : new Agent(options))
    this.#agents.set(key, agent)
    return agent
  }

  [Symbol.dispose](): void {
    for (const agent of this.#agents.values()) agent.destroy()
    this.#agents.clear()
  }
}

export interface SoapReply extends Omit<HttpReply, 'body'> {
  readonly body: string
}

/** Cameras that take longer are as good as silent. */
const defaultTimeoutMs = 10_000

/** Sends a request and reads the whole answer, at most 1 MiB, within its time-out. @throws as `exchangeHttp` does */
export async function postSoap(
  soap: SoapRequest,
  agent: Agent,
  clock: Clock,
  signal: AbortSignal,
): Promise<SoapReply> {
  const { host, port, tls, timeoutMs = defaultTimeoutMs } = soap
  const shownHost = isIPv6(host) ? `[${host}]` : host
  const reply = await exchangeHttp(
    {
      ...soap,
      agent,
      method: 'POST',
      headers: {
        Host: port === (tls ? 443 : 80) ? shownHost : `${shownHost}:${port}`,
        'Content-Type': `application/soap+xml; charset=utf-8; action="${soap.action}"`,
        'Content-Length': Buffer.byteLength(soap.body),
      },
      timeoutMs,
      mostBytes: maxAnswerBytes,
      judge: envelopeIn,
      words: {
        where: `${host} port ${port}`,
        late: 'did not answer',
        tooLong: 'the answer is longer than 1 MiB',
      },
    },
    clock,
    signal,
  )
  return { ...reply, body: reply.body.toString('utf8') }
}
