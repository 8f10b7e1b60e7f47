import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { NestedClientError } from './transaction-scope.js'

const orgId = uuidv7()
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.close())

const ways: [string, () => Promise<unknown>][] = [
  [
    'a statement of its own',
    () => test.database.forOrg(orgId).selectFrom('sites').select('id').where('org_id', '=', orgId).execute(),
  ],
  ['another transaction', () => test.database.inOrg(orgId, async () => {})],
  ['a lookup', () => test.database.lookup.selectFrom('rate_buckets').select('key').execute()],
  ['the worker role', () => test.database.worker.selectFrom('nodes').select('node_id').execute()],
  ['the clients of another purpose', () => test.database.serving('reads').inOrg(orgId, async () => {})],
]

it.each(ways)('refuses a second client inside a transaction: %s', async (_, ask) => {
  await expect(test.database.inOrg(orgId, ask)).rejects.toBeInstanceOf(NestedClientError)
})

it('lets what a transaction began take a client once it has ended', async () => {
  let later: Promise<unknown> = Promise.resolve()
  let commit = () => {}
  const committed = new Promise<void>((resolve) => {
    commit = resolve
  })
  await test.database.inOrg(orgId, async () => {
    later = committed.then(() => test.database.inOrg(orgId, async () => {}))
  })
  commit()
  await later
})
