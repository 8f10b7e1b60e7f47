import { aheadOf, farthestNext } from './rival-packets.js'
import type { RtpPacket } from './rtp-packet.js'
import { SourceRhythm } from './source-rhythm.js'

/** Two timestamps that follow each other, one of ours and one of what may go on from there. */
interface StampsInLine {
  readonly before: number
  readonly next: number
}

/** Where our source is by its numbers and timestamps: what goes on from there is ours, whatever its name. */
export class SourceTrail {
  readonly rhythm: SourceRhythm
  /** The highest number that came. */
  #highest: number | null = null
  /** The last timestamp that was handed on, and the other one before it: a single one may be far off. */
  #lastStamps: readonly number[] = []

  constructor(clockRate: number) {
    this.rhythm = new SourceRhythm(clockRate)
  }

  /** A packet of ours came. @param atMs monotonic */
  came({ sequence, timestamp }: RtpPacket, atMs: number): void {
    this.rhythm.came(timestamp, atMs)
    if (this.#highest === null || aheadOf(sequence, this.#highest) < 0x8000) this.#highest = sequence
  }

  handedOn(timestamp: number): void {
    if (timestamp !== this.#lastStamps[0]) this.#lastStamps = [timestamp, ...this.#lastStamps.slice(0, 1)]
  }

  /** Numbers begin anew. @param highest the one that came; null: any may be the first */
  countFrom(highest: number | null): void {
    this.#highest = highest
  }

  isNext(sequence: number): boolean {
    return this.#highest !== null && aheadOf(sequence, this.#highest) === 1
  }

  isCountedOn(sequence: number): boolean {
    if (this.#highest === null) return false
    const ahead = aheadOf(sequence, this.#highest)
    return ahead > 0 && ahead <= farthestNext
  }

  /** Whether packets go on where ours ended: by their numbers, or by a timestamp of theirs and one of ours. */
  goOn(first: RtpPacket, last: RtpPacket): boolean {
    return this.isCountedOn(first.sequence) || this.stampsThatGoOn([first, last]) !== null
  }

  stampsThatGoOn(packets: readonly RtpPacket[]): StampsInLine | null {
    for (const { timestamp: next } of packets) {
      for (const before of this.#lastStamps) {
        if (this.rhythm.goesOn(before, next)) return { before, next }
      }
    }
    return null
  }
}
