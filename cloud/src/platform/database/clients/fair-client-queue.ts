import { type Clock, systemClock } from '../../time/clock.js'
import { DatabaseUnavailableError } from './unavailable.js'

export interface FairClientQueueOptions {
  /** Clients of the pool. */
  readonly clients: number
  /** Whoever takes is one and the same, who may have all of them. */
  readonly undivided?: boolean
  readonly patience: WaitLimits
  /** Default: the machine's own. */
  readonly clock?: Pick<Clock, 'after' | 'monotonic'>
}

/** How long somebody waits for a client at most, milliseconds. */
export interface WaitLimits {
  /** While none of theirs comes free. */
  readonly stalledMs: number
  /** In all: a queue that moves on is worth waiting in, for a while. */
  readonly inAllMs: number
}

interface Waiter {
  readonly goOn: () => void
}

/** Those of one organisation that wait, and when one of them was last served, on the monotonic clock. */
interface Queue {
  readonly waiters: Set<Waiter>
  servedAt: number
}

/**
 * In which order organisations are handed the clients of one pool. One that holds some is handed another only while
 * more are free than it holds: alone it gets half of them, the next one half of the rest, and so on, so that whoever
 * comes with none in hand finds one. Of those that wait the one with the fewest in hand is next, and of equals the one
 * that waits longest. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6 (2), 1998.)
 */
export class FairClientQueue {
  readonly #options: FairClientQueueOptions
  readonly #clock: Pick<Clock, 'after' | 'monotonic'>
  readonly #held = new Map<string, number>()
  /** By organisation, the one that was served longest ago first. */
  readonly #queues = new Map<string, Queue>()
  #free: number

  constructor(options: FairClientQueueOptions) {
    this.#options = options
    this.#free = options.clients
    this.#clock = options.clock ?? systemClock
  }

  /** How many wait. */
  get waiting(): number {
    return [...this.#queues.values()].reduce((sum, { waiters }) => sum + waiters.size, 0)
  }

  /**
   * Takes a client for the organisation; `give` it back. At once where it may, which is undefined: a promise costs more
   * than all the rest.
   * @throws DatabaseUnavailableError (in the promise) if none came in time
   */
  acquire(org: string): Promise<void> | undefined {
    if (!this.#queues.has(org) && this.#free > this.#countedOf(org)) {
      this.#hand(org)
      return undefined
    }
    return this.#wait(org)
  }

  release(org: string): void {
    const left = (this.#held.get(org) ?? 1) - 1
    if (left > 0) this.#held.set(org, left)
    else this.#held.delete(org)
    this.#free += 1
    while (this.#handNext());
  }

  #countedOf(org: string): number {
    return this.#options.undivided ? 0 : (this.#held.get(org) ?? 0)
  }

  #hand(org: string): void {
    this.#held.set(org, (this.#held.get(org) ?? 0) + 1)
    this.#free -= 1
  }

  #handNext(): boolean {
    const org = this.#next()
    const queue = org === undefined ? undefined : this.#queues.get(org)
    const [waiter] = queue?.waiters ?? []
    if (org === undefined || !queue || !waiter) return false
    queue.waiters.delete(waiter)
    queue.servedAt = this.#clock.monotonic()
    this.#queues.delete(org)
    if (queue.waiters.size > 0) this.#queues.set(org, queue)
    this.#hand(org)
    waiter.goOn()
    return true
  }

  #next(): string | undefined {
    let next: string | undefined
    let fewest = this.#free
    for (const org of this.#queues.keys()) {
      const held = this.#countedOf(org)
      if (held >= fewest) continue
      next = org
      fewest = held
    }
    return next
  }

  #wait(org: string): Promise<void> {
    const since = this.#clock.monotonic()
    const queue = this.#queues.get(org) ?? { waiters: new Set(), servedAt: since }
    this.#queues.set(org, queue)
    return new Promise((resolve, reject) => {
      const cancel = this.#afterPatience(queue, since, () => {
        queue.waiters.delete(waiter)
        if (queue.waiters.size === 0 && this.#queues.get(org) === queue) this.#queues.delete(org)
        reject(new DatabaseUnavailableError('no database client came free in time'))
      })
      const waiter: Waiter = {
        goOn: () => {
          cancel()
          resolve()
        },
      }
      queue.waiters.add(waiter)
    })
  }

  /** Calls `giveUp` when whoever waits since then has waited too long. @returns calls it off */
  #afterPatience(queue: Queue, since: number, giveUp: () => void): () => void {
    const { stalledMs, inAllMs } = this.#options.patience
    const leftMs = () =>
      Math.min(Math.max(since, queue.servedAt) + stalledMs, since + inAllMs) - this.#clock.monotonic()
    let cancel = () => {}
    const look = () => {
      // A process that stood still hears of free clients in this very turn of the event loop, after its timers.
      const turn = setImmediate(() => {
        if (leftMs() <= 0) giveUp()
        else arm()
      })
      cancel = () => clearImmediate(turn)
    }
    const arm = () => {
      cancel = this.#clock.after(leftMs(), look)
    }
    arm()
    return () => cancel()
  }
}
