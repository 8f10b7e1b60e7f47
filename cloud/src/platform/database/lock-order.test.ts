import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import type { Tx } from './handles.js'
import { LockOrderError } from './lock-order.js'

const orgId = uuidv7()
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.close())

const lock = (tx: Tx, table: 'gateways' | 'cameras' | 'events') =>
  tx.selectFrom(table).select('id').where('org_id', '=', orgId).orderBy('id').forNoKeyUpdate()

it('lets a transaction lock rows in the order, and those again that it has', async () => {
  await test.database.inOrg(orgId, async (tx) => {
    await lock(tx, 'gateways').execute()
    await lock(tx, 'events').execute()
    await lock(tx, 'gateways').execute()
  })
})

it('refuses a lock against the order', async () => {
  const work = test.database.inOrg(orgId, async (tx) => {
    await lock(tx, 'cameras').execute()
    await lock(tx, 'gateways').execute()
  })
  await expect(work).rejects.toThrow(new LockOrderError('gateways is locked before cameras, not after it'))
})

it('refuses to lock a table that has no place in the order', async () => {
  const work = test.database.inOrg(orgId, (tx) =>
    tx.selectFrom('sites').select('id').where('org_id', '=', orgId).forUpdate().execute(),
  )
  await expect(work).rejects.toThrow(LockOrderError)
})

it('leaves aside what waits for nobody, and what a foreign key takes', async () => {
  await test.database.inOrg(orgId, async (tx) => {
    await lock(tx, 'events').execute()
    await lock(tx, 'cameras').skipLocked().execute()
    await tx.selectFrom('sites').select('id').where('org_id', '=', orgId).forKeyShare().execute()
  })
})

it('begins anew with each transaction', async () => {
  await test.database.inOrg(orgId, (tx) => lock(tx, 'cameras').execute())
  await test.database.inOrg(orgId, async (tx) => {
    await lock(tx, 'gateways').execute()
    await sql`select 1`.execute(tx)
  })
})
