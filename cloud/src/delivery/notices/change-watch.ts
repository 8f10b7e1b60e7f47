import { concernedSince, type PrincipalId, type Snapshot } from '../../identity/changes/changes.service.js'
import type { Platform } from '../../platform/platform.js'

/** How often it is asked what changed, ms. */
const askEveryMs = 250

/** What an answer names. */
export interface Concerned {
  readonly orgIds: readonly string[]
  readonly principals: readonly PrincipalId[]
}

/** From its start to its stop. */
interface Period {
  readonly over: AbortController
  readonly started: Promise<void>
  /** Monotonic time of the newest answer. */
  heardMs: number
}

/**
 * Asks PostgreSQL four times a second in which organisations something changed, and whose access: once for the whole node. So no
 * writer has to notify anybody, which would have all commits wait for one lock of the cluster, and no message can be lost.
 */
export class ChangeWatch {
  readonly #platform: Pick<Platform, 'database' | 'clock' | 'log'>
  readonly #heard: (concerned: Concerned) => Promise<void>
  #period: Period | null = null

  /** @param heard called for each answer, one after the other; what it throws is logged, and it is called again soon */
  constructor(
    platform: Pick<Platform, 'database' | 'clock' | 'log'>,
    heard: (concerned: Concerned) => Promise<void>,
  ) {
    this.#platform = platform
    this.#heard = heard
  }

  /** Since when there is no answer, ms; 0 while it is not asked. */
  get silentMs(): number {
    return this.#period ? this.#platform.clock.monotonic() - this.#period.heardMs : 0
  }

  /** Resolves once whatever changes from then on is heard. @throws Error if PostgreSQL does not answer */
  async start(): Promise<void> {
    this.#period ??= this.#open()
    const period = this.#period
    try {
      await period.started
    } catch (error) {
      if (this.#period === period) this.stop()
      throw error
    }
  }

  stop(): void {
    this.#period?.over.abort()
    this.#period = null
  }

  #open(): Period {
    const { clock, database } = this.#platform
    const over = new AbortController()
    const first = concernedSince(database.worker, null)
    const period: Period = { over, started: first.then(() => {}), heardMs: clock.monotonic() }
    first.then(
      ({ snapshot }) => this.#run(period, snapshot),
      // Whoever waits for the start is told.
      () => {},
    )
    return period
  }

  async #run(period: Period, first: Snapshot): Promise<void> {
    const { clock, database, log } = this.#platform
    const { signal } = period.over
    let seen = first
    period.heardMs = clock.monotonic()
    while (!signal.aborted) {
      await clock.delay(askEveryMs, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        const { snapshot, ...concerned } = await concernedSince(database.worker, seen)
        seen = snapshot
        period.heardMs = clock.monotonic()
        if (!signal.aborted) await this.#heard(concerned)
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'notices.not_read')
      }
    }
  }
}
