/** Over so long before a silence it is known what the line carries, ms; over less than the second it is not. */
const rateSpanMs = { most: 5_000, least: 500 } as const
/** Beyond the time in which the line would have carried all that waits, ms. */
const leastSilenceMs = 500

interface Arrival {
  readonly atMs: number
  readonly bytes: number
}

/** Frames that were acknowledged. */
export interface Acknowledged {
  /** Of these frames. */
  readonly bytes: number
  /** Of these and of all that still wait. */
  readonly waitingBytes: number
  /** When the oldest of these was sent, monotonic ms. */
  readonly oldestSentAtMs: number
  readonly nowMs: number
}

/**
 * Tells a line that carried nothing for a while, and does again, from one that is too thin. Over a thin one something is
 * acknowledged again and again, and no later than the line takes for all that waits; after a silence what was left out
 * meanwhile can be caught up with.
 */
export class LineSilence {
  #arrivals: Arrival[] = []
  #hasComeBack = false

  /** The line was silent, and carries again; until `forget`. */
  get hasComeBack(): boolean {
    return this.#hasComeBack
  }

  /** What was before is not asked for any more. */
  forget(): void {
    this.#hasComeBack = false
  }

  acknowledged({ bytes, waitingBytes, oldestSentAtMs, nowMs }: Acknowledged): void {
    const last = this.#arrivals.at(-1)
    const bytesPerMs = this.#bytesPerMs()
    if (last && bytesPerMs > 0) {
      const silentMs = nowMs - Math.max(last.atMs, oldestSentAtMs)
      if (silentMs > leastSilenceMs + waitingBytes / bytesPerMs) this.#hasComeBack = true
    }
    const sinceMs = nowMs - rateSpanMs.most
    this.#arrivals = [...this.#arrivals.filter(({ atMs }) => atMs >= sinceMs), { atMs: nowMs, bytes }]
  }

  /** What the line carried before the last arrival; 0 where nobody knows. */
  #bytesPerMs(): number {
    const [first] = this.#arrivals
    const spanMs = (this.#arrivals.at(-1)?.atMs ?? 0) - (first?.atMs ?? 0)
    if (!first || spanMs < rateSpanMs.least) return 0
    // What came first had begun before the span.
    return (this.#arrivals.reduce((sum, { bytes }) => sum + bytes, 0) - first.bytes) / spanMs
  }
}
