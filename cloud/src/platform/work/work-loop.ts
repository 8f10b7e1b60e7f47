import type { Database } from '../database/database.js'
import type { Listener } from '../database/listener.js'
import type { WorkTableName } from '../database/tables.js'
import type { Log } from '../log.js'
import type { Clock } from '../time/clock.js'
import { PollInterval } from '../time/poll-interval.js'
import { type ClaimedRow, claimRows, giveBack, leaseOf, renewLeases } from './claim.repository.js'

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
   * another try `next_at` and `lease_until = null`, where `worker` is still the row's. A row that it leaves
   * pending with its lease is claimed again when the lease ends. What it throws is a defect: the row is
   * tried again later.
   * @param signal aborts when the lease is lost or has passed, or the loop ends.
   */
  readonly perform: (row: ClaimedRow, signal: AbortSignal) => Promise<void>
  /** A dead worker's rows are free after this. Default 20 s, so that they move within 30. */
  readonly leaseMs?: number
  /** How often it looks for rows that nobody told it of. Default 1 s. */
  readonly pollMs?: number
  /** Leases rows in another order than the longest due first, as `claimRows` does. */
  readonly claim?: (options: ClaimOptions) => Promise<ClaimedRow[]>
}

/** What a claim may take. */
export interface ClaimOptions {
  readonly workerId: string
  readonly leaseMs: number
  readonly limit: number
}

/** A row at work. */
interface HeldRow {
  readonly row: ClaimedRow
  /** Aborts the work. */
  readonly lost: AbortController
  /** Calls off its end with the lease. */
  callOff: () => void
}

const usualPollMs = 1_000
const renewalsPerLease = 3
/** What a row waits after a defect, at least and at most. */
const defectWaitMs = { first: 2_000, most: 60_000 }

/**
 * Works off the rows of one table, among all nodes each row by one. NOTIFY wakes it; looking each second
 * is what it relies on.
 *
 * A row is *waiting* (pending, due, no lease), *held* (its lease is in the future and renewed three times
 * in its length, by the name of the claim that took it) or *finished* (any status but pending). A node that
 * dies stops renewing; after the lease any node takes the row over. A node that only believes to be alive
 * finds at its next renewal that it lost the row, and aborts the work on it; one that can renew nothing aborts it
 * when the lease has passed, by its own clock from before it asked. What is left of that work finishes nothing: the
 * next claim, also of the same node, has another name.
 */
export class WorkLoop {
  readonly #options: WorkLoopOptions
  readonly #leaseMs: number
  readonly #held = new Map<string, HeldRow>()
  readonly #working = new Set<Promise<void>>()
  readonly #pause: PollInterval
  #claims = 0

  constructor(options: WorkLoopOptions) {
    this.#options = options
    this.#leaseMs = options.leaseMs ?? 20_000
    this.#pause = new PollInterval(options.clock)
  }

  /** Claims and works until `signal` aborts, then waits for the work in hand to end. */
  async run(signal: AbortSignal): Promise<void> {
    const { listener, table, pollMs = usualPollMs } = this.#options
    const unlisten = listener.on('work', (payload) => {
      if (payload === table) this.wake()
    })
    const renewing = this.#renewUntil(signal)
    try {
      while (!signal.aborted) {
        const claimed = await this.#claim(signal)
        // A full take means that more may be due; anything less waits for a reason to poll again.
        if (claimed === 0 || this.#free === 0) await this.#pause.wait(pollMs, signal)
      }
    } finally {
      unlisten()
      for (const { lost } of this.#held.values()) lost.abort()
      await Promise.all(this.#working)
      await renewing
    }
  }

  /** Polls for rows now. */
  wake(): void {
    this.#pause.wake()
  }

  get #free(): number {
    return this.#options.concurrency - this.#working.size
  }

  async #claim(signal: AbortSignal): Promise<number> {
    const { clock, database, table, log } = this.#options
    this.#pause.beginPoll()
    if (this.#free <= 0) return 0
    try {
      this.#claims += 1
      const workerId = `${this.#options.workerId}#${this.#claims}`
      const since = clock.monotonic()
      const options = { workerId, leaseMs: this.#leaseMs, limit: this.#free }
      const rows = await (this.#options.claim?.(options) ?? claimRows(database.worker, { ...options, table }))
      for (const row of rows) this.#start(row, since)
      return rows.length
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, table }, 'work.claim_failed')
      return 0
    }
  }

  #start(row: ClaimedRow, since: number): void {
    const held: HeldRow = { row, lost: new AbortController(), callOff: () => {} }
    this.#held.set(leaseOf(row), held)
    this.#abortAfterLease(held, since)
    const work = this.#perform(row, held.lost.signal).finally(() => {
      this.#held.delete(leaseOf(row))
      held.callOff()
      this.#working.delete(work)
      this.wake()
    })
    this.#working.add(work)
  }

  /** @param since when the lease was asked for, on the monotonic clock */
  #abortAfterLease(held: HeldRow, since: number): void {
    const { clock, table, log } = this.#options
    held.callOff()
    held.callOff = clock.after(Math.max(0, since + this.#leaseMs - clock.monotonic()), () => {
      log.warn({ table, rowId: held.row.id, orgId: held.row.orgId }, 'work.lease_passed')
      held.lost.abort()
    })
  }

  async #perform(row: ClaimedRow, signal: AbortSignal): Promise<void> {
    const { database, table, log, perform } = this.#options
    const { id, worker } = row
    try {
      await perform(row, signal)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, table, rowId: row.id, orgId: row.orgId }, 'work.failed')
      const waitMs = signal.aborted ? 0 : Math.min(defectWaitMs.most, defectWaitMs.first * 2 ** row.attempt)
      // If this fails too, the lease ends by itself.
      await giveBack(database.worker, { table, worker, id, waitMs }).catch(() => {})
    }
  }

  async #renewUntil(signal: AbortSignal): Promise<void> {
    const { clock, database, table, log } = this.#options
    while (!signal.aborted) {
      await clock.delay(this.#leaseMs / renewalsPerLease, { signal }).catch(() => {})
      const held = [...this.#held.values()].filter(({ lost }) => !lost.signal.aborted)
      if (signal.aborted || held.length === 0) continue
      const since = clock.monotonic()
      try {
        const rows = held.map(({ row }) => row)
        const gone = await renewLeases(database.worker, { table, leaseMs: this.#leaseMs, held: rows })
        for (const one of held) {
          if (gone.has(leaseOf(one.row))) one.lost.abort()
          else if (this.#held.has(leaseOf(one.row))) this.#abortAfterLease(one, since)
        }
      } catch (error) {
        log.warn({ err: error, table }, 'work.renewal_failed')
      }
    }
  }
}
