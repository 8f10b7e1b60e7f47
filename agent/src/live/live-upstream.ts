import { type LiveRendition, type LiveStart, liveCloseCodes } from '@sightline/protocol'
import type { ActiveCamera } from '../cameras/active-camera.js'
import type { StreamWatcher } from '../cameras/live-streams.js'
import type { Channel } from '../cloud-link/open-socket.js'
import type { Clock } from '../platform/clock.js'
import { defaultSilenceMs } from '../platform/cloud-http.js'
import type { Logger } from '../platform/logger.js'
import type { PacketSource } from '../stream/packet.js'
import { dialMedia } from './dial-media.js'
import type { LiveWish } from './frame-choice.js'
import type { LineTrip } from './line-trip.js'
import { MediaSocket, type SentSoFar } from './media-socket.js'
import type { MakeRendition } from './rendition-makers.js'
import type { MediaSink, Rendition } from './renditions.js'

export interface LiveUpstreamOptions {
  readonly request: LiveStart
  readonly camera: ActiveCamera
  readonly channel: Channel
  /** Makes what is sent of what the camera sends. */
  readonly rendition: MakeRendition
  /** Somebody waits for a keyframe; neither throws nor blocks. */
  readonly askForKeyframe: () => void
  /** Nothing comes of the rendition; neither throws nor blocks. */
  readonly onRenditionFailed: () => void
  /** Whether keyframes alone are sent, whatever is wanted. */
  readonly isKeysOnly: boolean
  readonly lineTrip: LineTrip
  readonly clock: Clock
  readonly log: Logger
}

const keysOnlyReason = 'keyframes alone are sent: recordings have waited for the line of the site for an hour'

/** Where another run begins within this time, as with another size of the picture, nothing was interrupted, ms. */
const breakMs = 500

/** One stream of a camera on its way to the cloud, over a media socket of its own. */
export class LiveUpstream implements StreamWatcher {
  readonly #options: LiveUpstreamOptions
  readonly #ending = new AbortController()
  #wish: LiveWish
  #isKeysOnly: boolean
  #isOver = false
  #socket: MediaSocket | null = null
  #rendition: Rendition | null = null
  #source: PacketSource | null = null
  /** What was said of the stream last. */
  #said: { readonly state: 'flowing' | 'interrupted'; readonly message: string | null } | null = null
  #cancelBreak: () => void = () => undefined
  #endedBy: { readonly code: number; readonly reason: string } | null = null

  constructor(options: LiveUpstreamOptions) {
    this.#options = options
    const { mode, audio } = options.request
    this.#wish = { mode, audio }
    this.#isKeysOnly = options.isKeysOnly
  }

  get rendition(): LiveRendition {
    return this.#options.request.rendition
  }

  /** By how much the oldest frame waits longer than the round trip, ms; 0 on a socket where nothing arrives any more. */
  get overdueMs(): number {
    return this.#isOver ? 0 : (this.#socket?.overdueMs ?? 0)
  }

  /** Bytes that arrived at the cloud. */
  get arrivedBytes(): number {
    return this.#socket?.arrivedBytes ?? 0
  }

  /** Which stream it is, and what was sent of it so far. */
  get facts(): SentSoFar & Pick<LiveStart, 'camera_id' | 'stream' | 'rendition'> {
    const { camera_id, stream, rendition } = this.#options.request
    return { camera_id, stream, rendition, ...(this.#socket?.sent ?? { frames: 0, bytes: 0, gaps: 0 }) }
  }

  /** Opens the media socket and sends until either side ends it. Never rejects. */
  async run(): Promise<void> {
    const { camera, request } = this.#options
    const before = camera.status().message ?? 'the camera is being connected'
    const unwatch = camera.live.watch(request.stream, this, before)
    try {
      const socket = await this.#dial()
      if (socket !== null) await this.#serve(socket)
    } catch (err) {
      this.#options.log.error({ ...this.#name(), err }, 'live.failed')
      this.end(liveCloseCodes.unavailable, 'the gateway failed')
    } finally {
      unwatch()
      this.#cancelBreak()
      await this.#rendition?.stop()
    }
  }

  /** Ends it, also before the socket is open. */
  end(code: number, reason: string): void {
    this.#endedBy ??= { code, reason }
    this.#ending.abort(new Error(reason))
    this.#socket?.close(code, reason)
  }

  /** Whether keyframes alone are sent from now on, whatever is wanted. */
  limit(isKeysOnly: boolean): void {
    if (this.#isKeysOnly === isKeysOnly) return
    this.#isKeysOnly = isKeysOnly
    this.#rendition?.change(this.#granted)
    if (this.#said?.state === 'flowing') this.#say('flowing', this.#limitation)
  }

  available(source: PacketSource): void {
    this.#source = source
    this.#rendition?.begin(source)
  }

  interrupted(reason: string): void {
    this.#say('interrupted', reason)
  }

  /** Also a socket that is only being opened is told why. */
  gone(reason: string): void {
    this.#endedBy ??= { code: liveCloseCodes.unavailable, reason }
    this.#socket?.close(this.#endedBy.code, this.#endedBy.reason)
  }

  get #granted(): LiveWish {
    return this.#isKeysOnly ? { mode: 'keys', audio: false } : this.#wish
  }

  /** Why less is sent than is wanted; null where nothing less is. */
  get #limitation(): string | null {
    return this.#isKeysOnly ? keysOnlyReason : null
  }

  async #dial(): Promise<MediaSocket | null> {
    const { channel, clock, lineTrip, log } = this.#options
    const opening = await dialMedia(channel, clock, this.#ending.signal)
    if (opening.kind !== 'open') {
      if (!this.#ending.signal.aborted)
        log.warn({ ...this.#name(), reason: opening.reason }, 'live.not_opened')
      return null
    }
    return new MediaSocket(opening.socket, {
      clock,
      silenceMs: channel.route.silenceMs ?? defaultSilenceMs,
      lineTrip,
      onMessage: (message) => {
        if (message.type === 'keyframe') return this.#options.askForKeyframe()
        this.#wish = { mode: message.mode, audio: message.audio }
        this.#rendition?.change(this.#granted)
      },
    })
  }

  async #serve(socket: MediaSocket): Promise<void> {
    const { clock, log, rendition, request } = this.#options
    const startedMs = clock.monotonic()
    this.#socket = socket
    if (this.#endedBy !== null) {
      socket.close(this.#endedBy.code, this.#endedBy.reason)
      await socket.ended
      return
    }
    log.info({ ...this.#name(), mode: request.mode, rendition: request.rendition }, 'live.begun')
    const said = this.#said
    if (said?.state === 'interrupted') socket.message({ type: 'state', ...said })
    this.#rendition = rendition(this.#granted, this.#sink(socket))
    if (this.#source !== null) this.#rendition.begin(this.#source)
    const code = await socket.ended
    this.#isOver = true
    this.#rendition.rest()
    const ms = Math.round(clock.monotonic() - startedMs)
    log.info({ ...this.#name(), code, ms, ...socket.sent }, 'live.ended')
  }

  #sink(socket: MediaSocket): MediaSink {
    return {
      format: (format) => socket.message({ type: 'format', ...format }),
      frame: (frame) => socket.frame(frame),
      state: (state, message) => {
        this.#cancelBreak()
        if (state === 'flowing') this.#say(state, this.#limitation)
        else this.#cancelBreak = this.#options.clock.after(breakMs, () => this.#say(state, message))
      },
      isBehind: () => socket.checkBehind(),
      hasComeBack: () => socket.hasComeBack,
      askForKeyframe: () => this.#options.askForKeyframe(),
      failed: (reason) => {
        this.#options.onRenditionFailed()
        this.end(liveCloseCodes.unavailable, reason)
      },
    }
  }

  /** Each state once; of an interruption the newest reason. */
  #say(state: 'flowing' | 'interrupted', message: string | null): void {
    const isNews = this.#said?.state !== state || this.#said.message !== message
    const isFirst = this.#said === null && state === 'flowing' && message === null
    this.#said = { state, message: message?.slice(0, 1000) ?? null }
    if (isNews && !isFirst) this.#socket?.message({ type: 'state', ...this.#said })
  }

  #name() {
    const { live_id: liveId, camera_id: cameraId, stream } = this.#options.request
    return { liveId, cameraId, stream }
  }
}
