import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { CompiledQuery as Compiled } from 'kysely'
import type pg from 'pg'
import type { ClientPool, PooledClient } from '../clients/client-pool.js'
import { DatabaseFullError, DatabaseUnavailableError, isConnectionLoss } from '../clients/unavailable.js'
import { isSqlState } from '../sqlstate.js'

/**
 * Hands out clients of one pool with the organisation set. Row-level security reads `app.org_id`:
 * before a single statement it is set on the same client (and not again while it stays the same), in a
 * transaction it is set for the transaction only, with the statement that begins it.
 */
export class OrgDriver implements Driver {
  readonly #pool: ClientPool
  readonly #orgId: string
  readonly #written: () => void

  /**
   * @param orgId a UUID, or the empty string for no organisation, which admits no tenant row.
   * @param written called once something that was written here is committed
   */
  constructor(pool: ClientPool, orgId: string, written: () => void = () => {}) {
    if (!/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i.test(orgId)) {
      throw new TypeError('an organisation is named by a UUID')
    }
    this.#pool = pool
    this.#orgId = orgId
    this.#written = written
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<OrgConnection> {
    return new OrgConnection(await this.#pool.acquire(this.#orgId), this.#orgId, this.#written)
  }

  async beginTransaction(connection: OrgConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings)
  }

  async commitTransaction(connection: OrgConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: OrgConnection): Promise<void> {
    await connection.rollback()
  }

  async savepoint(connection: OrgConnection, name: string): Promise<void> {
    await connection.executeQuery(Compiled.raw(`savepoint ${quoted(name)}`))
  }

  async rollbackToSavepoint(connection: OrgConnection, name: string): Promise<void> {
    await connection.executeQuery(Compiled.raw(`rollback to ${quoted(name)}`))
  }

  async releaseSavepoint(connection: OrgConnection, name: string): Promise<void> {
    await connection.executeQuery(Compiled.raw(`release ${quoted(name)}`))
  }

  async releaseConnection(connection: OrgConnection): Promise<void> {
    connection.release()
  }

  /** The pool belongs to whoever made it. */
  async destroy(): Promise<void> {}
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The organisation that a client's session holds; a client that is not listed holds none. */
const orgOfSession = new WeakMap<pg.ClientBase, string>()

class OrgConnection implements DatabaseConnection {
  readonly #lent: PooledClient
  readonly #orgId: string
  readonly #written: () => void
  #inTransaction = false
  #hasWritten = false
  #broken = false

  constructor(lent: PooledClient, orgId: string, written: () => void) {
    this.#lent = lent
    this.#orgId = orgId
    this.#written = written
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#inTransaction) await this.#setForSession()
    const result = await this.#query({
      text: query.sql,
      values: [...query.parameters],
      ...statementName(query.sql),
    })
    if (writes(result.command, query.sql)) this.#noteWritten()
    const counts = result.command !== 'SELECT' && result.rowCount !== null
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row type is that of the query
      rows: result.rows as R[],
      ...(counts ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}),
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming holds a client for as long as the reader likes: read pages instead')
  }

  /** Begins, and sets the organisation for this transaction in the same round trip. */
  async begin(settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    const access = settings.accessMode ? ` ${settings.accessMode}` : ''
    // Where this fails, a transaction may have begun: the client is closed then.
    this.#inTransaction = true
    await this.#query(
      `start transaction${isolation}${access}; select set_config('app.org_id', '${this.#orgId}', true)`,
    )
  }

  /** @throws Error if a statement had failed and the failure was kept from us: PostgreSQL answers by rolling back */
  async commit(): Promise<void> {
    const { command } = await this.#end('commit').catch(async (error: unknown) => {
      // All that is left to COMMIT and has a limit is to put notices into their queue.
      if (!isSqlState(error, 'beyondLimit')) throw error
      // PostgreSQL lets go of what everybody has read when it writes into the queue, which it does not while that is full, or when it is
      // asked how full it is.
      await this.#query('select pg_notification_queue_usage()').catch(() => undefined)
      throw new DatabaseUnavailableError('the queue of notices of PostgreSQL is full', { cause: error })
    })
    if (command !== 'COMMIT')
      throw new Error('a transaction in which a statement had failed was not committed')
    if (this.#hasWritten) this.#written()
  }

  /** What broke the connection has rolled the transaction back, and is the error to report. */
  async rollback(): Promise<void> {
    if (!this.#broken) await this.#end('rollback').catch(unlessUnavailable)
  }

  /** Gives the client back; one in an unknown state is closed instead. */
  release(): void {
    this.#lent.release(this.#broken || this.#inTransaction)
  }

  #noteWritten(): void {
    if (this.#inTransaction) this.#hasWritten = true
    else this.#written()
  }

  async #end(how: 'commit' | 'rollback'): Promise<pg.QueryResult> {
    try {
      return await this.#query(how)
    } catch (error) {
      this.#broken = true
      throw error
    } finally {
      this.#inTransaction = false
    }
  }

  async #setForSession(): Promise<void> {
    if ((orgOfSession.get(this.#lent.client) ?? '') === this.#orgId) return
    try {
      await this.#query(`select set_config('app.org_id', '${this.#orgId}', false)`)
      orgOfSession.set(this.#lent.client, this.#orgId)
    } catch (error) {
      this.#broken = true
      throw error
    }
  }

  /** @throws DatabaseUnavailableError if the connection is lost, or silent for too long, or PostgreSQL is full or takes no writes */
  async #query(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const { client } = this.#lent
    try {
      return await client.query(query)
    } catch (error) {
      if (isConnectionLoss(error, client)) {
        this.#broken = true
        throw new DatabaseUnavailableError('the connection to PostgreSQL was lost', { cause: error })
      }
      // Of one that became a standby, or was read-only for a while: a new connection finds the primary, or what it is by then.
      if (isSqlState(error, 'readOnly')) {
        this.#broken = true
        throw new DatabaseUnavailableError('PostgreSQL takes no writes', { cause: error })
      }
      if (isSqlState(error, 'full'))
        throw new DatabaseFullError('PostgreSQL has no room for this', { cause: error })
      if (isSqlState(error, 'outsideTrouble'))
        throw new DatabaseUnavailableError('what PostgreSQL stands on fails', { cause: error })
      // A transaction that nobody here began.
      if (!this.#inTransaction && isSqlState(error, 'failedTransaction')) this.#broken = true
      throw error
    }
  }
}

/** Whether a statement wrote something, as far as that can be told cheaply: what is written inside a SELECT stands in its text. */
const writes = (command: string, text: string): boolean =>
  command !== 'SELECT' || /\b(?:insert into|update|delete from) /i.test(text)

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof DatabaseUnavailableError)) throw error
}

/**
 * A statement that begins with a comment such as `/* name: event_page *\/` is prepared once a client
 * under that name. For hot statements with a fixed text only.
 */
function statementName(text: string): { name: string } | undefined {
  const name = /^\s*\/\* name: (\w+) \*\//.exec(text)?.[1]
  return name === undefined ? undefined : { name }
}
