import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import { type ChosenAudio, chooseAudio, chooseVideo } from './choose-track.js'
import { baseUrl, controlUrl } from './control-url.js'
import type { RtspAddress, StreamCredentials } from './parse-rtsp-url.js'
import { RtpReceiver, type RtpSink } from './rtp-receiver.js'
import { type AuthScheme, RtspAuthentication } from './rtsp-authentication.js'
import { RtspConnection } from './rtsp-connection.js'
import { RtspDialogue } from './rtsp-dialogue.js'
import { header, readPublic, readTransport } from './rtsp-message.js'
import { parseSdp } from './sdp.js'
import { asStreamFailure, StreamFailure, statusFailure } from './stream-failure.js'
import type { Tracks, VideoTrack } from './track.js'

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
  /**
   * Makes the receivers of the tracks' payloads, before the first of them can come. Sound that is not wanted
   * gets none.
   * @throws StreamFailure where the tracks are of no use.
   */
  readonly receive: (tracks: Tracks) => TrackSinks
}

/** Who receives the payloads of which track. */
export interface TrackSinks {
  readonly video: RtpSink
  readonly audio: RtpSink | null
}

const userAgent = 'Sightline/0.1'
/** A camera that is asked to end a session is not waited for any longer. */
const teardownTimeoutMs = 1000
/**
 * A stream that is being received: OPTIONS, DESCRIBE, SETUP over TCP, PLAY (RFC 2326), then kept alive until
 * `close` or until the connection ends. Redirects are never followed.
 */
export class RtspSession {
  private readonly options: RtspSessionOptions
  private readonly connection: RtspConnection
  private readonly dialogue: RtspDialogue
  private readonly receivers: Map<number, RtpReceiver>
  private offered: ReadonlySet<string> = new Set()
  private aggregateUrl: string
  private chosen: VideoTrack | null = null
  private sounds: ChosenAudio = { track: null, offered: [], leftOut: [] }
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
    this.dialogue = new RtspDialogue(connection, new RtspAuthentication(options.credentials, options.random))
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

  get audio(): ChosenAudio {
    return this.sounds
  }

  get authScheme(): AuthScheme {
    return this.dialogue.authScheme
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
    if (this.dialogue.sessionId !== null && this.connection.failure === null) {
      await this.dialogue.send('TEARDOWN', this.aggregateUrl, {}, teardownTimeoutMs).catch(() => undefined)
    }
    await this.connection.close(reason)
  }

  private async play(): Promise<void> {
    const { url } = this.options.address
    this.offered = readPublic((await this.dialogue.ask('OPTIONS', url)).headers)
    const described = await this.dialogue.demand('DESCRIBE', url, { Accept: 'application/sdp' })
    const description = parseSdp(described.body)
    const base = baseUrl(described.headers, url)
    this.aggregateUrl = controlUrl(base, description.control)
    this.sounds = chooseAudio(description)
    const track = chooseVideo(description)
    this.chosen = track
    const trackBase = isAbsolute(description.control) ? this.aggregateUrl : base
    await this.setUp(track, controlUrl(trackBase, track.control))
    this.dialogue.remember(await this.dialogue.demand('PLAY', this.aggregateUrl, { Range: 'npt=0.000-' }))
    this.keepAliveLater()
  }

  private async setUp(track: VideoTrack, url: string): Promise<void> {
    const sink = this.options.receive({ video: track, audio: null }).video
    const asked = { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' }
    const response = await this.dialogue.demand('SETUP', url, asked)
    this.dialogue.remember(response)
    if (this.dialogue.sessionId === null) {
      throw new StreamFailure('protocol', 'the camera opened no session: restart it, or check its firmware')
    }
    if (/;\s*(?:client_port|server_port)\s*=/i.test(header(response.headers, 'transport') ?? '')) {
      throw statusFailure('SETUP', 461) ?? new StreamFailure('protocol', 'the camera does not send over TCP')
    }
    const { rtpChannel, ssrc } = readTransport(response.headers)
    this.receivers.set(rtpChannel ?? 0, new RtpReceiver(track.payloadType, ssrc, sink))
  }

  private keepAliveLater(): void {
    this.cancelKeepAlive = this.options.clock.after(Math.max(this.dialogue.timeoutSec * 500, 500), () => {
      this.keepAlive().catch((error: unknown) => this.connection.close(asStreamFailure(error)))
    })
  }

  /** The camera only has to hear it: one that plays and does not answer is judged by its frames. */
  private async keepAlive(): Promise<void> {
    const method = this.offered.has('GET_PARAMETER') ? 'GET_PARAMETER' : 'OPTIONS'
    const response = await this.dialogue.ask(method, this.aggregateUrl).catch((error: unknown) => {
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
}

/** Only an absolute control of the session moves the tracks' controls; cameras mean nothing by others. */
function isAbsolute(control: string | null): boolean {
  return control !== null && /^rtsp:\/\//i.test(control)
}
