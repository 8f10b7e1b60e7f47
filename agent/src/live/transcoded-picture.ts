import { BackgroundTasks } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import type { StartTranscoder, Transcoder } from '../platform/ffmpeg/mpeg1-transcoder.js'
import type { Logger } from '../platform/logger.js'
import { annexB } from '../stream/annex-b.js'
import { type Packet, type PacketListener, type PacketSource, presentedAtMs } from '../stream/packet.js'

interface TranscodedPictureOptions {
  readonly source: PacketSource
  readonly start: StartTranscoder
  readonly clock: Clock
  readonly log: Logger
  /**
   * A transcoder ended, or makes nothing; another is started in a while. Neither throws nor blocks.
   * @param failures how many of them made pictures for a moment at most, one after the other
   */
  readonly lost?: (failures: number) => void
}

/** Takes what is to be shown; neither throws nor blocks. */
type Viewer = (bytes: Buffer) => void

/** The transcoder probes some seconds of a stream before it begins: those that are kept are given to it at once. */
const leadMs = 5000
/** Behind by more than this it gets no further pictures until the next keyframe. */
const mostWaitingBytes = 4 * 1024 * 1024
/** One that makes nothing of so many pictures, for so long, hangs: it probes some seconds of a stream, on a busy machine. */
const hangs = { pictures: 25, ms: 20_000 } as const
/** A transcoder that ended is started again after this long, and after longer with each that fails, ms. */
const restartAfterMs = { first: 2000, most: 30_000 } as const
/** One that made pictures for so long worked; the first ones alone say nothing, for it may fail over each keyframe, ms. */
const worksMs = 10_000

/**
 * The moving picture of a camera for its viewers: transcoded once, and only while somebody does. Each run of the stream
 * gets a transcoder of its own, because codec and size may be others.
 */
export class TranscodedPicture implements PacketListener, AsyncDisposable {
  readonly #options: TranscodedPictureOptions
  readonly #viewers = new Set<Viewer>()
  readonly #ending: BackgroundTasks
  #transcoder: Transcoder | null = null
  #runId: number | null = null
  #awaitsKeyframe = true
  #takenAtMs: number | null = null
  #unsubscribe: (() => void) | null = null
  /** Pictures that it was given since it made something last, and since when. */
  #unanswered = { pictures: 0, sinceMs: 0 }
  #failures = 0
  /** When the transcoder that runs made something first; null before. */
  #madeSinceMs: number | null = null
  #cancelRestart = () => {}

  constructor(options: TranscodedPictureOptions) {
    this.#options = options
    this.#ending = new BackgroundTasks((err) => options.log.error({ err }, 'live.transcoder_not_ended'))
  }

  /** The viewers. */
  get viewers(): number {
    return this.#viewers.size
  }

  /** When the newest picture was shown that the transcoder was given, ms since the epoch; null before the first. */
  get takenAtMs(): number | null {
    return this.#takenAtMs
  }

  /** @returns the way to end looking */
  show(viewer: Viewer): () => void {
    this.#viewers.add(viewer)
    if (this.#unsubscribe === null) this.#begin()
    return () => {
      this.#viewers.delete(viewer)
      if (this.#viewers.size === 0) this.#rest()
    }
  }

  packet(packet: Packet): void {
    if (packet.track !== 'video') return
    if (packet.run.id !== this.#runId) this.#renew(packet.run.id)
    const transcoder = this.#transcoder
    if (transcoder === null) return
    if (this.#isHanging) return this.#giveUp(transcoder)
    if (transcoder.waiting > mostWaitingBytes) this.#awaitsKeyframe = true
    if (this.#awaitsKeyframe && (!packet.keyframe || transcoder.waiting > 0)) return
    this.#awaitsKeyframe = false
    this.#takenAtMs = presentedAtMs(packet)
    if (this.#unanswered.pictures === 0) this.#unanswered.sinceMs = this.#options.clock.monotonic()
    this.#unanswered.pictures += 1
    transcoder.write(annexB(packet))
  }

  runEnded(): void {
    this.#drop()
    this.#runId = null
  }

  /** Resolves once no process is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#viewers.clear()
    this.#rest()
    await this.#ending.settled()
  }

  #begin(): void {
    const { source, clock } = this.#options
    // What is kept comes before `subscribe` returns.
    this.#unsubscribe = () => {}
    this.#unsubscribe = source.subscribe(this, clock.now() - leadMs)
  }

  #rest(): void {
    this.#cancelRestart()
    this.#unsubscribe?.()
    this.#unsubscribe = null
    this.runEnded()
  }

  #renew(runId: number): void {
    this.#drop()
    this.#runId = runId
    this.#awaitsKeyframe = true
    this.#unanswered = { pictures: 0, sinceMs: 0 }
    this.#madeSinceMs = null
    const transcoder = this.#options.start({
      data: (bytes) => {
        if (this.#transcoder !== transcoder) return
        this.#made()
        for (const viewer of this.#viewers) viewer(bytes)
      },
      ended: (said) => {
        if (this.#transcoder === transcoder) this.#lost(said)
      },
    })
    this.#transcoder = transcoder
  }

  #made(): void {
    const nowMs = this.#options.clock.monotonic()
    this.#madeSinceMs ??= nowMs
    this.#unanswered.pictures = 0
    if (nowMs - this.#madeSinceMs >= worksMs) this.#failures = 0
  }

  /** The same stream is tried again in a while: a transcoder may fail over one picture. */
  #lost(said: string): void {
    this.#options.log.warn({ said, formerly: 'preview.transcoder_ended' }, 'live.transcoder_ended')
    this.#transcoder = null
    const { first, most } = restartAfterMs
    const waitMs = Math.min(most, first * 2 ** Math.min(this.#failures, 10))
    this.#cancelRestart = this.#options.clock.after(waitMs, () => {
      this.#runId = null
    })
    this.#failures += 1
    this.#options.lost?.(this.#failures)
  }

  get #isHanging(): boolean {
    const { pictures, sinceMs } = this.#unanswered
    return pictures >= hangs.pictures && this.#options.clock.monotonic() - sinceMs >= hangs.ms
  }

  #giveUp(transcoder: Transcoder): void {
    this.#ending.add(transcoder.stop())
    this.#lost('ffmpeg runs, and makes no pictures')
  }

  #drop(): void {
    this.#cancelRestart()
    const transcoder = this.#transcoder
    this.#transcoder = null
    if (transcoder === null) return
    this.#ending.add(transcoder.stop())
  }
}
