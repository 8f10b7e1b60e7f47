import pg from 'pg'
import type { DatabaseAddress } from './database.js'

/** What only one process at a time may do to a database. */
const locks = {
  migrate: 7_236_114_900_215,
  first_start: 7_236_114_900_216,
  rotate_keys: 7_236_114_900_217,
} as const

/** Does `work` while no other process does work of this kind; the others wait. */
export async function withDatabaseLock<T>(
  address: DatabaseAddress,
  kind: keyof typeof locks,
  work: (owner: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: address.url, application_name: `sightline_${kind}` })
  // A connection that is lost fails the next statement; that error is the one to report.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [locks[kind]])
    return await work(client)
  } finally {
    await client.end()
  }
}
