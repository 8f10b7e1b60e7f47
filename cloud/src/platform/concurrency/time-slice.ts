import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../time/clock.js'

/** So long a piece of work keeps all else in the process waiting at a stretch, milliseconds. */
const longestStretchMs = 10

/**
 * Lets others have their turn during work that only computes and that somebody's input makes long: requests, leases and
 * heartbeats of the process wait for it otherwise.
 */
export class TimeSlice {
  readonly #clock: Pick<Clock, 'monotonic'>
  #since: number
  #workedMs = 0

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
    this.#since = clock.monotonic()
  }

  /** Milliseconds of work so far, the turns of others not counted. */
  get workedMs(): number {
    return this.#workedMs + this.#stretchMs()
  }

  /** It is time that others have their turn: asked first where there are many pieces, for even a promise that waits for nothing costs something. */
  get isSpent(): boolean {
    return this.#stretchMs() >= longestStretchMs
  }

  /** Call it between small pieces of the work: it waits only where the last turn of others is some time ago. */
  async yieldIfSpent(): Promise<void> {
    const stretch = this.#stretchMs()
    if (stretch < longestStretchMs) return
    this.#workedMs += stretch
    await nextTurn()
    this.#since = this.#clock.monotonic()
  }

  /** Waits for something else, such as a file or the database, of which nothing counts as work. */
  async wait<T>(work: Promise<T>): Promise<T> {
    this.#workedMs += this.#stretchMs()
    try {
      return await work
    } finally {
      this.#since = this.#clock.monotonic()
    }
  }

  #stretchMs(): number {
    return this.#clock.monotonic() - this.#since
  }
}

/** Makes something of each item, with turns of others between, and in a turn of its own: what was read before has had one. */
export async function mapInTurns<Item, Made>(
  clock: Pick<Clock, 'monotonic'>,
  items: readonly Item[],
  make: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  if (items.length === 0) return made
  await nextTurn()
  const slice = new TimeSlice(clock)
  for (const item of items) {
    made.push(make(item))
    if (slice.isSpent) await slice.yieldIfSpent()
  }
  return made
}
