import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import type { Db } from '../database/handles.js'
import { readInZone, requireDatabaseZone } from './database-zone.js'

const orgId = '00000000-0000-4000-8000-000000000001'
let scene: TestDatabase
let db: Db
beforeAll(async () => {
  scene = await createTestDatabase()
  db = scene.database.forOrg(orgId)
})
afterAll(() => scene.close())

const hourOf = (timezone: string) =>
  readInZone(timezone, async (zone) => {
    const { rows } = await sql<{ hour: string }>`
      select to_char(timestamptz '2026-07-01T12:00:00Z' at time zone ${zone}, 'HH24') as hour`.execute(db)
    return rows[0]?.hour
  })

test('a zone that PostgreSQL does not know is read as UTC, and is not accepted', async () => {
  expect([await hourOf('Europe/Zurich'), await hourOf('Antarctica/Newest'), await hourOf('UTC')]).toEqual([
    '14',
    '12',
    '12',
  ])
  await expect(requireDatabaseZone(db, 'Antarctica/Newest')).rejects.toThrow(
    'does not know Antarctica/Newest',
  )
  for (const known of ['Europe/Zurich', 'UTC', null, undefined]) await requireDatabaseZone(db, known)
})

test('no other failure is taken for an unknown zone', async () => {
  await expect(readInZone('Europe/Zurich', () => sql`select 1 / 0`.execute(db))).rejects.toThrow('division')
})
