import type { Database } from '../../platform/database/database.js'

/** Where a process is in its life, as `/api/v1/health/ready` shows it. */
type ReadyState = 'ok' | 'starting' | 'stopping' | 'degraded'

/** `starting` until the process listens, `stopping` from SIGTERM on; between, what the database says. */
export class Readiness {
  readonly #database: Database
  #phase: 'starting' | 'serving' | 'stopping' = 'starting'

  constructor(database: Database) {
    this.#database = database
  }

  serving(): void {
    this.#phase = 'serving'
  }

  stopping(): void {
    this.#phase = 'stopping'
  }

  async now(): Promise<ReadyState> {
    if (this.#phase !== 'serving') return this.#phase
    try {
      await this.#database.ping()
      return 'ok'
    } catch {
      // The pool has logged why; whoever asks only needs to send requests elsewhere.
      return 'degraded'
    }
  }
}
