import { expect, test } from 'vitest'
import { seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { migrate } from '../platform/database/migrating/migrate.js'
import { namedByFirstSchema } from '../platform/database/migrating/squashed-migrations.js'
import { beforeFirstSchema } from './before-first-schema.js'
import { migrations } from './index.js'

/** What a database says that was made by the migrations which the first schema replaces. */
async function nameAsBefore(db: TestDatabase, names: readonly string[]): Promise<void> {
  await db.query('delete from schema_migrations')
  await db.query(`insert into schema_migrations (name, timestamp) select unnest($1::text[]), 'then'`, [names])
}

const recorded = async (db: TestDatabase) =>
  (await db.query<{ name: string }>('select name from schema_migrations order by name')).map(
    ({ name }) => name,
  )

test('a database of the migrations before the first schema goes on with its data', async () => {
  await using db = await createTestDatabase()
  const org = await seedOrg(db)
  const all = await recorded(db)
  await nameAsBefore(db, [...beforeFirstSchema, ...all.slice(1)])
  expect(await migrate(db.address)).toEqual([])
  expect(await recorded(db)).toEqual(Object.keys(migrations))
  expect(await db.query('select id from cameras')).toEqual([{ id: org.cameraId }])
  expect(await migrate(db.address)).toEqual([])
})

test('a backup of theirs is one of the first schema', () => {
  expect(namedByFirstSchema([...beforeFirstSchema, '0044-later'])).toEqual([
    '0001-first-schema',
    '0044-later',
  ])
  expect(namedByFirstSchema(['0001-first-schema', '0044-later'])).toEqual(['0001-first-schema', '0044-later'])
})

test('a database that had only some of them is refused, and left as it is', async () => {
  await using db = await createTestDatabase()
  const some = beforeFirstSchema.slice(0, -1)
  await nameAsBefore(db, some)
  await expect(migrate(db.address)).rejects.toThrow(/older than 0\.1\.0/)
  expect(await recorded(db)).toEqual(some)
})
