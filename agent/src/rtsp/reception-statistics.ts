import type { ReportBlock, SenderReport } from './rtcp.js'

const largestLost = 0x7fffff
const smallestLost = -0x800000

/** What is counted of one source for receiver reports (RFC 3550 sections 6.4.1, A.3 and A.8). */
export class ReceptionStatistics {
  readonly #clockRate: number
  readonly #ssrc: number
  readonly #first: number
  #highest: number
  #cycles = 0
  #received = 0
  #expectedBefore = 0
  #receivedBefore = 0
  #jitter = 0
  #transit: number | null = null
  #lastReport: { readonly ntpMiddle: number; readonly atMs: number } | null = null

  constructor(ssrc: number, clockRate: number, firstSequence: number) {
    this.#ssrc = ssrc
    this.#clockRate = clockRate
    this.#first = firstSequence
    this.#highest = firstSequence
  }

  /** Counts a packet of the source, in whatever order. @param atMs monotonic */
  arrived(sequence: number, timestamp: number, atMs: number): void {
    const ahead = (sequence - this.#highest) & 0xffff
    if (ahead < 0x8000) {
      if (sequence < this.#highest) this.#cycles += 0x10000
      this.#highest = sequence
    }
    this.#received++
    const transit = Math.round((atMs / 1000) * this.#clockRate) - timestamp
    if (this.#transit !== null) {
      // The timestamp wraps, and the difference with it.
      const difference = Math.abs((transit - this.#transit) | 0)
      this.#jitter += (difference - this.#jitter) / 16
    }
    this.#transit = transit
  }

  /** A report of the source came. @param atMs monotonic */
  reported(report: SenderReport, atMs: number): void {
    this.#lastReport = { ntpMiddle: report.ntpMiddle, atMs }
  }

  /** What is to be reported now; the next call counts from here. @param atMs monotonic */
  take(atMs: number): ReportBlock {
    const highestSequence = this.#cycles + this.#highest
    const expected = highestSequence - this.#first + 1
    const expectedNow = expected - this.#expectedBefore
    const lostNow = expectedNow - (this.#received - this.#receivedBefore)
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    const lastReport = this.#lastReport
    const sinceSec = lastReport === null ? 0 : (atMs - lastReport.atMs) / 1000
    return {
      ssrc: this.#ssrc,
      fractionLost: lostNow <= 0 ? 0 : Math.min(255, Math.floor((lostNow * 256) / expectedNow)),
      lost: Math.min(largestLost, Math.max(smallestLost, expected - this.#received)),
      highestSequence: highestSequence >>> 0,
      jitter: Math.min(0xffffffff, Math.round(this.#jitter)),
      lastReport: lastReport?.ntpMiddle ?? 0,
      sinceLastReport: Math.min(0xffffffff, Math.round(sinceSec * 65_536)),
    }
  }
}
