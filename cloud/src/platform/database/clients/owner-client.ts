import type pg from 'pg'
import type { DatabaseAddress } from '../database-address.js'
import { typeParsing } from '../parsing.js'
import { createClient } from './clients.js'
import { explainConnectError, refusePooler } from './verify-client.js'

/** Does `work` with a connection of the owner of the schema. Its statements may take as long as they need. */
export async function withOwner<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient({
    connectionString: address.url,
    application_name: 'sightline_operator',
    types: typeParsing,
    statement_timeout: 0,
    connectionTimeoutMillis: 10_000,
  })
  await client.connect().catch((error: unknown) => {
    throw explainConnectError(error)
  })
  try {
    await refusePooler(client)
    return await work(client)
  } finally {
    await client.end()
  }
}
