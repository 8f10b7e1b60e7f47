import {
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely'
import { z } from 'zod'
import { runBeforeCommit, withoutBeforeCommit } from './before-commit.js'
import type { ClientPool } from './clients/client-pool.js'
import { openPools, type PoolOptions, type Purpose } from './clients/pools.js'
import type { DatabaseAddress } from './database-address.js'
import type { Db, LookupDb, Tx, WorkerDb } from './handles.js'
import { LockOrderPlugin } from './lock-order.js'
import { collectMessages, type NotifyMessage } from './notify.js'
import type { LookupTables, Tables, WorkerTables } from './tables.js'
import { OrgDriver } from './tenancy/org-driver.js'
import { RequireOrgPlugin } from './tenancy/require-org.js'
import { inTransactionScope } from './transaction-scope.js'

export interface Database {
  /** The database inside one organisation: every statement runs with `app.org_id` set. */
  forOrg(orgId: string): Db
  /**
   * A transaction inside one organisation. What it sends by `notify` is heard here before it resolves. Nothing within it
   * may ask for another client.
   */
  inOrg<T>(orgId: string, work: (tx: Tx) => Promise<T>, settings?: TransactionSettings): Promise<T>
  /** The same database through the clients of another purpose. */
  serving(purpose: Purpose): Database
  /**
   * Calls `heard` for what transactions of this process notified of, as soon as they have committed: NOTIFY itself may
   * come after the next request. The returned function ends that.
   */
  onNotify(heard: (message: NotifyMessage) => void): () => void
  /**
   * Calls `heard` as soon as something that this process wrote inside an organisation is committed. A hint: what is written by a
   * function of the database is not noticed. The returned function ends that.
   */
  onWritten(heard: (orgId: string) => void): () => void
  /** What is found before the organisation is known. Tenant tables show no row here. */
  readonly lookup: LookupDb
  /** The worker role: finds and leases work rows of all organisations, and can do nothing else. */
  readonly worker: WorkerDb
  /**
   * Resolves if PostgreSQL answers, takes writes, and its connections are what they must be.
   * @throws DatabaseUnavailableError, DatabaseSetupError
   */
  ping(): Promise<void>
  /** Waits for the clients in use, then closes all. */
  close(): Promise<void>
}

interface DatabaseOptions extends PoolOptions {
  /** Refuses, inside a transaction, another client and locks against the order: for tests. */
  checkTransactions?: boolean
}

/** Opens the pools. Nothing is connected until the first statement. */
export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  const pools = openPools(address, options)
  const lookup = kyselyOn<LookupTables>(() => new OrgDriver(pools.lookup, ''), [])
  const worker = kyselyOn<WorkerTables>(() => new OrgDriver(pools.worker, ''), [])
  const listeners = new Set<(message: NotifyMessage) => void>()
  const watchers = new Set<(orgId: string) => void>()
  const written = (orgId: string): void => {
    for (const heard of watchers) withoutBeforeCommit(() => heard(orgId))
  }
  const scope =
    options.checkTransactions === true ? inTransactionScope : <T>(work: () => Promise<T>) => work()

  const serving = (purpose: Purpose): Database => {
    const forOrg = ofOrgs(pools[purpose], written)
    return {
      forOrg,
      inOrg: async <T>(orgId: string, work: (tx: Tx) => Promise<T>, settings: TransactionSettings = {}) => {
        let messages: readonly NotifyMessage[] = []
        const result = await begin(forOrg(orgId), settings).execute((tx) => {
          messages = collectMessages(tx)
          return scope(async () => {
            const done = await work(tx)
            await runBeforeCommit(tx)
            return done
          })
        })
        for (const message of messages)
          for (const heard of listeners) withoutBeforeCommit(() => heard(message))
        return result
      },
      serving: (other) => views[other],
      onNotify: (heard) => {
        listeners.add(heard)
        return () => listeners.delete(heard)
      },
      onWritten: (heard) => {
        watchers.add(heard)
        return () => watchers.delete(heard)
      },
      lookup,
      worker,
      ping: async () => {
        // It removes nothing: a server that takes no writes refuses it all the same.
        await sql`delete from rate_buckets where false`.execute(lookup)
      },
      close: async () => {
        await Promise.all(Object.values(pools).map((pool) => pool.end()))
      },
    }
  }
  const views: Readonly<Record<Purpose, Database>> = {
    requests: serving('requests'),
    reads: serving('reads'),
    intake: serving('intake'),
    work: serving('work'),
  }
  return views.requests
}

const begin = (db: Db, { isolationLevel }: TransactionSettings): TransactionBuilder<Tables> =>
  isolationLevel ? db.transaction().setIsolationLevel(isolationLevel) : db.transaction()

const cachedOrgs = 500

/** The organisations' databases on one pool, those that were asked for a while. */
function ofOrgs(pool: ClientPool, written: (orgId: string) => void): (orgId: string) => Db {
  const byOrg = new Map<string, Db>()
  return (orgId) => {
    const known = byOrg.get(orgId)
    if (known) return known
    const id = z.uuid().parse(orgId)
    const driver = () => new OrgDriver(pool, id, () => written(id))
    const db = kyselyOn<Tables>(driver, [new RequireOrgPlugin(), new LockOrderPlugin()])
    if (byOrg.size >= cachedOrgs) byOrg.clear()
    byOrg.set(orgId, db)
    return db
  }
}

/** One for all: each has a hundred functions of its own, and each organisation that is asked for would keep some. It compiles at a stretch. */
const compiler = new PostgresQueryCompiler()

function kyselyOn<T>(createDriver: () => OrgDriver, plugins: KyselyPlugin[]): Kysely<T> {
  return new Kysely<T>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
    plugins,
  })
}
