import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { Log } from '../log.js'
import { OrgDriver } from './org-driver.js'
import { typeParsing } from './parsing.js'
import { RequireOrgPlugin } from './require-org.js'
import type { LookupTables, Tables, WorkerTables } from './tables.js'
import { keepTold, type Told } from './told.js'

/** A database inside one organisation: what repositories take first. */
export type Db = Kysely<Tables>
/** A transaction inside one organisation; a repository function that needs one asks for it by this type. */
export type Tx = Transaction<Tables>
export type LookupDb = Kysely<LookupTables>
export type WorkerDb = Kysely<WorkerTables>

/** Where PostgreSQL is, and how the service takes its roles there. */
export interface DatabaseAddress {
  /** postgresql://… of the owner: migrations run as this user. */
  url: string
  /**
   * True where `sightline_app` and `sightline_worker` may log in themselves (the embedded server);
   * elsewhere the owner's connections take the role when they begin.
   */
  rolesLogIn: boolean
}

export interface Database {
  /** The database inside one organisation: every statement runs with `app.org_id` set. */
  forOrg(orgId: string): Db
  /** A transaction inside one organisation. What it tells by `notify` is heard here before it resolves. */
  inOrg<T>(orgId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Calls `heard` for what transactions of this process told, as soon as they have committed: NOTIFY itself may
   * come after the next request. The returned function ends that.
   */
  onTold(heard: (told: Told) => void): () => void
  /** What is found before the organisation is known. Tenant tables show no row here. */
  readonly lookup: LookupDb
  /** The worker role: finds and leases work rows of all organisations, and can do nothing else. */
  readonly worker: WorkerDb
  /** Resolves if PostgreSQL answers. */
  ping(): Promise<void>
  /** Waits for the clients in use, then closes all. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  log: Log
  /** Clients of the application at most. */
  appClients?: number
  /** Clients of the workers' claims at most. */
  workerClients?: number
}

const cachedOrgs = 500

/** Opens the pools. Nothing is connected until the first statement. */
export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  const app = openPool(address, 'sightline_app', options.appClients ?? 10, options.log)
  const worker = openPool(address, 'sightline_worker', options.workerClients ?? 3, options.log)
  const lookup = kyselyOn<LookupTables>(app, '', [])
  const workerDb = kyselyOn<WorkerTables>(worker, '', [])
  const byOrg = new Map<string, Db>()

  const forOrg = (orgId: string): Db => {
    const known = byOrg.get(orgId)
    if (known) return known
    const db = kyselyOn<Tables>(app, z.uuid().parse(orgId), [new RequireOrgPlugin()])
    if (byOrg.size >= cachedOrgs) byOrg.clear()
    byOrg.set(orgId, db)
    return db
  }

  const hearers = new Set<(told: Told) => void>()
  const inOrg = async <T>(orgId: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    let told: readonly Told[] = []
    const result = await forOrg(orgId)
      .transaction()
      .execute((tx) => {
        told = keepTold(tx)
        return work(tx)
      })
    for (const message of told) for (const heard of hearers) heard(message)
    return result
  }

  return {
    forOrg,
    inOrg,
    onTold: (heard) => {
      hearers.add(heard)
      return () => hearers.delete(heard)
    },
    lookup,
    worker: workerDb,
    ping: async () => {
      await app.query('select 1')
    },
    close: async () => {
      // Clients that are still saying goodbye may lose a server that ends right after; that is no loss.
      for (const pool of [app, worker]) pool.removeAllListeners('error').on('error', () => {})
      await Promise.all([app.end(), worker.end()])
    },
  }
}

function kyselyOn<T>(pool: pg.Pool, orgId: string, plugins: RequireOrgPlugin[]): Kysely<T> {
  return new Kysely<T>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OrgDriver(pool, orgId),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins,
  })
}

/** Roles of the service in PostgreSQL; neither owns a table. */
export type DatabaseRole = 'sightline_app' | 'sightline_worker'

/** How a client of `role` connects. */
export function clientConfig(address: DatabaseAddress, role: DatabaseRole): pg.ClientConfig {
  const common = { types: typeParsing, application_name: role, keepAlive: true }
  if (!address.rolesLogIn) {
    return { ...common, connectionString: address.url, options: `-c role=${role}` }
  }
  const url = new URL(address.url)
  url.username = role
  return { ...common, connectionString: url.href }
}

function openPool(address: DatabaseAddress, role: DatabaseRole, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(address, role),
    max,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
  })
  // An idle client that loses its server reports here; without a handler that would end the process.
  pool.on('error', (error) => log.warn({ err: error, role }, 'database.client_lost'))
  return pool
}
