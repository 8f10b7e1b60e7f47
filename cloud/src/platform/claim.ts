import { type ClaimedRow, claimRows, giveBack, renewLeases } from './claim.repository.js'
import type { Clock } from './clock.js'
import type { Database } from './database/database.js'
import type { WorkTableName } from './database/tables.js'
import type { Log } from './log.js'
import type { Listener } from './notify.js'
import { WakeablePause } from './wakeable-pause.js'

export type { ClaimedRow } from './claim.repository.js'

export interface WorkLoopOptions {
  readonly database: Database
  readonly listener: Listener
  readonly clock: Clock
  readonly log: Log
  /** Names the holder of a lease; the id of the node. */
  readonly workerId: string
  readonly table: WorkTableName
  /** Rows at work at once. */
  readonly concurrency: number
  /**
   * Does the work of one row, inside its organisation, and finishes the row: sets its status, or for
   * another try `next_at` and `lease_until = null`, where `worker` is still this one. A row that it leaves
   * pending with its lease is claimed again when the lease ends. What it throws is a defect: the row is
   * tried again later.
   * @param signal aborts when the lease is lost or the loop ends.
   */
  readonly perform: (row: ClaimedRow, signal: AbortSignal) => Promise<void>
  /** A dead worker's rows are free after this. Default 20 s, so that they move within 30. */
  readonly leaseMs?: number
  /** Leases rows in another order than the longest due first, as `claimRows` does. */
  readonly claim?: (options: ClaimOptions) => Promise<ClaimedRow[]>
}

/** What a claim may take. */
export interface ClaimOptions {
  readonly workerId: string
  readonly leaseMs: number
  readonly limit: number
}

const pollMs = 1_000
const renewalsPerLease = 3
/** What a row waits after a defect, at least and at most. */
const defectWaitMs = { first: 2_000, most: 60_000 }

/**
 * Works off the rows of one table, among all nodes each row by one. NOTIFY wakes it; looking each second
 * is what it relies on.
 *
 * A row is *waiting* (pending, due, no lease), *held* (its lease is in the future and renewed three times
 * in its length, by the node whose name it carries) or *finished* (any status but pending). A node that
 * dies stops renewing; after the lease any node takes the row over. A node that only believes to be alive
 * finds at its next renewal that it lost the row, and aborts the work on it.
 */
export class WorkLoop {
  readonly #options: WorkLoopOptions
  readonly #leaseMs: number
  readonly #held = new Map<string, AbortController>()
  readonly #working = new Set<Promise<void>>()
  readonly #pause: WakeablePause

  constructor(options: WorkLoopOptions) {
    this.#options = options
    this.#leaseMs = options.leaseMs ?? 20_000
    this.#pause = new WakeablePause(options.clock)
  }

  /** How many rows this loop works on. */
  get working(): number {
    return this.#working.size
  }

  /** Claims and works until `signal` aborts, then waits for the work in hand to end. */
  async run(signal: AbortSignal): Promise<void> {
    const { listener, table } = this.#options
    const unlisten = listener.on('work', (payload) => {
      if (payload === table) this.wake()
    })
    const renewing = this.#renewUntil(signal)
    try {
      while (!signal.aborted) {
        const claimed = await this.#claim(signal)
        // A full take means that more may be due; anything less waits for a reason to look again.
        if (claimed === 0 || this.#free === 0) await this.#pause.rest(pollMs, signal)
      }
    } finally {
      unlisten()
      for (const controller of this.#held.values()) controller.abort()
      await Promise.all(this.#working)
      await renewing
    }
  }

  /** Looks for rows now. */
  wake(): void {
    this.#pause.wake()
  }

  get #free(): number {
    return this.#options.concurrency - this.#working.size
  }

  async #claim(signal: AbortSignal): Promise<number> {
    const { database, table, workerId, log } = this.#options
    this.#pause.beginLook()
    if (this.#free <= 0) return 0
    try {
      const options = { workerId, leaseMs: this.#leaseMs, limit: this.#free }
      const rows = await (this.#options.claim?.(options) ?? claimRows(database.worker, { ...options, table }))
      for (const row of rows) this.#start(row)
      return rows.length
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, table }, 'work.claim_failed')
      return 0
    }
  }

  #start(row: ClaimedRow): void {
    const controller = new AbortController()
    this.#held.set(row.id, controller)
    const work = this.#perform(row, controller.signal).finally(() => {
      this.#held.delete(row.id)
      this.#working.delete(work)
      this.wake()
    })
    this.#working.add(work)
  }

  async #perform(row: ClaimedRow, signal: AbortSignal): Promise<void> {
    const { database, table, workerId, log, perform } = this.#options
    try {
      await perform(row, signal)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, table, rowId: row.id, orgId: row.orgId }, 'work.failed')
      const waitMs = signal.aborted ? 0 : Math.min(defectWaitMs.most, defectWaitMs.first * 2 ** row.attempt)
      // If this fails too, the lease ends by itself.
      await giveBack(database.worker, { table, workerId, id: row.id, waitMs }).catch(() => {})
    }
  }

  async #renewUntil(signal: AbortSignal): Promise<void> {
    const { clock, database, table, workerId, log } = this.#options
    while (!signal.aborted) {
      await clock.delay(this.#leaseMs / renewalsPerLease, { signal }).catch(() => {})
      const ids = [...this.#held.keys()]
      if (signal.aborted || ids.length === 0) continue
      try {
        const ours = await renewLeases(database.worker, { table, workerId, leaseMs: this.#leaseMs, ids })
        for (const id of ids) if (!ours.has(id)) this.#held.get(id)?.abort()
      } catch (error) {
        log.warn({ err: error, table }, 'work.renewal_failed')
      }
    }
  }
}
