import type pg from 'pg'
import { DatabaseSetupError } from '../tenancy/roles.js'
import { refuseInTransaction } from '../transaction-scope.js'
import type { DatabaseRole } from './client-config.js'
import { createPool } from './clients.js'
import { FairClientQueue, type FairClientQueueOptions } from './fair-client-queue.js'
import { DatabaseUnavailableError } from './unavailable.js'
import { explainConnectError, verifyClient } from './verify-client.js'

/** What a client is lent for; `give` ends it. */
export interface PooledClient {
  readonly client: pg.ClientBase
  /** @param broken in an unknown state: it is closed */
  release(broken: boolean): void
}

/** Clients for one purpose, of which organisations take turns. */
export class ClientPool {
  readonly #role: DatabaseRole
  readonly #pool: pg.Pool
  /** Those that work as what they are meant to. */
  readonly #proven = new WeakSet<pg.ClientBase>()
  readonly #turns: FairClientQueue

  constructor(
    role: DatabaseRole,
    config: pg.PoolConfig,
    turns: FairClientQueueOptions,
    onLost: (error: Error) => void,
  ) {
    this.#role = role
    this.#pool = createPool({ ...config, max: turns.clients }, onLost)
    this.#turns = new FairClientQueue(turns)
  }

  /**
   * @param org whose turn it is; the empty string where nobody's is known
   * @throws DatabaseUnavailableError if no client is free in time, or PostgreSQL cannot be reached
   * @throws DatabaseSetupError if what is reached must not be used
   */
  async acquire(org: string): Promise<PooledClient> {
    refuseInTransaction()
    const turn = this.#turns.acquire(org)
    if (turn) await turn
    try {
      const client = await this.#connect()
      return {
        client,
        release: (broken) => {
          client.release(broken)
          this.#turns.release(org)
        },
      }
    } catch (failure) {
      this.#turns.release(org)
      const error = explainConnectError(failure)
      if (error instanceof DatabaseSetupError) throw error
      throw new DatabaseUnavailableError('PostgreSQL cannot be reached', { cause: error })
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect()
    if (this.#proven.has(client)) return client
    try {
      await verifyClient(client, this.#role)
    } catch (error) {
      client.release(true)
      throw error
    }
    this.#proven.add(client)
    return client
  }

  /** Waits for the clients that are lent, then closes all. */
  async end(): Promise<void> {
    // Clients that are still saying goodbye may lose a server that ends right after; that is no loss.
    this.#pool.removeAllListeners('error').on('error', () => {})
    await this.#pool.end()
  }
}
