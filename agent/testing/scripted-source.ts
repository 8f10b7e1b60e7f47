import type { Clock } from '#agent/platform/clock.js'
import {
  type Packet,
  type PacketListener,
  type PacketSource,
  presentedAtMs,
  type StreamRun,
} from '#agent/stream/packet.js'
import type { EncodedVideo } from './encode-video.js'

/** A camera's stream that plays a video over and over; `showDue` sends what has become due. */
export class ScriptedSource implements PacketSource {
  readonly sent: Packet[] = []
  /** Pictures come that no run can begin with. */
  awaitsKeyframe = false
  readonly #clock: Clock
  readonly #video: EncodedVideo
  readonly #keepMs: number
  readonly #listeners = new Set<PacketListener>()
  #kept: Packet[] = []
  #run: StreamRun | null = null
  #runs = 0
  #next = 0

  constructor(clock: Clock, video: EncodedVideo, keepMs = 10_000) {
    this.#clock = clock
    this.#video = video
    this.#keepMs = keepMs
  }

  get listeners(): number {
    return this.#listeners.size
  }

  /** Begins a run that shows its first picture now. */
  start(): void {
    this.#run = { id: ++this.#runs, startedAtMs: this.#clock.now(), video: this.#video.format, audio: null }
    this.#next = 0
    this.showDue()
  }

  /** The run ends; nothing comes until the next start. */
  lose(reason: string): void {
    const run = this.#run
    this.#run = null
    if (run !== null) for (const listener of this.#listeners) listener.runEnded(run, reason)
  }

  subscribe(listener: PacketListener, fromMs?: number): () => void {
    if (fromMs !== undefined) {
      const earlier = this.#kept.findLastIndex((packet) => packet.keyframe && presentedAtMs(packet) <= fromMs)
      for (const packet of this.#kept.slice(Math.max(earlier, 0))) listener.packet(packet)
    }
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  currentRun(): StreamRun | null {
    return this.#run
  }

  isAwaitingKeyframe(): boolean {
    return this.#run === null && this.awaitsKeyframe
  }

  isPastCutShort(): boolean {
    return false
  }

  newestGop(): readonly Packet[] {
    const begin = this.#kept.findLastIndex(({ keyframe }) => keyframe)
    return begin === -1 ? [] : this.#kept.slice(begin)
  }

  /** Sends every picture whose time has come. */
  showDue(): void {
    const run = this.#run
    if (run === null) return
    const frameUs = 1_000_000 / this.#video.fps
    const elapsedUs = (this.#clock.now() - run.startedAtMs) * 1000
    for (; this.#next * frameUs <= elapsedUs + 1; this.#next += 1) {
      const picture = this.#video.pictures[this.#next % this.#video.pictures.length]
      if (picture === undefined) throw new Error('the video is empty')
      const ptsUs = this.#next * frameUs
      this.#send({ run, track: 'video', ptsUs, dtsUs: ptsUs, keyframe: picture.keyframe, data: picture.data })
    }
  }

  #send(packet: Packet): void {
    this.sent.push(packet)
    this.#kept.push(packet)
    const oldestMs = presentedAtMs(packet) - this.#keepMs
    const keep = this.#kept.findLastIndex((kept) => kept.keyframe && presentedAtMs(kept) <= oldestMs)
    if (keep > 0) this.#kept = this.#kept.slice(keep)
    for (const listener of this.#listeners) listener.packet(packet)
  }
}
