import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { requireExtensions } from './extensions.js'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.address.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.close()
})

test('a server with contrib is taken', async () => {
  await expect(requireExtensions(owner)).resolves.toBeUndefined()
})

test('one without is refused before anything is changed, with what to install', async () => {
  await expect(requireExtensions(owner, ['pg_trgm', 'no_such_thing'])).rejects.toThrow(
    /^PostgreSQL behind DATABASE_URL lacks no_such_thing: install its contrib package \(postgresql-contrib\)/,
  )
})
