import type { Log } from '../../../platform/log.js'

/** Reports that may wait for the database before the peer is cut. */
const maxWaiting = 500

/** Reports of one session, taken one after the other: the last one counts. One that fails is logged and passed over. */
export class ReportQueue {
  readonly #log: Log
  readonly #overloaded: () => void
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0

  /** @param overloaded called for each report beyond what may wait */
  constructor(log: Log, overloaded: () => void) {
    this.#log = log
    this.#overloaded = overloaded
  }

  add(take: () => Promise<void>): void {
    if (this.#waiting >= maxWaiting) return this.#overloaded()
    this.#waiting += 1
    this.#tail = this.#tail.then(take).then(
      () => {
        this.#waiting -= 1
      },
      (error: unknown) => {
        this.#waiting -= 1
        this.#log.error({ err: error }, 'channel.report_not_taken')
      },
    )
  }

  /** Resolves when what was added so far is taken. */
  async settled(): Promise<void> {
    await this.#tail
  }
}
