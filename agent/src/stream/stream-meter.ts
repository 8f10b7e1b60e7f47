import type { Packet } from './packet.js'

/** What a stream was measured to be; null while not known. */
export interface StreamMeasures {
  readonly fps: number | null
  readonly bitrateKbps: number | null
  /**
   * The longest of the last groups of pictures, seconds from keyframe to keyframe; that in progress counts
   * once it is longer than those before it.
   */
  readonly gopSec: number | null
  /** How long the first group of pictures has lasted so far, seconds; only while there is no second keyframe. */
  readonly gopAtLeastSec?: number
  /** Whether pictures come in another order than they are shown in; false while not known. */
  readonly hasBFrames: boolean
}

const windowUs = 5_000_000
const shortestUs = 400_000
const remembered = 4
/** A group that lasts so long is worth a word before its end. */
const longUs = 5_000_000

/** Measures a stream by the media time of its packets, one run after the other. */
export class StreamMeter {
  #runId = -1
  #startUs = 0
  #endUs = 0
  #frames = 0
  #bytes = 0
  #settled: { fps: number; bitrateKbps: number } | null = null
  #lastKeyframeUs: number | null = null
  #gopsUs: number[] = []
  #newestPtsUs = 0
  #isReordered = false

  /** Counts a picture; sound is no part of what is measured. */
  add(packet: Packet): void {
    if (packet.track !== 'video') return
    if (packet.run.id !== this.#runId) this.#beginRun(packet)
    if (packet.keyframe) this.#keyframe(packet.dtsUs)
    this.#isReordered ||= packet.ptsUs < this.#newestPtsUs
    this.#newestPtsUs = Math.max(this.#newestPtsUs, packet.ptsUs)
    this.#endUs = packet.dtsUs
    this.#frames++
    this.#bytes += packet.data.length
    if (this.#endUs - this.#startUs >= windowUs) this.#closeWindow(packet)
  }

  measures(): StreamMeasures {
    const rates = this.#settled ?? this.#rates()
    const gopUs = this.#gopUs()
    const begunUs = gopUs === null && this.#lastKeyframeUs !== null ? this.#endUs - this.#lastKeyframeUs : 0
    return {
      fps: rates === null ? null : Math.round(rates.fps * 100) / 100,
      bitrateKbps: rates === null ? null : Math.round(rates.bitrateKbps),
      gopSec: gopUs === null ? null : Math.round(gopUs / 1000) / 1000,
      hasBFrames: this.#isReordered,
      ...(begunUs >= longUs && { gopAtLeastSec: Math.floor(begunUs / 1_000_000) }),
    }
  }

  #gopUs(): number | null {
    if (this.#gopsUs.length === 0) return null
    const inProgressUs = this.#lastKeyframeUs === null ? 0 : this.#endUs - this.#lastKeyframeUs
    return Math.max(...this.#gopsUs, inProgressUs)
  }

  #beginRun(packet: Packet): void {
    this.#runId = packet.run.id
    this.#lastKeyframeUs = null
    this.#settled = null
    this.#newestPtsUs = 0
    this.#isReordered = false
    this.#restart(packet.dtsUs)
  }

  /** The packet that ends a window begins the next: durations are counted between packets. */
  #closeWindow(packet: Packet): void {
    this.#settled = this.#rates()
    this.#restart(packet.dtsUs)
    this.#frames = 1
    this.#bytes = packet.data.length
  }

  #restart(atUs: number): void {
    this.#startUs = atUs
    this.#endUs = atUs
    this.#frames = 0
    this.#bytes = 0
  }

  #rates(): { fps: number; bitrateKbps: number } | null {
    const lengthUs = this.#endUs - this.#startUs
    if (lengthUs < shortestUs || this.#frames < 3) return null
    const frameUs = lengthUs / (this.#frames - 1)
    return { fps: 1e6 / frameUs, bitrateKbps: (this.#bytes * 8000) / (frameUs * this.#frames) }
  }

  #keyframe(atUs: number): void {
    if (this.#lastKeyframeUs !== null)
      this.#gopsUs = [...this.#gopsUs, atUs - this.#lastKeyframeUs].slice(-remembered)
    this.#lastKeyframeUs = atUs
  }
}
