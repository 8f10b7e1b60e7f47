import type { Clock } from '../time/clock.js'

/** So long pieces of work keep all else in the process waiting at a stretch, milliseconds. */
const longestStretchMs = 8

/**
 * Small pieces of work of many parties, done one of each in turn: whoever has much to do lengthens its own line and
 * nobody else's. Nothing is done within `add`.
 */
export class FairTurns {
  readonly #clock: Pick<Clock, 'monotonic'>
  /** Who waits, in the order of their turns. */
  readonly #lines = new Map<string, (() => void)[]>()
  #isScheduled = false

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** Pieces that wait. */
  get waiting(): number {
    let sum = 0
    for (const line of this.#lines.values()) sum += line.length
    return sum
  }

  /** @param work must not throw */
  add(party: string, work: () => void): void {
    const line = this.#lines.get(party)
    if (line) line.push(work)
    else this.#lines.set(party, [work])
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#work()
    })
  }

  #work(): void {
    const since = this.#clock.monotonic()
    while (this.#clock.monotonic() - since < longestStretchMs) {
      const [next] = this.#lines
      if (!next) return
      const [party, line] = next
      const work = line.shift()
      // Behind all others, or gone if there is no more.
      this.#lines.delete(party)
      if (line.length > 0) this.#lines.set(party, line)
      work?.()
    }
    if (this.#lines.size > 0) this.#schedule()
  }
}
