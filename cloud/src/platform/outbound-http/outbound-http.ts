import { Agent, errors, request } from 'undici'
import { errorCode } from '../error-code.js'
import type { Network } from './address-guard.js'
import { ConnectTimeout, GuardedConnector } from './guarded-connector.js'
import { ForbiddenAddress, permittedAddresses } from './guarded-lookup.js'
import { createHostResolver, type ResolveHost } from './host-resolver.js'
import { type FailedStage, OutboundFailure } from './outbound-failure.js'
import { passOverInterimAnswers } from './pass-over-interim-answers.js'

/** How much of an answer is read, bytes. */
const answerLimit = 64 * 1024
/** How much of an answer is kept for the log, characters. */
const excerptLength = 1024

/** What became of a request. A redirect is an answer and never followed. */
export type Outcome =
  | { kind: 'answered'; status: number; excerpt: string; retryAfter: string | null }
  | { kind: 'failed'; stage: FailedStage; reason: string }

/** A request that a library makes by `OutboundHttp.fetch`. */
export interface OutboundRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

export interface OutboundSettings {
  /** Networks that may be reached besides public addresses (`ALLOWED_PRIVATE_CIDRS`). */
  readonly allowed: readonly Network[]
  readonly resolve?: ResolveHost
  /** Milliseconds for a whole attempt. */
  readonly timeoutMs?: number
  /** Certificates trusted besides the runtime's own, PEM. */
  readonly ca?: readonly string[]
}

/**
 * The one client through which the cloud calls addresses that its users named. https only, public addresses
 * only, checked three times: the literal, every address that the name resolves to, and the address of the
 * connected socket.
 */
export class OutboundHttp implements AsyncDisposable {
  readonly #settings: Required<OutboundSettings>
  readonly #agent: Agent
  readonly #connector: GuardedConnector

  constructor(settings: OutboundSettings) {
    this.#settings = { resolve: createHostResolver(), timeoutMs: 60_000, ca: [], ...settings }
    this.#connector = new GuardedConnector({
      ...this.#settings,
      connectTimeoutMs: Math.min(10_000, this.#settings.timeoutMs),
    })
    passOverInterimAnswers()
    this.#agent = new Agent({
      connect: this.#connector.connect,
      // Organisations share receivers: one that fills its own connections must not use up those of its host.
      connections: null,
      pipelining: 1,
      maxResponseSize: answerLimit,
      keepAliveTimeout: 10_000,
    })
  }

  /**
   * Why `url` may not be called, or null. A name that does not resolve now is accepted: it is checked again
   * with every request.
   */
  async refusal(url: string): Promise<string | null> {
    const target = URL.canParse(url) ? new URL(url) : null
    if (!target) return 'this is not a URL; give one such as https://example.com/hook'
    if (target.protocol !== 'https:') return 'the address must begin with https://'
    if (target.username || target.password)
      return 'the address must not hold a user name or password; verify the signature instead'
    try {
      await permittedAddresses(target.hostname, this.#settings.allowed, this.#settings.resolve)
      return null
    } catch (error) {
      return error instanceof ForbiddenAddress ? `the address may not be reached: ${error.message}` : null
    }
  }

  /** Sends one POST. Never throws for what the receiver or the network does. */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string | Uint8Array,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const refusal = await this.refusal(url)
    if (refusal) return { kind: 'failed', stage: 'address', reason: refusal }
    const timeout = AbortSignal.timeout(this.#settings.timeoutMs)
    try {
      const answer = await request(url, {
        method: 'POST',
        headers,
        body,
        dispatcher: this.#agent,
        headersTimeout: this.#settings.timeoutMs,
        bodyTimeout: this.#settings.timeoutMs,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const excerpt = await readExcerpt(answer.body)
      const retryAfter = answer.headers['retry-after']
      return {
        kind: 'answered',
        status: answer.statusCode,
        excerpt,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      }
    } catch (error) {
      return { kind: 'failed', ...failureOf(error, timeout.aborted) }
    }
  }

  /**
   * As `fetch`, for a library that speaks a protocol with an address that users named. A redirect is an answer; one of more
   * than 64 KiB is none.
   * @throws OutboundFailure if the address may not be called, or no answer comes
   */
  async fetch(url: string, { method, headers, body, signal }: OutboundRequest): Promise<Response> {
    const refusal = await this.refusal(url)
    if (refusal) throw new OutboundFailure('address', refusal)
    const timeout = AbortSignal.timeout(this.#settings.timeoutMs)
    try {
      const answer = await request(url, {
        method: methodOf(method),
        headers,
        ...(body !== undefined && { body }),
        dispatcher: this.#agent,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const text = await answer.body.text()
      return new Response(text === '' ? null : text, {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
      })
    } catch (error) {
      const { stage, reason } = failureOf(error, timeout.aborted || signal?.aborted === true)
      throw new OutboundFailure(stage, reason, { cause: error })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connector.close()
    await this.#agent.destroy()
  }
}

const methodOf = (method: string): 'GET' | 'POST' => (method === 'POST' ? 'POST' : 'GET')

/** The status line decides; a body that is too long or breaks off changes nothing. */
async function readExcerpt(body: { text(): Promise<string> }): Promise<string> {
  try {
    return (await body.text()).slice(0, excerptLength).replaceAll('\0', '')
  } catch {
    return ''
  }
}

function failureOf(error: unknown, timedOut: boolean): { stage: FailedStage; reason: string } {
  if (timedOut || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return { stage: 'timeout', reason: 'no answer in time' }
  if (error instanceof ForbiddenAddress) return { stage: 'address', reason: error.message }
  const code = errorCode(error) ?? ''
  if (error instanceof ConnectTimeout || code === 'ETIMEDOUT')
    return { stage: 'connect', reason: 'no connection in time' }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { stage: 'dns', reason: 'the name does not resolve' }
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return { stage: 'connect', reason: 'the connection was refused' }
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code))
    return { stage: 'tls', reason: `the certificate was not accepted (${code})` }
  return { stage: 'answer', reason: 'the connection broke before an answer came' }
}
