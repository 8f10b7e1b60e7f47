import type { ChangeHints } from '../../identity/changes/change-hints.service.js'
import { concernedSince, type PrincipalId, type Snapshot } from '../../identity/changes/changes.service.js'
import type { Platform } from '../../platform/platform.js'
import { PollInterval } from '../../platform/time/poll-interval.js'
import { nextAskMs } from './ask-interval.js'

/** How often it is asked what changed where nothing hints at a change, ms. */
const usualAskEveryMs = 250
/** From one question to the next at least, ms, however many hints there are. */
const leastGapMs = 5

/** What an answer names. */
export interface Concerned {
  readonly orgIds: readonly string[]
  readonly principals: readonly PrincipalId[]
  /**
   * The database stands before what was seen last, as after a failover to one that lagged: it is not known what changed until it is seen
   * again, and what was told may never have been.
   */
  readonly isSetBack: boolean
}

/** @returns after how many ms there is more to do; null: once something changes */
type Heard = (concerned: Concerned) => Promise<number | null>

/** From its start to its stop. */
interface Period {
  readonly over: AbortController
  readonly started: Promise<void>
  /** Monotonic time of the newest answer. */
  heardMs: number
}

/**
 * Asks PostgreSQL in which organisations something changed, and whose access: once for the whole node, at a hint, and four times a
 * second without one, sooner after what no hint told of. So no writer has to notify anybody, which would have all commits wait for one lock of the cluster, and no
 * message can be lost.
 */
export class ChangeWatch {
  readonly #platform: Pick<Platform, 'database' | 'clock' | 'log'>
  readonly #hints: Pick<ChangeHints, 'on'>
  readonly #heard: Heard
  readonly #askEveryMs: number
  #period: Period | null = null

  /** @param heard called for each answer, one after the other; what it throws is logged, and it is called again soon */
  constructor(
    platform: Pick<Platform, 'database' | 'clock' | 'log'>,
    hints: Pick<ChangeHints, 'on'>,
    heard: Heard,
    askEveryMs = usualAskEveryMs,
  ) {
    this.#platform = platform
    this.#hints = hints
    this.#heard = heard
    this.#askEveryMs = askEveryMs
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
    const pause = new PollInterval(clock)
    let isHinted = true
    const unhint = this.#hints.on(() => {
      isHinted = true
      pause.wake()
    })
    let seen = first
    let askMs = this.#askEveryMs
    let moreInMs: number | null = null
    let askedMs = clock.monotonic()
    period.heardMs = askedMs
    // What was written since `first` was hinted at to nobody here.
    pause.wake()
    while (!signal.aborted) {
      await pause.wait(Math.min(askMs, moreInMs ?? askMs), signal)
      const gapMs = askedMs + leastGapMs - clock.monotonic()
      if (gapMs > 0) await clock.delay(gapMs, { signal }).catch(() => {})
      if (signal.aborted) break
      pause.beginPoll()
      const wasHinted = isHinted
      isHinted = false
      askedMs = clock.monotonic()
      moreInMs = null
      try {
        const { snapshot, ...concerned } = await concernedSince(database.worker, seen)
        const isSetBack = snapshot.xmax < seen.xmax
        seen = snapshot
        const hasFound = concerned.orgIds.length + concerned.principals.length > 0
        askMs = nextAskMs(askMs, this.#askEveryMs, { wasHinted, hasFound })
        period.heardMs = clock.monotonic()
        if (!signal.aborted) moreInMs = await this.#heard({ ...concerned, isSetBack })
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'notices.not_read')
      }
    }
    unhint()
  }
}
