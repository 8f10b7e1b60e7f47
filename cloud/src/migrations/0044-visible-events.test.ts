import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import type { DatabaseAddress } from '../platform/database/database-address.js'
import { migrate, migrateAsFarAs } from '../platform/database/migrating/migrate.js'

const name = '0044-visible-events'
const triggeredAt = new Date('2026-05-01T10:00:00.123Z')
const deletedAt = new Date('2026-05-02T10:00:00.000Z')

let beside: TestDatabase
let admin: pg.Client
let address: DatabaseAddress

/** The schema of the release before, in a database that is empty otherwise: the first test migrates it, the others find it so. */
beforeAll(async () => {
  beside = await createTestDatabase()
  const url = new URL(beside.address.url)
  url.pathname = `/before_${randomBytes(6).toString('hex')}`
  await beside.query(`create database ${url.pathname.slice(1)}`)
  address = { url: url.href, rolesLogIn: true }
  await migrateAsFarAs(address, ['0001-first-schema'])
  admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await beside.query(`drop database ${new URL(address.url).pathname.slice(1)} with (force)`)
  await beside.close()
})

const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await admin.query<Row>(text, values)).rows

interface Given {
  readonly awaiting_answer?: boolean
  readonly absorbed_by?: string
  readonly deleted_at?: Date
}

/** An event with a note, as the release before writes it. */
async function addEvent({ orgId, cameraId, siteId }: SeededOrg, given: Given = {}): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, notes,
       awaiting_answer, absorbed_by, deleted_at)
     values ($1, $2, $3, $4, 'other', 'manual', $5, 'a platypus', $6, $7, $8)`,
    [
      orgId,
      id,
      cameraId,
      siteId,
      triggeredAt,
      given.awaiting_answer ?? false,
      given.absorbed_by ?? null,
      given.deleted_at ?? null,
    ],
  )
  return id
}

/** An event, what it says of itself, and whether its words are found. */
async function stateOf(id: string) {
  const [row] = await query<{
    visible: boolean
    deleted_at: Date | null
    ai_status: string
    found: boolean
  }>(
    `select visible, deleted_at, ai_status, exists (select from event_texts where event_id = id) as found
     from events where id = $1`,
    [id],
  )
  return row
}

const plain = { visible: true, deleted_at: null, ai_status: 'pending', found: true }
const hidden = { visible: false, deleted_at: null, ai_status: 'pending', found: false }
const absorbed = { ...hidden, ai_status: 'skipped' }

const addEach = async (org: SeededOrg): Promise<[string, object][]> => [
  [await addEvent(org), plain],
  [await addEvent(org, { deleted_at: deletedAt }), { ...plain, deleted_at: deletedAt, found: false }],
  [await addEvent(org, { awaiting_answer: true, deleted_at: triggeredAt }), hidden],
  [await addEvent(org, { absorbed_by: randomUUID(), deleted_at: triggeredAt }), absorbed],
  [
    await addEvent(org, { awaiting_answer: true, deleted_at: deletedAt }),
    { ...hidden, deleted_at: deletedAt },
  ],
  [
    await addEvent(org, { absorbed_by: randomUUID(), deleted_at: deletedAt }),
    { ...absorbed, deleted_at: deletedAt },
  ],
]

test('what was hidden is not visible, what was deleted stays so, and what was both is both', async () => {
  const given = [...(await addEach(await seedOrg({ query }))), ...(await addEach(await seedOrg({ query })))]
  const states = async () => {
    const found: unknown[] = []
    for (const [id] of given) found.push(await stateOf(id))
    return found
  }
  expect(await migrate(address)).toContain(name)
  expect(await states()).toEqual(given.map(([, state]) => state))
  // Broken off at its end, it begins anew.
  await query('delete from schema_migrations where name = $1', [name])
  expect(await migrate(address)).toEqual([name])
  expect(await states()).toEqual(given.map(([, state]) => state))
})

test('lists keep one index each, and they are valid', async () => {
  await migrate(address)
  const indexes = await query<{ name: string; valid: boolean }>(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index
     where indrelid = 'events'::regclass order by 1`,
  )
  expect(indexes.filter(({ valid }) => !valid)).toEqual([])
  const names = indexes.map((index) => index.name)
  expect(names).toEqual(
    expect.arrayContaining([
      'events_listed',
      'events_listed_of_camera',
      'events_listed_of_category',
      'events_listed_of_site',
      'events_listed_starred',
      'events_unlisted_by_receipt',
    ]),
  )
  for (const gone of ['newest', 'starred', 'of_camera', 'of_site', 'of_category'])
    expect(names).not.toContain(`events_${gone}`)
})

test('PostgreSQL refuses what awaits its answer, or was absorbed, and calls itself visible', async () => {
  await migrate(address)
  const id = await addEvent(await seedOrg({ query }))
  for (const change of ['visible = false', `absorbed_by = '${id}'`, 'awaiting_answer = true'])
    await expect(query(`update events set ${change} where id = $1`, [id])).rejects.toThrow(
      /events_visible_known/,
    )
})

describe('the release before, which goes on writing', () => {
  let id: string
  beforeEach(async () => {
    await migrate(address)
    id = await addEvent(await seedOrg({ query }), { awaiting_answer: true, deleted_at: triggeredAt })
  })

  test('opens an event unseen', async () => {
    expect(await stateOf(id)).toEqual(hidden)
  })

  test('shows it', async () => {
    await query('update events set awaiting_answer = false, deleted_at = null where id = $1', [id])
    expect(await stateOf(id)).toEqual(plain)
  })

  test('has it absorbed', async () => {
    await query('update events set awaiting_answer = false, absorbed_by = $2 where id = $1', [
      id,
      randomUUID(),
    ])
    expect(await stateOf(id)).toEqual(hidden)
  })

  test('deletes what it showed', async () => {
    await query('update events set awaiting_answer = false, deleted_at = null where id = $1', [id])
    await query('update events set deleted_at = $2 where id = $1', [id, deletedAt])
    expect(await stateOf(id)).toEqual({ ...plain, deleted_at: deletedAt, found: false })
  })
})
