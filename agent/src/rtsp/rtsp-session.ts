import { kept } from '../platform/background.js'
import { askToPlay } from './ask-to-play.js'
import { noPins } from './certificate-pins.js'
import type { ChosenAudio } from './choose-track.js'
import { credentialForms } from './credential-forms.js'
import { DatagramSilence } from './datagram-silence.js'
import { type DescribedStream, describeStream } from './describe-stream.js'
import { SessionKeepAlive } from './keep-alive.js'
import { Channels, type MediaTransport } from './media-path.js'
import type { RtpSink } from './rtp-sink.js'
import { type AuthScheme, RtspAuthentication } from './rtsp-authentication.js'
import { type Encryption, RtspConnection } from './rtsp-connection.js'
import { RtspDialogue } from './rtsp-dialogue.js'
import type { RtspSessionOptions } from './session-options.js'
import { StaleSources } from './stale-sources.js'
import { asStreamFailure, StreamFailure } from './stream-failure.js'
import { TrackReception } from './track-reception.js'
import { type AgreedTrack, TrackSetup } from './track-setup.js'

const userAgent = 'Sightline/0.1'
/** A camera that is asked to end a session is not waited for any longer. */
const teardownTimeoutMs = 1000
/** A source that said goodbye and goes on sending within this time did not mean it; one that sends more rarely has longer. */
const goodbyeGraceMs = 2000
const longestGraceMs = 30_000
const noSound: ChosenAudio = { track: null, offered: [], leftOut: [] }

interface TrackFormat {
  readonly payloadType: number
  readonly clockRate: number
  /** The other track, which may come the same way. */
  readonly other: { readonly payloadType: number } | null
}

/**
 * A stream that is being received: OPTIONS, DESCRIBE, SETUP of video and sound, PLAY (RFC 2326), then kept alive
 * until `close` or until the connection ends. Redirects are never followed.
 */
export class RtspSession {
  readonly #options: RtspSessionOptions
  readonly #connection: RtspConnection
  readonly #dialogue: RtspDialogue
  readonly #channels: Channels
  readonly #stale: StaleSources
  readonly #agreed: AgreedTrack[] = []
  readonly #receptions: TrackReception[] = []
  #described: DescribedStream | null = null
  #keepAlive: SessionKeepAlive | null = null
  #cancelWatch: () => void = () => {}
  #onFirst: () => void = () => {}
  #closing: Promise<void> | null = null

  private constructor(
    options: RtspSessionOptions,
    connection: RtspConnection,
    channels: Channels,
    stale: StaleSources,
  ) {
    this.#options = options
    this.#connection = connection
    this.#channels = channels
    this.#stale = stale
    const { credentials, digestOnly = false, random, typedCredentials = null } = options
    const forms = credentials === null ? [] : credentialForms(credentials, typedCredentials)
    this.#dialogue = new RtspDialogue(connection, new RtspAuthentication({ forms, digestOnly, random }))
  }

  /**
   * Connects and plays; payloads may come before this resolves. After a failure nothing is left open.
   * @throws StreamFailure (SoundTrouble where the sound cost the video, DatagramSilence where nothing comes over
   * UDP), or the signal's reason.
   */
  static async open(options: RtspSessionOptions, signal: AbortSignal): Promise<RtspSession> {
    const channels = new Channels()
    const stale = new StaleSources()
    let isPlaying = false
    const connection = await RtspConnection.open(
      {
        host: options.address.host,
        port: options.address.port,
        timeoutMs: options.connectTimeoutMs ?? 5000,
        responseTimeoutMs: options.responseTimeoutMs ?? 10_000,
        allowsAddress: options.allowsAddress,
        clock: options.clock,
        pins: options.address.isSecure ? (options.pins ?? noPins) : null,
        tap: options.tap,
        onStray: options.onStray,
        userAgent,
      },
      (channel, data, start, end) => {
        if (isPlaying) channels.push(channel, data, start, end)
        else stale.note(data, start, end)
      },
      signal,
    )
    const session = new RtspSession(options, connection, channels, stale)
    const onAbort = () => void session.close()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      signal.throwIfAborted()
      await session.#agree()
      isPlaying = true
      connection.seekFrames((channel) => channels.has(channel))
      await session.#play()
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

  /** The sound of the stream, received or not. */
  get audio(): ChosenAudio {
    return this.#described?.sound ?? noSound
  }

  get authScheme(): AuthScheme {
    return this.#dialogue.authScheme
  }

  get encryption(): Encryption {
    return this.#connection.encryption
  }

  get transport(): MediaTransport {
    return this.#agreed[0]?.path.transport ?? 'tcp'
  }

  /** Packets of the video that were handed on. */
  get received(): number {
    return this.#receptions[0]?.received ?? 0
  }

  /** Calls `listener` once when the connection ended, `close` included. */
  onEnd(listener: (failure: StreamFailure) => void): void {
    this.#connection.onEnd(listener)
  }

  /** Ends the session at the camera, which otherwise keeps one of its few sessions open, and disconnects. */
  close(reason?: StreamFailure): Promise<void> {
    this.#closing ??= kept(this.#tearDown(reason))
    return this.#closing
  }

  /** The address of the session as a whole. */
  get #url(): string {
    return this.#described?.url ?? this.#options.address.url
  }

  async #tearDown(reason?: StreamFailure): Promise<void> {
    this.#keepAlive?.stop(this.#connection.failure !== null)
    this.#cancelWatch()
    this.#channels.clear()
    for (const reception of this.#receptions) reception.close()
    if (this.#dialogue.sessionId !== null && this.#connection.failure === null) {
      await this.#dialogue.send('TEARDOWN', this.#url, {}, teardownTimeoutMs).catch(() => undefined)
    }
    await this.#connection.close(reason)
    await Promise.all(this.#agreed.map(({ path }) => path.close()))
  }

  /** Finds the tracks, and agrees on how they come; nothing is sent yet. */
  async #agree(): Promise<void> {
    const { address, audio = true, receive } = this.#options
    const described = await describeStream(this.#dialogue, address.url)
    this.#described = described
    const { sound, video } = described
    const setup = new TrackSetup(this.#connection, this.#dialogue, this.#channels)
    const seen = await setup.video(described.urlsOf(video.control), this.#transportOrder())
    this.#agreed.push(seen)
    const track = audio ? sound.track : null
    const heard = track && (await setup.audio(described.urlsOf(track.control), seen.path.transport))
    if (heard !== null) this.#agreed.push(heard)
    const sinks = receive({ video, audio: heard === null ? null : track })
    this.#begin(seen, { ...video, other: heard === null ? null : track }, sinks.video, 0)
    if (heard !== null && track !== null && sinks.audio !== null) {
      this.#begin(heard, { ...track, other: video }, sinks.audio, 2)
    }
  }

  #transportOrder(): MediaTransport[] {
    const { address, transport = 'tcp' } = this.#options
    // Datagrams would leave the encryption behind.
    if (address.isSecure) return ['tcp']
    return transport === 'tcp' ? ['tcp', 'udp'] : ['udp', 'tcp']
  }

  #begin(
    { chosen, path }: AgreedTrack,
    { clockRate, payloadType, other }: TrackFormat,
    sink: RtpSink,
    tapChannel: number,
  ): void {
    // What would begin now, nobody would end.
    if (this.#closing !== null) throw new StreamFailure('protocol', 'the session was closed')
    const { clock, random, tap } = this.#options
    const reception = new TrackReception({
      payloadType,
      otherPayloadTypes: new Set(other === null ? [] : [other.payloadType]),
      clockRate,
      ssrc: chosen.ssrc,
      stale: this.#stale.ssrcs,
      order: path.transport === 'tcp' ? 'kept' : 'restored',
      clock,
      random,
      sink,
      tap,
      tapChannel,
      send: (report) => path.sendReport(report),
      onFirst: () => {
        if (tapChannel === 0) this.#onFirst()
      },
      onGoodbye: (withinMs) => {
        const graceMs = Math.max(goodbyeGraceMs, Math.min(withinMs, longestGraceMs))
        this.#endUnlessReceived('the camera ended the stream: it may be restarting', graceMs)
      },
    })
    this.#receptions.push(reception)
    path.begin(chosen, reception)
  }

  async #play(): Promise<void> {
    const { clock, datagramTimeoutMs = null, dislikesGetParameter = false, onDislike } = this.#options
    const withSound = this.#agreed.length > 1
    await askToPlay(this.#dialogue, this.#url, { withSound, isOver: () => this.#closing !== null })
    if (this.transport === 'udp' && datagramTimeoutMs !== null) await this.#firstDatagram(datagramTimeoutMs)
    if (this.#closing !== null) return
    this.#keepAlive = new SessionKeepAlive({
      dialogue: this.#dialogue,
      clock,
      url: this.#url,
      method:
        this.#described?.offersGetParameter === true && !dislikesGetParameter ? 'GET_PARAMETER' : 'OPTIONS',
      received: () => this.received,
      onDislike: () => onDislike?.(),
      onRefused: (status) => this.#options.onKeepAliveRefused?.(status),
      onFailure: (failure) => void this.#connection.close(failure),
    })
  }

  /** @throws DatagramSilence, or why the connection ended */
  #firstDatagram(withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (then: () => void) => {
        cancel()
        this.#onFirst = () => {}
        then()
      }
      const cancel = this.#options.clock.after(withinMs, () => end(() => reject(new DatagramSilence())))
      this.#onFirst = () => end(resolve)
      this.#connection.onEnd((failure) => end(() => reject(failure)))
      if (this.received > 0) this.#onFirst()
    })
  }

  /** Ends the session if no packet of the video comes within `graceMs`. */
  #endUnlessReceived(message: string, graceMs: number): void {
    const before = this.received
    this.#cancelWatch()
    this.#cancelWatch = this.#options.clock.after(graceMs, () => {
      if (this.received === before) this.close(new StreamFailure('protocol', message)).catch(() => undefined)
    })
  }
}
