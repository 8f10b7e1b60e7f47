import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { PostgresProxy } from '#testing/postgres-proxy.js'
import { createTestDatabase } from '#testing/test-database.js'
import { silentLog } from '../../log.js'
import { openDatabase } from '../database.js'
import { DatabaseUnavailableError } from './unavailable.js'

it('gives up a server that does not answer, and asks it again by new connections', async () => {
  await using test = await createTestDatabase()
  await using proxy = await PostgresProxy.start(test.address)
  const database = openDatabase(proxy.address, { log: silentLog, answerWithinMs: 2_000 })
  const orgId = randomUUID()
  const read = () => sql`select 1`.execute(database.forOrg(orgId))
  try {
    await read()
    const beginning = database.inOrg(orgId, async (tx) => {
      proxy.freeze()
      await sql`select 1`.execute(tx)
    })
    await expect(beginning).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await expect(read()).rejects.toBeInstanceOf(DatabaseUnavailableError)
    proxy.thaw()
    await read()
    await database.inOrg(orgId, (tx) => sql`select 1`.execute(tx))
  } finally {
    await database.close()
  }
})
