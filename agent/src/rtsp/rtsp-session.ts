import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import { audioEncodings, chooseVideo, type VideoTrack } from './choose-track.js'
import { baseUrl, controlUrl } from './control-url.js'
import type { RtspAddress, StreamCredentials } from './parse-rtsp-url.js'
import { RtpReceiver, type RtpSink } from './rtp-receiver.js'
import { type AuthScheme, RtspAuthentication } from './rtsp-authentication.js'
import { RtspConnection } from './rtsp-connection.js'
import { header, type RtspResponse, readPublic, readSession, readTransport } from './rtsp-message.js'
import { parseSdp } from './sdp.js'
import { asStreamFailure, StreamFailure, statusFailure } from './stream-failure.js'

export interface RtspSessionOptions {
  readonly address: RtspAddress
  readonly credentials: StreamCredentials | null
  readonly allowsAddress: AddressPolicy
  readonly clock: Clock
  readonly random: Random
  /** Resolving and connecting; default 5 s. */
  readonly connectTimeoutMs?: number
  /** Each answer; default 10 s. */
  readonly responseTimeoutMs?: number
  /** Makes the receiver of the track's payloads, before the first of them can come. */
  readonly receive: (track: VideoTrack) => RtpSink
}

const userAgent = 'Sightline/0.1'
/** A camera that is asked to end a session is not waited for any longer. */
const teardownTimeoutMs = 1000
/** First answer, fresh nonce, weaker algorithm: more than that is a wrong password. */
const mostTries = 3

/**
 * A stream that is being received: OPTIONS, DESCRIBE, SETUP over TCP, PLAY (RFC 2326), then kept alive until
 * `close` or until the connection ends. Redirects are never followed.
 */
export class RtspSession {
  private readonly options: RtspSessionOptions
  private readonly connection: RtspConnection
  private readonly authentication: RtspAuthentication
  private readonly receivers: Map<number, RtpReceiver>
  private offered: ReadonlySet<string> = new Set()
  private sessionId: string | null = null
  private timeoutSec = 60
  private aggregateUrl: string
  private chosen: VideoTrack | null = null
  private sounds: readonly string[] = []
  private cancelKeepAlive: () => void = () => {}
  private closing: Promise<void> | null = null

  private constructor(
    options: RtspSessionOptions,
    connection: RtspConnection,
    receivers: Map<number, RtpReceiver>,
  ) {
    this.options = options
    this.connection = connection
    this.receivers = receivers
    this.aggregateUrl = options.address.url
    this.authentication = new RtspAuthentication(options.credentials, options.random)
  }

  /**
   * Connects and plays; payloads may come before this resolves. After a failure nothing is left open.
   * @throws StreamFailure, or the signal's reason.
   */
  static async open(options: RtspSessionOptions, signal: AbortSignal): Promise<RtspSession> {
    const receivers = new Map<number, RtpReceiver>()
    const connection = await RtspConnection.open(
      {
        host: options.address.host,
        port: options.address.port,
        timeoutMs: options.connectTimeoutMs ?? 5000,
        responseTimeoutMs: options.responseTimeoutMs ?? 10_000,
        allowsAddress: options.allowsAddress,
        clock: options.clock,
        userAgent,
      },
      (channel, data, start, end) => receivers.get(channel)?.push(data, start, end),
      signal,
    )
    const session = new RtspSession(options, connection, receivers)
    const onAbort = () => void session.close()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      signal.throwIfAborted()
      await session.play()
      signal.throwIfAborted()
      return session
    } catch (error) {
      await session.close()
      signal.throwIfAborted()
      throw asStreamFailure(error)
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  get track(): VideoTrack {
    if (this.chosen === null) throw new Error('a session that plays has a track')
    return this.chosen
  }

  /** Encodings of the sound that the camera offers; it is not received. */
  get audio(): readonly string[] {
    return this.sounds
  }

  get authScheme(): AuthScheme {
    return this.authentication.scheme
  }

  /** Calls `listener` once when the connection ended, `close` included. */
  onEnd(listener: (failure: StreamFailure) => void): void {
    this.connection.onEnd(listener)
  }

  /** Ends the session at the camera, for otherwise it holds one of its few places, and disconnects. */
  close(reason?: StreamFailure): Promise<void> {
    this.closing ??= this.tearDown(reason)
    return this.closing
  }

  private async tearDown(reason?: StreamFailure): Promise<void> {
    this.cancelKeepAlive()
    this.receivers.clear()
    if (this.sessionId !== null && this.connection.failure === null) {
      const headers = this.headersFor('TEARDOWN', this.aggregateUrl)
      await this.connection
        .request('TEARDOWN', this.aggregateUrl, headers, teardownTimeoutMs)
        .catch(() => undefined)
    }
    await this.connection.close(reason)
  }

  private async play(): Promise<void> {
    const { url } = this.options.address
    this.offered = readPublic((await this.ask('OPTIONS', url)).headers)
    const described = await this.demand('DESCRIBE', url, { Accept: 'application/sdp' })
    const description = parseSdp(described.body)
    const base = baseUrl(described.headers, url)
    this.aggregateUrl = controlUrl(base, description.control)
    this.sounds = audioEncodings(description)
    const track = chooseVideo(description)
    this.chosen = track
    const trackBase = isAbsolute(description.control) ? this.aggregateUrl : base
    await this.setUp(track, controlUrl(trackBase, track.control))
    const played = await this.demand('PLAY', this.aggregateUrl, { Range: 'npt=0.000-' })
    this.remember(played)
    this.keepAliveLater()
  }

  private async setUp(track: VideoTrack, url: string): Promise<void> {
    const sink = this.options.receive(track)
    const asked = { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' }
    const response = await this.demand('SETUP', url, asked)
    this.remember(response)
    if (this.sessionId === null) {
      throw new StreamFailure('protocol', 'the camera opened no session: restart it, or check its firmware')
    }
    if (/;\s*(?:client_port|server_port)\s*=/i.test(header(response.headers, 'transport') ?? '')) {
      throw statusFailure('SETUP', 461) ?? new StreamFailure('protocol', 'the camera does not send over TCP')
    }
    const { rtpChannel, ssrc } = readTransport(response.headers)
    this.receivers.set(rtpChannel ?? 0, new RtpReceiver(track.payloadType, ssrc, sink))
  }

  /** Session ids change between answers, and the last one counts. */
  private remember(response: RtspResponse): void {
    const session = readSession(response.headers)
    if (session === null) return
    this.sessionId = session.id
    if (/timeout/i.test(header(response.headers, 'session') ?? '')) this.timeoutSec = session.timeoutSec
  }

  private keepAliveLater(): void {
    this.cancelKeepAlive = this.options.clock.after(Math.max(this.timeoutSec * 500, 500), () => {
      this.keepAlive().catch((error: unknown) => this.connection.close(asStreamFailure(error)))
    })
  }

  /** The camera only has to hear it: one that plays and does not answer is judged by its frames. */
  private async keepAlive(): Promise<void> {
    const method = this.offered.has('GET_PARAMETER') ? 'GET_PARAMETER' : 'OPTIONS'
    const response = await this.ask(method, this.aggregateUrl).catch((error: unknown) => {
      if (error instanceof StreamFailure && error.fault === 'timeout') return null
      throw error
    })
    if (response !== null && method === 'GET_PARAMETER' && [405, 451, 501].includes(response.status)) {
      this.offered = new Set([...this.offered].filter((name) => name !== method))
      return this.keepAlive()
    }
    if (response?.status === 454) {
      throw new StreamFailure('protocol', 'the camera ended the session: it may be restarting')
    }
    if (this.closing === null) this.keepAliveLater()
  }

  private async demand(
    method: string,
    uri: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<RtspResponse> {
    const response = await this.ask(method, uri, headers)
    const failure = statusFailure(method, response.status)
    if (failure !== null) throw failure
    return response
  }

  /** Sends a request with what the camera wants to know of us; other statuses than 401 are the caller's. */
  private async ask(
    method: string,
    uri: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RtspResponse> {
    for (let attempt = 1; ; attempt++) {
      const sent = this.headersFor(method, uri)
      const response = await this.connection.request(method, uri, { ...headers, ...sent })
      const tried = sent['Authorization'] !== undefined
      if (response.status !== 401) {
        if (tried) this.authentication.accepted()
        return response
      }
      if (attempt > mostTries || !this.authentication.challenged(response.headers, tried)) {
        throw this.refused(tried)
      }
    }
  }

  private refused(tried: boolean): StreamFailure {
    if (!this.authentication.hasCredentials) {
      return new StreamFailure('auth', 'the camera asks for a user name and a password: enter both')
    }
    if (!tried) {
      return new StreamFailure(
        'auth',
        'the camera asks for a way to log in that is not supported: enable Digest authentication in it',
      )
    }
    return new StreamFailure(
      'auth',
      'the camera refused user name and password: check both; wait before trying again, cameras lock accounts',
    )
  }

  private headersFor(method: string, uri: string): Record<string, string> {
    const authorization = this.authentication.authorize(method, uri)
    return {
      ...(this.sessionId === null ? {} : { Session: this.sessionId }),
      ...(authorization === null ? {} : { Authorization: authorization }),
    }
  }
}

/** Only an absolute control of the session moves the tracks' controls; cameras mean nothing by others. */
function isAbsolute(control: string | null): boolean {
  return control !== null && /^rtsp:\/\//i.test(control)
}
