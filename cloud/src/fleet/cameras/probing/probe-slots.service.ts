import { uuidv7 } from 'uuidv7'
import { withoutBeforeCommit } from '../../../platform/database/before-commit.js'
import { busy } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { PollInterval } from '../../../platform/time/poll-interval.js'
import { claimSlots, releaseSlot, type SlotHolder } from './probe-slot.repository.js'

export { probedAddresses } from './probed-addresses.js'

/** Cameras that one gateway probes at a time. The relays together probe as many for an organisation. */
const slotsPerLine = 8
/** How long a caller waits for its turn. The probe's own time begins with that. */
export const probeWaitMs = 50_000
/** How long a slot is held at most, by a node that died: longer than any probe. */
const heldMs = 40_000
/** How often a node polls for a slot that another one released. */
const pollIntervalMs = 250
/** `Retry-After` of a caller who waited in vain, in seconds. */
const retryAfterSec = 10

/** What is to be probed, and by whom. */
interface ProbedCamera {
  readonly orgId: string
  /** A gateway's id; null for cameras that relays probe. */
  readonly gatewayId: string | null
  /** Hosts, by `probedAddresses`. */
  readonly addresses: readonly string[]
}

/** How long one waits for its turn. */
interface Patience {
  /** By the monotonic clock; null: for as long as the signal lets it. */
  readonly until: number | null
  readonly signal: AbortSignal | null
}

interface Waiting extends SlotHolder, Pick<Patience, 'until'> {
  readonly begin: () => void
  readonly fail: (error: unknown) => void
}

/** Those of a line that wait on this node, in the order of their turn. */
interface Queue {
  waiting: Waiting[]
  readonly pause: PollInterval
}

/**
 * Lets a bounded number of callers probe cameras at a time, line by line, over all nodes: addresses side by side,
 * and one probe at a time to each, for a recorder is one device with many cameras. On a node they come in the order of their
 * calls; among nodes the first to poll gets the free slot.
 */
export class ProbeSlots {
  readonly #platform: Pick<Platform, 'database' | 'clock' | 'log'>
  readonly #queues = new Map<string, Queue>()
  #isClosed = false

  constructor(platform: Pick<Platform, 'database' | 'clock' | 'log'>) {
    this.#platform = platform
  }

  /**
   * Does the work once it has a slot.
   * @throws AppError unavailable with `Retry-After`, if its turn does not come within 50 s; whatever the work throws
   */
  withSlot<T>(camera: ProbedCamera, work: () => Promise<T>): Promise<T> {
    const until = this.#platform.clock.monotonic() + probeWaitMs
    return this.#inTurn(camera, { until, signal: null }, work)
  }

  /**
   * As `withSlot`, for what nobody waits for: everybody who does comes first, and its patience ends with the signal.
   * @throws AppError unavailable; Error once the signal aborts; whatever the work throws
   */
  withSlotInBackground<T>(camera: ProbedCamera, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#inTurn(camera, { until: null, signal }, work)
  }

  /** Sends away who waits, and who comes from now on: another node, or the next start, takes them. */
  close(): void {
    this.#isClosed = true
    for (const { waiting, pause } of this.#queues.values()) {
      for (const { fail } of waiting.splice(0)) fail(tooBusy())
      pause.wake()
    }
  }

  async #inTurn<T>(
    { orgId, gatewayId, addresses }: ProbedCamera,
    patience: Patience,
    work: () => Promise<T>,
  ): Promise<T> {
    const holder = { orgId, line: gatewayId ?? orgId, holder: uuidv7(), addresses }
    await this.#turn(holder, patience)
    try {
      return await work()
    } finally {
      await this.#release(holder)
    }
  }

  /** Resolves when its turn has come: the slot is then held. */
  async #turn(holder: SlotHolder, { until, signal }: Patience): Promise<void> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw tooBusy()
    const leave = () => this.#leave(holder)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      await new Promise<void>((begin, fail) => this.#add({ ...holder, until, begin, fail }))
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #add(one: Waiting): void {
    const known = this.#queues.get(one.line)
    const queue = known ?? { waiting: [], pause: new PollInterval(this.#platform.clock) }
    const patient = queue.waiting.findIndex(({ until }) => until === null)
    const place = one.until === null || patient < 0 ? queue.waiting.length : patient
    queue.waiting.splice(place, 0, one)
    queue.pause.wake()
    if (known) return
    this.#queues.set(one.line, queue)
    // A slot is no effect of the request that happens to be the first.
    withoutBeforeCommit(() => this.#serve(one, queue)).catch((error: unknown) =>
      this.#platform.log.error({ err: error, line: one.line }, 'cameras.slots_not_served'),
    )
  }

  #leave({ line, holder }: SlotHolder): void {
    const queue = this.#queues.get(line)
    const one = queue?.waiting.find((other) => other.holder === holder)
    if (!queue || !one) return
    queue.waiting = queue.waiting.filter((other) => other !== one)
    queue.pause.wake()
    one.fail(new Error('the probe is not wanted any more'))
  }

  /** Gives turns until nobody of the line waits. */
  async #serve(line: Pick<SlotHolder, 'orgId' | 'line'>, queue: Queue): Promise<void> {
    const { clock } = this.#platform
    while (queue.waiting.length > 0) {
      queue.pause.beginPoll()
      await this.#admit(line, queue)
      this.#sendAway(queue)
      if (queue.waiting.length === 0) break
      const nextMs = Math.min(...queue.waiting.map(({ until }) => until ?? Number.POSITIVE_INFINITY))
      await queue.pause.wait(Math.min(pollIntervalMs, nextMs - clock.monotonic()))
    }
    this.#queues.delete(line.line)
  }

  async #admit({ orgId, line }: Pick<SlotHolder, 'orgId' | 'line'>, queue: Queue): Promise<void> {
    const { database } = this.#platform
    const asked = [...queue.waiting]
    try {
      const admitted = await database.inOrg(orgId, (tx) =>
        claimSlots(tx, { orgId, line }, asked, { places: slotsPerLine, heldMs }),
      )
      for (const one of admitted) this.#begin(queue, one)
    } catch (error) {
      // Each of them would have met the same.
      const failed = new Set(asked)
      queue.waiting = queue.waiting.filter((one) => !failed.has(one))
      for (const { fail } of asked) fail(error)
    }
  }

  #begin(queue: Queue, one: Waiting): void {
    if (!queue.waiting.includes(one)) {
      // It went away while its slot was claimed.
      void this.#release(one)
      return
    }
    queue.waiting = queue.waiting.filter((other) => other !== one)
    one.begin()
  }

  #sendAway(queue: Queue): void {
    const now = this.#platform.clock.monotonic()
    const isOver = ({ until }: Waiting) => until !== null && until <= now
    const gone = queue.waiting.filter(isOver)
    queue.waiting = queue.waiting.filter((one) => !isOver(one))
    for (const { fail } of gone) fail(tooBusy())
  }

  async #release(holder: Pick<SlotHolder, 'orgId' | 'line' | 'holder'>): Promise<void> {
    try {
      await releaseSlot(this.#platform.database.forOrg(holder.orgId), holder)
    } catch (error) {
      // It is free again when its time is over.
      this.#platform.log.warn({ err: error, line: holder.line }, 'cameras.slot_not_released')
    }
    this.#queues.get(holder.line)?.pause.wake()
  }
}

const tooBusy = () => busy('too many cameras are being checked there; try again', retryAfterSec)
