import { type DigestChallenge, digestChallenges } from '../platform/digest-access.js'
import type { CameraClock } from './camera-clock.js'
import { DigestAnswers } from './digest-answers.js'
import type { Login } from './login-ladder.js'
import type { OnvifCredentials, OnvifEndpoint, OnvifSessionDeps } from './onvif-endpoint.js'
import { ConnectionLost } from './onvif-error.js'
import type { OnvifService, WrittenRequest } from './request-writer.js'
import { postSoap, SoapConnections, type SoapReply } from './soap-http.js'
import { securityHeader, withHeader } from './ws-security.js'

/** How a request is sent, where it differs from the usual. */
export interface SendOptions {
  /** Another endpoint on the same device: that of a subscription. */
  readonly at?: { readonly port: number; readonly path: string; readonly tls: boolean }
  readonly timeoutMs?: number
  /** Neither waits for other requests nor keeps them waiting: PullMessages stays open for long, a Stop is urgent. */
  readonly isUnqueued?: boolean
  /** False: must not be sent again if the connection is lost without an answer, where the device may have seen it. */
  readonly isRepeatable?: boolean
  /** On a connection of its own that is not kept: for a device that ends kept ones without a word. */
  readonly isAlone?: boolean
  /** Ends this request, in place of the session's. */
  readonly signal?: AbortSignal
}

/** Paths of services until the device names others. */
const defaultPaths: Readonly<Record<OnvifService, string>> = {
  device: '/onvif/device_service',
  media: '/onvif/media_service',
  media2: '/onvif/media2_service',
  ptz: '/onvif/ptz_service',
  events: '/onvif/event_service',
}

/** Sends the requests of one session, and shows credentials in the way that is asked for. */
export class SessionWire implements Disposable {
  /** Where the device's services answer; host and port are those of the endpoint. */
  readonly paths = { ...defaultPaths }
  readonly #endpoint: OnvifEndpoint
  readonly #credentials: OnvifCredentials | null
  readonly #deps: OnvifSessionDeps
  readonly #signal: AbortSignal
  readonly #connections = new SoapConnections()
  readonly #digest: DigestAnswers

  constructor(
    endpoint: OnvifEndpoint,
    credentials: OnvifCredentials | null,
    deps: OnvifSessionDeps,
    signal: AbortSignal,
  ) {
    this.#endpoint = endpoint
    this.#credentials = credentials
    this.#deps = deps
    this.#signal = signal
    this.#digest = new DigestAnswers(deps.random)
  }

  [Symbol.dispose](): void {
    this.#connections[Symbol.dispose]()
  }

  /**
   * Sends a request with credentials shown as `login` says. Where the connection is lost it is written once more, with
   * a token, or an answer to a challenge, that the device has not seen: many take none twice.
   * @param given challenges of a refusal just received
   * @throws OnvifError, or the reason of the signal
   */
  async postAs(
    login: Login,
    request: WrittenRequest,
    { given, cameraClock }: { given: readonly DigestChallenge[]; cameraClock: CameraClock },
    options: SendOptions,
  ): Promise<SoapReply> {
    const exchange = (challenges: readonly DigestChallenge[]): Promise<SoapReply> => {
      const hash = hashOf(login)
      if (hash !== null) return this.#postWithDigest(hash, request, challenges, options)
      return this.post(this.#withToken(login, request, cameraClock), options)
    }
    try {
      return await exchange(given)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      if (options.isRepeatable === false && !error.isUnseen) throw error
      return exchange([])
    }
  }

  /** Sends a request as it is. @throws OnvifError, or the reason of the signal */
  post(request: WrittenRequest, options: SendOptions, challenge?: DigestChallenge): Promise<SoapReply> {
    const { address, host, port, tls = false } = this.#endpoint
    const at = options.at ?? { port, path: this.paths[request.service], tls }
    const authorization =
      challenge === undefined || this.#credentials === null
        ? {}
        : { authorization: this.#digest.answer(challenge, at.path, this.#credentials) }
    const patience = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }
    const { action, body } = request
    const soap = { address, host, ...at, action, body, ...authorization, ...patience }
    const kind = options.isAlone === true ? 'alone' : options.isUnqueued === true ? 'long' : 'short'
    const agent = this.#connections.agentFor(at.tls, kind)
    return postSoap(soap, agent, this.#deps.clock, options.signal ?? this.#signal)
  }

  /** A challenge belongs to its connection, so each request fetches one, unless it has just been given. */
  async #postWithDigest(
    hash: 'md5' | 'sha256',
    request: WrittenRequest,
    given: readonly DigestChallenge[],
    options: SendOptions,
  ): Promise<SoapReply> {
    const known = oursAmong(hash, given)
    if (known !== undefined) return this.#answerChallenge(hash, known, request, options)
    const open = await this.post(request, options)
    const challenge = challengeIn(hash, open)
    if (challenge === undefined) return open
    try {
      return await this.#answerChallenge(hash, challenge, request, options)
    } catch (error) {
      if (!(error instanceof ConnectionLost && error.isUnseen)) throw error
    }
    // It closes the connection after each 401, and so binds no challenge to it.
    const again = await this.post(request, options)
    const renewed = challengeIn(hash, again)
    if (renewed === undefined) return again
    return this.#answerChallenge(hash, renewed, request, { ...options, isAlone: true })
  }

  async #answerChallenge(
    hash: 'md5' | 'sha256',
    challenge: DigestChallenge,
    request: WrittenRequest,
    options: SendOptions,
  ): Promise<SoapReply> {
    const reply = await this.post(request, options, challenge)
    const renewed = challengeIn(hash, reply)
    return renewed?.stale === true ? this.post(request, options, renewed) : reply
  }

  #withToken(login: Login, request: WrittenRequest, cameraClock: CameraClock): WrittenRequest {
    if (this.#credentials === null || login === 'none') return request
    const token = securityHeader({
      ...this.#credentials,
      form: login === 'ws-text' ? 'text' : 'digest',
      createdMs: login === 'ws-digest-own-clock' ? this.#deps.clock.now() : cameraClock.now(),
      nonce: this.#deps.random.bytes(16),
    })
    return { ...request, body: withHeader(request.body, token) }
  }
}

function challengeIn(hash: 'md5' | 'sha256', { status, challenges }: SoapReply): DigestChallenge | undefined {
  return status === 401 ? oursAmong(hash, digestChallenges(challenges)) : undefined
}

function oursAmong(
  hash: 'md5' | 'sha256',
  challenges: readonly DigestChallenge[],
): DigestChallenge | undefined {
  return challenges.find((one) => one.hash === hash)
}

function hashOf(login: Login): 'md5' | 'sha256' | null {
  if (login === 'http-digest-md5') return 'md5'
  return login === 'http-digest-sha256' ? 'sha256' : null
}
