import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import { type CertificatePins, noPins } from './certificate-pins.js'
import { type ChosenAudio, chooseAudio, chooseVideo } from './choose-track.js'
import { baseUrl, controlUrl } from './control-url.js'
import { credentialForms } from './credential-forms.js'
import { SessionKeepAlive } from './keep-alive.js'
import { Channels, type MediaTransport } from './media-path.js'
import type { RtspAddress, StreamCredentials } from './parse-rtsp-url.js'
import type { RtpSink } from './rtp-receiver.js'
import { type AuthScheme, RtspAuthentication } from './rtsp-authentication.js'
import { type Encryption, RtspConnection } from './rtsp-connection.js'
import { RtspDialogue } from './rtsp-dialogue.js'
import { readPublic } from './rtsp-message.js'
import type { RtspTap } from './rtsp-tap.js'
import { parseSdp } from './sdp.js'
import { StaleSources } from './stale-sources.js'
import { asStreamFailure, StreamFailure, statusFailure } from './stream-failure.js'
import type { Tracks } from './track.js'
import { TrackReception } from './track-reception.js'
import { type AgreedTrack, SoundTrouble, TrackSetup } from './track-setup.js'

export interface RtspSessionOptions {
  readonly address: RtspAddress
  readonly credentials: StreamCredentials | null
  /** The same account as it was typed in an address, where it can be read in two ways. */
  readonly typedCredentials?: StreamCredentials | null
  /** Never send the password in the clear. */
  readonly digestOnly?: boolean
  readonly allowsAddress: AddressPolicy
  readonly clock: Clock
  readonly random: Random
  /** What is known of certificates; without it only those of trusted authorities are taken. */
  readonly pins?: CertificatePins | undefined
  /** What to ask for first; default tcp. Encrypted sessions are TCP whatever is asked. */
  readonly transport?: MediaTransport
  /** Set the sound up, where there is some; default true. */
  readonly audio?: boolean
  /** Keep alive by OPTIONS whatever the camera offers. */
  readonly dislikesGetParameter?: boolean
  readonly onDislike?: () => void
  /** Resolving and connecting; default 5 s. */
  readonly connectTimeoutMs?: number
  /** Each answer; default 10 s. */
  readonly responseTimeoutMs?: number
  /** From PLAY to the first packet over UDP, ms; null (the default) does not wait for it. */
  readonly datagramTimeoutMs?: number | null
  readonly tap?: RtspTap | undefined
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

/** The camera plays over UDP and nothing arrives: a firewall, most likely. Over TCP it may. */
export class DatagramSilence extends StreamFailure {}

const userAgent = 'Sightline/0.1'
/** A camera that is asked to end a session is not waited for any longer. */
const teardownTimeoutMs = 1000
/** A source that said goodbye and goes on sending within this time did not mean it. */
const goodbyeGraceMs = 2000
const noSound: ChosenAudio = { track: null, offered: [], leftOut: [] }

/**
 * A stream that is being received: OPTIONS, DESCRIBE, SETUP of video and sound, PLAY (RFC 2326), then kept alive
 * until `close` or until the connection ends. Redirects are never followed.
 */
export class RtspSession {
  private readonly options: RtspSessionOptions
  private readonly connection: RtspConnection
  private readonly dialogue: RtspDialogue
  private readonly channels: Channels
  private readonly stale: StaleSources
  private readonly agreed: AgreedTrack[] = []
  private readonly receptions: TrackReception[] = []
  private offersGetParameter = false
  private aggregateUrl: string
  private sounds: ChosenAudio = noSound
  private keepAlive: SessionKeepAlive | null = null
  private cancelWatch: () => void = () => {}
  private onFirst: () => void = () => {}
  private closing: Promise<void> | null = null

  private constructor(
    options: RtspSessionOptions,
    connection: RtspConnection,
    channels: Channels,
    stale: StaleSources,
  ) {
    this.options = options
    this.connection = connection
    this.channels = channels
    this.stale = stale
    this.aggregateUrl = options.address.url
    const { credentials, digestOnly = false, random, typedCredentials = null } = options
    const forms = credentials === null ? [] : credentialForms(credentials, typedCredentials)
    this.dialogue = new RtspDialogue(connection, new RtspAuthentication({ forms, digestOnly, random }))
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
      await session.agree()
      isPlaying = true
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

  /** The sound of the stream, received or not. */
  get audio(): ChosenAudio {
    return this.sounds
  }

  get authScheme(): AuthScheme {
    return this.dialogue.authScheme
  }

  get encryption(): Encryption {
    return this.connection.encryption
  }

  get transport(): MediaTransport {
    return this.agreed[0]?.path.transport ?? 'tcp'
  }

  /** Packets of the video that were handed on. */
  get received(): number {
    return this.receptions[0]?.received ?? 0
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
    this.keepAlive?.stop(this.connection.failure !== null)
    this.cancelWatch()
    this.channels.clear()
    for (const reception of this.receptions) reception.close()
    if (this.dialogue.sessionId !== null && this.connection.failure === null) {
      await this.dialogue.send('TEARDOWN', this.aggregateUrl, {}, teardownTimeoutMs).catch(() => undefined)
    }
    await this.connection.close(reason)
    await Promise.all(this.agreed.map(({ path }) => path.close()))
  }

  /** Finds the tracks, and agrees on how they come; nothing is sent yet. */
  private async agree(): Promise<void> {
    const { address, audio = true, receive } = this.options
    const { url } = address
    this.offersGetParameter = readPublic((await this.dialogue.ask('OPTIONS', url)).headers).has(
      'GET_PARAMETER',
    )
    const described = await this.dialogue.demand('DESCRIBE', url, { Accept: 'application/sdp' })
    const description = parseSdp(described.body)
    const base = baseUrl(described.headers, url)
    this.aggregateUrl = controlUrl(base, description.control)
    this.sounds = chooseAudio(description)
    const video = chooseVideo(description)
    // Only an absolute control of the session moves the tracks' controls; cameras mean nothing by others.
    const trackBase = isAbsolute(description.control) ? this.aggregateUrl : base
    const urlsOf = (control: string | null) => [
      ...new Set([controlUrl(trackBase, control), controlUrl(url, control)]),
    ]
    const setup = new TrackSetup(this.connection, this.dialogue, this.channels)
    const seen = await setup.video(urlsOf(video.control), this.transportOrder())
    this.agreed.push(seen)
    const sound = audio ? this.sounds.track : null
    const heard = sound && (await setup.audio(urlsOf(sound.control), seen.path.transport))
    if (heard !== null) this.agreed.push(heard)
    const sinks = receive({ video, audio: heard === null ? null : sound })
    this.begin(seen, video, sinks.video, 0)
    if (heard !== null && sound !== null && sinks.audio !== null) this.begin(heard, sound, sinks.audio, 2)
  }

  private transportOrder(): MediaTransport[] {
    const { address, transport = 'tcp' } = this.options
    // Datagrams would leave the encryption behind.
    if (address.isSecure) return ['tcp']
    return transport === 'tcp' ? ['tcp', 'udp'] : ['udp', 'tcp']
  }

  private begin(
    { chosen, path }: AgreedTrack,
    { clockRate, payloadType }: { readonly payloadType: number; readonly clockRate: number },
    sink: RtpSink,
    tapChannel: number,
  ): void {
    const { clock, random, tap } = this.options
    const reception = new TrackReception({
      payloadType,
      clockRate,
      ssrc: chosen.ssrc,
      stale: this.stale.ssrcs,
      order: path.transport === 'tcp' ? 'kept' : 'restored',
      clock,
      random,
      sink,
      tap,
      tapChannel,
      send: (report) => path.sendReport(report),
      onFirst: () => {
        if (tapChannel === 0) this.onFirst()
      },
      onGoodbye: () =>
        this.endUnlessReceived('the camera ended the stream: it may be restarting', goodbyeGraceMs),
    })
    this.receptions.push(reception)
    path.begin(chosen, reception)
  }

  private async play(): Promise<void> {
    const { clock, datagramTimeoutMs = null, dislikesGetParameter = false, onDislike } = this.options
    await this.askToPlay()
    if (this.transport === 'udp' && datagramTimeoutMs !== null) await this.firstDatagram(datagramTimeoutMs)
    if (this.closing !== null) return
    this.keepAlive = new SessionKeepAlive({
      dialogue: this.dialogue,
      clock,
      url: this.aggregateUrl,
      method: this.offersGetParameter && !dislikesGetParameter ? 'GET_PARAMETER' : 'OPTIONS',
      onDislike: () => onDislike?.(),
      onFailure: (failure) => void this.connection.close(failure),
    })
  }

  /** @throws DatagramSilence, or why the connection ended */
  private firstDatagram(withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (then: () => void) => {
        cancel()
        this.onFirst = () => {}
        then()
      }
      const cancel = this.options.clock.after(withinMs, () => end(() => reject(datagramSilence())))
      this.onFirst = () => end(resolve)
      this.connection.onEnd((failure) => end(() => reject(failure)))
      if (this.received > 0) this.onFirst()
    })
  }

  private async askToPlay(): Promise<void> {
    const ask = () => this.dialogue.ask('PLAY', this.aggregateUrl, { Range: 'npt=0.000-' })
    const withSound = this.agreed.length > 1
    try {
      let response = await ask()
      // Of the ids that changed between two SETUPs, cameras mean now the last and now the first.
      if (response.status === 454 && this.dialogue.useFirstSession()) response = await ask()
      const failure = statusFailure('PLAY', response.status)
      if (failure !== null) throw failure
      this.dialogue.remember(response)
    } catch (error) {
      const { fault, message } = asStreamFailure(error)
      if (withSound && this.closing === null && fault !== 'auth')
        throw new SoundTrouble(fault, message, error)
      throw error
    }
  }

  /** Ends the session if no packet of the video comes within `graceMs`. */
  private endUnlessReceived(message: string, graceMs: number): void {
    const before = this.received
    this.cancelWatch()
    this.cancelWatch = this.options.clock.after(graceMs, () => {
      if (this.received === before) void this.close(new StreamFailure('protocol', message))
    })
  }
}

/** Only an absolute control of the session moves the tracks' controls; cameras mean nothing by others. */
function isAbsolute(control: string | null): boolean {
  return control !== null && /^rtsps?:\/\//i.test(control)
}

function datagramSilence(): DatagramSilence {
  return new DatagramSilence(
    'timeout',
    'the camera is set to send over UDP and nothing arrives: allow UDP from the camera in the firewall, or set the camera to TCP',
  )
}
