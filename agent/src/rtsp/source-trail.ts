import { aheadOf, farthestNext } from './rival-packets.js'
import type { RtpPacket } from './rtp-packet.js'
import { SourceRhythm } from './source-rhythm.js'

/** Two timestamps that follow each other, one of ours and one of what may go on from there. */
interface StampsInLine {
  readonly before: number
  readonly next: number
  /** How many others came between the two: they are far off, and stand for what would seem to be missing. */
  readonly between: number
}

/** So many timestamps are kept, for the last ones may be far off, all but one of these. */
const keptStamps = 4

/** Where our source is by its numbers and timestamps: what goes on from there is ours, whatever its name. */
export class SourceTrail {
  readonly rhythm: SourceRhythm
  /** The highest number that came. */
  #highest: number | null = null
  /** The last timestamps that were handed on, the last one first. */
  #lastStamps: readonly number[] = []
  #pictures = 0

  constructor(clockRate: number) {
    this.rhythm = new SourceRhythm(clockRate)
  }

  /** A packet of ours came. @param atMs monotonic */
  came({ sequence, timestamp }: RtpPacket, atMs: number): void {
    if (this.rhythm.isAnother(timestamp)) this.#pictures++
    this.rhythm.came(timestamp, atMs)
    if (this.#highest === null || aheadOf(sequence, this.#highest) < 0x8000) this.#highest = sequence
  }

  /** How many pictures came under the name that ours has now. */
  get pictures(): number {
    return this.#pictures
  }

  /** Ours has another name from here on. */
  renamed(): void {
    this.#pictures = 0
  }

  handedOn(timestamp: number): void {
    if (timestamp !== this.#lastStamps[0])
      this.#lastStamps = [timestamp, ...this.#lastStamps.slice(0, keptStamps - 1)]
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

  /** Two timestamps that follow each other, ours and that of the first or the last of packets in a row; null: none do. */
  stampsThatGoOn(packets: readonly RtpPacket[]): StampsInLine | null {
    const [first] = packets
    const last = packets.at(-1)
    for (const packet of [first, last]) {
      if (packet === undefined) continue
      for (const [after, before] of this.#lastStamps.entries()) {
        if (!this.rhythm.goesOn(before, packet.timestamp)) continue
        const ahead = packet === first ? 0 : changesOfStamp(packets)
        return { before, next: packet.timestamp, between: after + ahead }
      }
    }
    return null
  }

  /** Whether something must be missing between two timestamps that follow each other. */
  lacksBetween({ before, next, between }: StampsInLine): boolean {
    return this.rhythm.lacksBetween(before, next, between)
  }
}

function changesOfStamp(packets: readonly RtpPacket[]): number {
  return packets.filter(({ timestamp }, at) => at > 0 && timestamp !== packets[at - 1]?.timestamp).length
}
