import pg from 'pg'
import type { DatabaseAddress } from './database.js'
import { typeParsing } from './parsing.js'

/** Does `work` with a connection of the owner of the schema. Its statements may take as long as they need. */
export async function withOwner<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: address.url,
    application_name: 'sightline_operator',
    types: typeParsing,
    statement_timeout: 0,
    connectionTimeoutMillis: 10_000,
  })
  // A connection that is lost fails the next statement; that error is the one to report.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
