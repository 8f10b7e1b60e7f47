import { BackgroundTasks } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { PacketSource } from '../stream/packet.js'
import type { LiveWish } from './frame-choice.js'
import type { MediaSink, Rendition } from './renditions.js'
import { mpeg1Size, type TransportPicture, TransportPictures } from './transport-pictures.js'

/** A picture that is transcoded; after it is disposed of, nothing of it runs for who had it. */
export interface ShownPicture {
  /** When the newest picture was shown that the transcoder was given, ms since the epoch; null before the first. */
  readonly takenAtMs: number | null
  /** Neither throws nor blocks. @returns the way to end looking */
  show(viewer: (bytes: Buffer) => void): () => void
  [Symbol.asyncDispose](): Promise<void>
}

/** Transcodes a stream. @param lost a transcoder ended, or makes nothing: with how many of them did, one after the other */
export type Transcode = (source: PacketSource, lost: (failures: number) => void) => ShownPicture

export interface Mpeg1RenditionDeps {
  readonly transcode: Transcode
  readonly clock: Clock
  readonly log: Logger
}

/** After so many transcoders that did not go on for long, the stream is taken for one that none of them can make. */
const mostFailures = 3
/** Viewers read it: what ffmpeg wrote is in the log alone. */
const lostReason = 'the gateway could not transcode the picture'

/** The stream as MPEG-1, for a browser that cannot decode what the camera sends: made here. */
export class Mpeg1Rendition implements Rendition {
  readonly #deps: Mpeg1RenditionDeps
  readonly #sink: MediaSink
  readonly #ending: BackgroundTasks
  #wish: LiveWish
  #picture: ShownPicture | null = null
  #size: string | null = null
  #awaitsKeyframe = true
  #hasGap = false
  #lastDtsUs = Number.NEGATIVE_INFINITY

  constructor(wish: LiveWish, deps: Mpeg1RenditionDeps, sink: MediaSink) {
    this.#wish = wish
    this.#deps = deps
    this.#sink = sink
    this.#ending = new BackgroundTasks((err) => deps.log.error({ err }, 'live.transcoder_not_ended'))
  }

  begin(source: PacketSource): void {
    this.rest()
    const picture = this.#deps.transcode(source, (failures) => this.#lost(failures))
    const pieces = new TransportPictures()
    this.#picture = picture
    this.#awaitsKeyframe = true
    picture.show((bytes) => {
      if (this.#picture !== picture) return
      for (const piece of pieces.take(bytes)) this.#send(piece, picture.takenAtMs ?? this.#deps.clock.now())
    })
  }

  rest(): void {
    const picture = this.#picture
    this.#picture = null
    if (picture !== null) this.#ending.add(picture[Symbol.asyncDispose]())
  }

  change(wish: LiveWish): void {
    this.#wish = wish
  }

  async stop(): Promise<void> {
    this.rest()
    await this.#ending.settled()
  }

  #send({ keyframe, data }: TransportPicture, takenAtMs: number): void {
    if (!keyframe && this.#wish.mode === 'keys') {
      this.#awaitsKeyframe = true
      return
    }
    if (this.#sink.isBehind()) return this.#leaveOut()
    if (!keyframe && this.#awaitsKeyframe) return
    if (keyframe && !this.#begins(data)) return
    this.#awaitsKeyframe = false
    this.#lastDtsUs = Math.max(Math.round(this.#deps.clock.monotonic() * 1000), this.#lastDtsUs + 1)
    const wasSent = this.#sink.frame({
      kind: 'mpeg1',
      keyframe,
      discontinuity: this.#hasGap,
      catchUp: false,
      capturedMs: takenAtMs,
      dtsUs: this.#lastDtsUs,
      ctsUs: 0,
      data,
    })
    if (wasSent) this.#hasGap = false
    else this.#leaveOut()
  }

  #lost(failures: number): void {
    this.#leaveOut()
    if (failures < mostFailures) return this.#sink.state('interrupted', lostReason)
    this.rest()
    this.#sink.failed(lostReason)
  }

  #leaveOut(): void {
    this.#awaitsKeyframe = true
    this.#hasGap = true
  }

  /** @returns whether its size is known */
  #begins(data: Buffer): boolean {
    const size = mpeg1Size(data)
    if (size === null) return this.#size !== null
    const name = `${size.width}x${size.height}`
    this.#sink.state('flowing', null)
    if (name !== this.#size) {
      this.#sink.format({ rendition: 'mpeg1', codec: 'mpeg1', description: null, ...size, audio: null })
      this.#hasGap = false
    }
    this.#size = name
    return true
  }
}
