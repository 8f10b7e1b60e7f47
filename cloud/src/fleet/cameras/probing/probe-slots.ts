import { uuidv7 } from 'uuidv7'
import { busy } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { PollInterval } from '../../../platform/time/poll-interval.js'
import { claimSlot, releaseSlot, type SlotHolder } from './probe-slot.repository.js'

/** Cameras that one gateway probes at a time. The relays together probe as many for an organisation. */
const slotsPerLine = 8
/** How long a caller waits. What may follow, the probe itself, ends before proxies lose their patience. */
const waitMs = 30_000
/** How long a slot is held at most, by a node that died: longer than any probe. */
const heldMs = 40_000
/** How often a node polls for a slot that another one released. */
const pollIntervalMs = 250
/** `Retry-After` of a caller who waited in vain, in seconds. */
const retryAfterSec = 10

/** Callers of one line wait for each other. */
interface Line {
  readonly orgId: string
  /** A gateway's id; null for cameras that relays probe. */
  readonly gatewayId: string | null
}

/** Those of a line that wait on this node. */
interface Queue {
  /** Resolves when the last of them has its slot, or its time is over. */
  last: Promise<void>
  waiting: number
  readonly pause: PollInterval
}

/**
 * Lets a bounded number of callers probe cameras at a time, line by line, over all nodes. On a node they come in the order
 * of their calls; among nodes the first to poll gets the free slot.
 */
export class ProbeSlots {
  readonly #platform: Pick<Platform, 'database' | 'clock' | 'log'>
  readonly #queues = new Map<string, Queue>()

  constructor(platform: Pick<Platform, 'database' | 'clock' | 'log'>) {
    this.#platform = platform
  }

  /**
   * Does the work once it has a slot.
   * @throws AppError unavailable with `Retry-After`, if none is free within 30 s; whatever the work throws
   */
  async withSlot<T>({ orgId, gatewayId }: Line, work: () => Promise<T>): Promise<T> {
    const holder = { orgId, line: gatewayId ?? orgId, holder: uuidv7() }
    await this.#wait(holder)
    try {
      return await work()
    } finally {
      await this.#release(holder)
    }
  }

  async #wait(holder: SlotHolder): Promise<void> {
    const until = this.#platform.clock.monotonic() + waitMs
    const queue = this.#queueOf(holder.line)
    const before = queue.last
    let passOn: () => void = () => {}
    queue.last = new Promise((resolve) => {
      passOn = resolve
    })
    queue.waiting += 1
    try {
      // The time of whoever came before is over first.
      await before
      await this.#claim(holder, queue.pause, until)
    } finally {
      passOn()
      queue.waiting -= 1
      if (queue.waiting === 0) this.#queues.delete(holder.line)
    }
  }

  async #claim(holder: SlotHolder, pause: PollInterval, until: number): Promise<void> {
    const { database, clock } = this.#platform
    for (;;) {
      pause.beginPoll()
      if (await claimSlot(database.forOrg(holder.orgId), holder, { places: slotsPerLine, heldMs })) return
      const leftMs = until - clock.monotonic()
      if (leftMs <= 0) throw busy('too many cameras are being checked there; try again', retryAfterSec)
      await pause.wait(Math.min(pollIntervalMs, leftMs))
    }
  }

  async #release(holder: SlotHolder): Promise<void> {
    try {
      await releaseSlot(this.#platform.database.forOrg(holder.orgId), holder)
    } catch (error) {
      // It is free again when its time is over.
      this.#platform.log.warn({ err: error, line: holder.line }, 'cameras.slot_not_released')
    }
    this.#queues.get(holder.line)?.pause.wake()
  }

  #queueOf(line: string): Queue {
    const known = this.#queues.get(line)
    if (known) return known
    const queue = { last: Promise.resolve(), waiting: 0, pause: new PollInterval(this.#platform.clock) }
    this.#queues.set(line, queue)
    return queue
  }
}
