import { seeded } from '@sightline/protocol/testing'
import type { Faults } from '../faults.js'

/**
 * What a camera does to the frames of RFC 2326 section 10.12, as one that writes parts of them when its network is
 * slow. What is left out is right.
 */
export interface InterleavingFaults {
  /** Bytes without meaning stand between two frames, so often, seconds. */
  readonly strayEverySec?: number
  /** Every n-th frame is broken off: fewer bytes follow than its length says. */
  readonly cutEvery?: number
  /** In every n-th frame one bit is another, of its length and channel as well. */
  readonly flipEvery?: number
  /** The same seed makes the same bytes, cuts and bits. */
  readonly seed: number
}

const MOST_STRAY_BYTES = 200
/** Of an interleaved frame and of the RTP packet in it, bytes. */
const HEADS = 4 + 12

/** Spoils the frames of one track where the faults say so. */
export class FrameSpoiler {
  readonly #faults: Faults
  #script: InterleavingFaults | null = null
  #random: () => number = seeded(0)
  #frames = 0
  #strayAtMs = 0

  constructor(faults: Faults) {
    this.#faults = faults
  }

  /** What is written for a frame. */
  of(frame: Buffer): Buffer[] {
    const script = this.#faults.current.rtsp.interleaving ?? null
    if (script === null) return [frame]
    if (script !== this.#script) this.#begin(script)
    this.#frames++
    const { cutEvery, flipEvery } = script
    if (cutEvery !== undefined && this.#frames % cutEvery === 0) return [this.#cut(frame)]
    if (flipEvery !== undefined && this.#frames % flipEvery === 0) return [this.#flipped(frame)]
    return this.#isStrayDue(script) ? [this.#strayBytes(), frame] : [frame]
  }

  #begin(script: InterleavingFaults): void {
    this.#script = script
    this.#random = seeded(script.seed)
    this.#frames = 0
    this.#strayAtMs = performance.now()
  }

  #isStrayDue({ strayEverySec }: InterleavingFaults): boolean {
    if (strayEverySec === undefined) return false
    const nowMs = performance.now()
    if (nowMs - this.#strayAtMs < strayEverySec * 1000) return false
    this.#strayAtMs = nowMs
    return true
  }

  #strayBytes(): Buffer {
    return Buffer.from(Array.from({ length: 1 + this.#below(MOST_STRAY_BYTES) }, () => this.#below(256)))
  }

  #cut(frame: Buffer): Buffer {
    return frame.subarray(0, 1 + this.#below(frame.length - 1))
  }

  /** Every second time in the heads of frame and packet, where it is felt most. */
  #flipped(frame: Buffer): Buffer {
    const copy = Buffer.from(frame)
    const at = this.#below(this.#random() < 0.5 ? Math.min(HEADS, copy.length) : copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << this.#below(8))
    return copy
  }

  /** A whole number from 0 to less than `bound`. */
  #below(bound: number): number {
    return Math.floor(this.#random() * bound)
  }
}
