import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase } from '#cloud/platform/database/database.js'
import type { DatabaseAddress } from '#cloud/platform/database/database-address.js'
import { migrate } from '#cloud/platform/database/migrating/migrate.js'
import { silentLog } from '#cloud/platform/log.js'
import { PostgresProxy } from './postgres-proxy.js'
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.js'
import type { TestDatabase } from './test-database.js'

/** A database on a server of its own, reached through a line that fails. `query` does not go through the line. */
export interface FailingDatabase extends TestDatabase {
  readonly proxy: PostgresProxy
  readonly postgres: TemporaryPostgres
}

/** Migrated, and used as behind DATABASE_URL: the owner's connections take the roles. */
export async function createFailingDatabase(): Promise<FailingDatabase> {
  // What it has confirmed outlives a restart, as everywhere but in other tests.
  const postgres = await startTemporaryPostgres({ synchronous_commit: 'on', full_page_writes: 'on' })
  const direct: DatabaseAddress = { url: postgres.url('postgres'), rolesLogIn: false }
  await migrate(direct)
  const proxy = await PostgresProxy.start(direct)
  const database = openDatabase(proxy.address, { log: silentLog, checkTransactions: true })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slcloud-'))
  // What a restart broke while nobody used it is not used again.
  const admin = new pg.Pool({ connectionString: direct.url, max: 2 })
  admin.on('error', () => {})
  const close = async () => {
    await Promise.all([database.close(), admin.end()])
    await proxy.close()
    await postgres.close()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    address: proxy.address,
    database,
    folder,
    proxy,
    postgres,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await admin.query<Row>(text, values)).rows,
    close,
    [Symbol.asyncDispose]: close,
  }
}
