import { rootCertificates } from 'node:tls'
import { Agent, type Dispatcher, errors, request } from 'undici'
import { errorCode } from '../../../platform/error-code.js'
import type { Network } from '../../../platform/outbound-http/address-guard.js'
import { ConnectTimeout, GuardedConnector } from '../../../platform/outbound-http/guarded-connector.js'
import { ForbiddenAddress, permittedAddresses } from '../../../platform/outbound-http/guarded-lookup.js'
import { createHostResolver, type ResolveHost } from '../../../platform/outbound-http/host-resolver.js'
import { passOverInterimAnswers } from '../../../platform/outbound-http/pass-over-interim-answers.js'
import type { Clock } from '../../../platform/time/clock.js'
import type { ProviderRequest } from './protocol.js'

/** How much of an answer is read, bytes. */
const answerLimit = 1024 * 1024
const connectTimeoutMs = 10_000

interface ModelHttpSettings {
  readonly clock: Pick<Clock, 'after'>
  /** Networks that organisations' addresses may lead to besides public ones. */
  readonly allowed: readonly Network[]
  readonly resolve?: ResolveHost
  /** Certificates trusted besides the runtime's own, PEM. */
  readonly ca?: readonly string[]
  /** Milliseconds until the first byte of an answer: models answer when they are done. */
  readonly firstByteMs: number
  /** Milliseconds for a whole request. */
  readonly wholeMs: number
}

/** What became of a request to a model. A redirect is an answer and never followed. */
export type HttpOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly retryAfter: string | undefined
      readonly text: string
    }
  | { readonly kind: 'timeout'; readonly reason: string }
  | { readonly kind: 'too_large' }
  /** The address may not be reached. */
  | { readonly kind: 'forbidden'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'aborted' }

/**
 * Sends requests to models. Addresses that organisations named are reached through the guard of outbound requests:
 * https and permitted addresses only. The operator's own may be any, such as a model on this machine.
 */
export class ModelHttp implements AsyncDisposable {
  readonly #settings: ModelHttpSettings
  readonly #connector: GuardedConnector
  readonly #guarded: Agent
  readonly #trusted: Agent

  constructor(settings: ModelHttpSettings) {
    this.#settings = settings
    const { allowed, resolve = createHostResolver(), ca = [] } = settings
    this.#connector = new GuardedConnector({ allowed, resolve, ca, connectTimeoutMs })
    passOverInterimAnswers()
    // The times of an answer are kept by our own clock.
    const common = {
      connections: null,
      pipelining: 1,
      maxResponseSize: answerLimit,
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    this.#guarded = new Agent({ ...common, connect: this.#connector.connect })
    this.#trusted = new Agent({
      ...common,
      connect: { timeout: connectTimeoutMs, ...(ca.length > 0 && { ca: [...rootCertificates, ...ca] }) },
    })
  }

  /** Sends a request. Never throws for what the provider or the network does. */
  async send(
    { url, headers, body }: ProviderRequest,
    { guarded }: { guarded: boolean },
    signal: AbortSignal,
  ): Promise<HttpOutcome> {
    const refusal = guarded ? await this.#refusalOf(url) : null
    if (refusal !== null) return { kind: 'forbidden', reason: refusal }
    if (signal.aborted) return { kind: 'aborted' }
    const { clock, firstByteMs, wholeMs } = this.#settings
    const stop = new AbortController()
    let isLate = false
    const giveUp = () => stop.abort()
    const beLate = () => {
      isLate = true
      stop.abort()
    }
    // A worker's signal outlives many requests, so nothing of one may stay on it.
    signal.addEventListener('abort', giveUp, { once: true })
    const cancelFirst = clock.after(firstByteMs, beLate)
    const cancelWhole = clock.after(wholeMs, beLate)
    try {
      const answer = await request(url, {
        method: 'POST',
        headers,
        body,
        dispatcher: guarded ? this.#guarded : this.#trusted,
        signal: stop.signal,
      })
      cancelFirst()
      return await readWhole(answer)
    } catch (error) {
      if (signal.aborted) return { kind: 'aborted' }
      if (isLate) return { kind: 'timeout', reason: 'no answer in time' }
      return failureOf(error)
    } finally {
      signal.removeEventListener('abort', giveUp)
      cancelFirst()
      cancelWhole()
    }
  }

  /** Checks the address before anything is sent; the connection checks it again. */
  async #refusalOf(url: string): Promise<string | null> {
    const target = URL.canParse(url) ? new URL(url) : null
    if (target?.protocol !== 'https:') return 'it must begin with https://'
    const { allowed, resolve = createHostResolver() } = this.#settings
    try {
      await permittedAddresses(target.hostname, allowed, resolve)
      return null
    } catch (error) {
      // A name that does not resolve is found out again by the request.
      return error instanceof ForbiddenAddress ? error.message : null
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connector.close()
    await Promise.all([this.#guarded.destroy(), this.#trusted.destroy()])
  }
}

async function readWhole({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<HttpOutcome> {
  const retryAfter = headers['retry-after']
  return {
    kind: 'answered',
    status: statusCode,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    text: await body.text(),
  }
}

function failureOf(error: unknown): HttpOutcome {
  if (error instanceof errors.ResponseExceededMaxSizeError) return { kind: 'too_large' }
  if (error instanceof ForbiddenAddress) return { kind: 'forbidden', reason: error.message }
  if (error instanceof ConnectTimeout || error instanceof errors.ConnectTimeoutError)
    return { kind: 'timeout', reason: 'no connection in time' }
  if (error instanceof errors.InvalidArgumentError)
    return { kind: 'forbidden', reason: 'the address or the key cannot be sent as they are' }
  const code = errorCode(error) ?? ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { kind: 'unreachable', reason: 'the name does not resolve' }
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return { kind: 'unreachable', reason: 'the connection was refused' }
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code))
    return { kind: 'unreachable', reason: 'the certificate was not accepted' }
  return { kind: 'unreachable', reason: 'the connection broke before the whole answer came' }
}
