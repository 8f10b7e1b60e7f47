import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import { annexB } from '../stream/annex-b.js'
import type { Packet, PacketListener, PacketSource } from '../stream/packet.js'
import type { StartTranscoder, Transcoder } from './transcoder.js'

export interface PreviewPictureOptions {
  readonly source: PacketSource
  readonly start: StartTranscoder
  readonly clock: Clock
  readonly log: Logger
}

/** Takes what is to be shown; neither throws nor blocks. */
export type Viewer = (bytes: Buffer) => void

/** The transcoder looks at some seconds of a stream before it begins: those that are kept are given to it at once. */
const leadMs = 5000
/** Behind by more than this it gets no further pictures until the next keyframe. */
const mostWaitingBytes = 4 * 1024 * 1024
/** A transcoder that ended is started again after this long. */
const restartAfterMs = 2000

/**
 * The moving picture of a camera for whoever looks: transcoded once, and only while somebody does. Each run of the stream
 * gets a transcoder of its own, because codec and size may be others.
 */
export class PreviewPicture implements PacketListener, AsyncDisposable {
  readonly #options: PreviewPictureOptions
  readonly #viewers = new Set<Viewer>()
  readonly #ending = new Set<Promise<void>>()
  #transcoder: Transcoder | null = null
  #runId: number | null = null
  #awaitsKeyframe = true
  #unsubscribe: (() => void) | null = null
  #cancelRestart = () => {}

  constructor(options: PreviewPictureOptions) {
    this.#options = options
  }

  /** Those who look. */
  get viewers(): number {
    return this.#viewers.size
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
    if (transcoder.waiting > mostWaitingBytes) this.#awaitsKeyframe = true
    if (this.#awaitsKeyframe && (!packet.keyframe || transcoder.waiting > 0)) return
    this.#awaitsKeyframe = false
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
    await Promise.all(this.#ending)
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
    const transcoder = this.#options.start({
      data: (bytes) => {
        if (this.#transcoder === transcoder) for (const viewer of this.#viewers) viewer(bytes)
      },
      ended: (said) => {
        if (this.#transcoder === transcoder) this.#lost(said)
      },
    })
    this.#transcoder = transcoder
  }

  /** The same stream is tried again in a while: a transcoder may fail over one picture. */
  #lost(said: string): void {
    this.#options.log.warn({ said }, 'preview.transcoder_ended')
    this.#transcoder = null
    this.#cancelRestart = this.#options.clock.after(restartAfterMs, () => {
      this.#runId = null
    })
  }

  #drop(): void {
    this.#cancelRestart()
    const transcoder = this.#transcoder
    this.#transcoder = null
    if (transcoder === null) return
    const ending = transcoder.stop().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}
