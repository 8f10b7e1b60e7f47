import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '#cloud/platform/database/database.js'
import type { DatabaseAddress } from '#cloud/platform/database/database-address.js'
import { silentLog } from '#cloud/platform/log.js'
import { templateDatabase } from './template.js'
import type { TemporaryPostgres } from './temporary-postgres.js'

export interface TestDatabase extends AsyncDisposable {
  /** For a process of its own: set it as DATABASE_URL. */
  readonly address: DatabaseAddress
  readonly database: Database
  /** For the data folders of its nodes; it is made by who needs it, and gone with the database. */
  readonly folder: string
  /** Runs a statement as the superuser, past every rule: to arrange and to look. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/**
 * A database of its own, a copy of the migrated template: call it once a test file, or once a test that
 * changes what others read. On a `server` that the file has started for itself no other file's work delays what happens;
 * with `isEmpty` nothing is in it.
 */
export async function createTestDatabase({
  server: own,
  isEmpty = false,
}: {
  server?: Pick<TemporaryPostgres, 'url'>
  isEmpty?: boolean
} = {}): Promise<TestDatabase> {
  const server = own?.url('postgres') ?? (await askDesk(inject('testPostgresDesk')))
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = isEmpty ? 'template0' : templateDatabase
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const address: DatabaseAddress = { url: url.href, rolesLogIn: true }
  const database = openDatabase(address, { log: silentLog, checkTransactions: true })
  const admin = new pg.Pool({ connectionString: address.url, max: 1 })
  admin.on('error', () => {})
  const folder = path.join(os.tmpdir(), `slcloud-${name}`)
  const close = async () => {
    await Promise.all([database.close(), admin.end()])
    await onServer(server, `drop database if exists ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
  return {
    address,
    database,
    folder,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await admin.query<Row>(text, values)).rows,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const Answer = z.union([z.object({ url: z.string() }), z.object({ error: z.string() })])

async function askDesk(desk: string): Promise<string> {
  let text = ''
  for await (const chunk of connect(desk)) text += String(chunk)
  const answer = Answer.parse(JSON.parse(text))
  if ('error' in answer) throw new Error(`the test PostgreSQL did not start: ${answer.error}`)
  return answer.url
}
