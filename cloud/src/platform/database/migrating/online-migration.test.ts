import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longestWaits } from '#testing/longest-waits.js'
import { type SeededOrg, seedCamera, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { systemClock } from '../../time/clock.js'
import { runMigration } from './migrate.js'
import { type OnlineMigration, OnlineSteps } from './online-migration.js'

/**
 * Rows that are migrated. No step holds a lock for longer where there are more of them, so that these show what a million
 * do; MIGRATED_EVENTS=1000000 shows it.
 */
const rows = Number(process.env['MIGRATED_EVENTS'] ?? 60_000)

/** Nobody who reads or writes waits longer while the schema changes, milliseconds. */
const longestWaitMs = 1_000

const timeLimitMs = 600_000 + rows

let scene: TestDatabase
let schema: Kysely<unknown>
let org: SeededOrg
let other: SeededOrg
beforeAll(async () => {
  scene = await createTestDatabase()
  schema = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: scene.address.url, max: 2 }) }),
  })
  ;[org, other] = [await seedOrg(scene), await seedOrg(scene)]
  await seedManyEvents()
}, timeLimitMs)
afterAll(async () => {
  await schema.destroy()
  await scene.close()
})

const columns = 'org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, notes'

function seedEvents({ orgId, cameraId, siteId }: SeededOrg, count: number) {
  return scene.query(
    `insert into events (${columns})
     select $1, lpad(to_hex(n), 32, '0')::uuid, $2, $3, 'motion', 'onvif', now() - n * interval '1 second', null
     from generate_series(1, $4::int) n`,
    [orgId, cameraId, siteId, count],
  )
}

/** Events in a fraction of the time: no trigger and no reference is looked at, and the indexes are made afterwards. */
async function seedManyEvents(): Promise<void> {
  const indexes = await scene.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'events'::regclass and not indisunique`,
  )
  for (const { name } of indexes) await scene.query(`drop index ${name}`)
  await scene.query(`set session_replication_role = replica`)
  await seedEvents(org, rows - 1_000)
  await seedEvents(other, 1_000)
  await scene.query(`reset session_replication_role`)
  for (const { definition } of indexes) await scene.query(definition)
  await scene.query('analyze events')
}

/** A column with a default, its value for the rows that are there, an index over it and a rule about it. */
const migration: OnlineMigration = {
  async online(steps) {
    await steps.define(`
      alter table events add column if not exists attention integer;
      alter table events alter column attention set default 0;`)
    await steps.backfill({
      table: 'events',
      set: 'attention = length(event_category)',
      where: 'attention is null',
    })
    await steps.index('events_by_attention', 'events (org_id, attention)')
    await steps.constraint(
      'events',
      'events_attention_known',
      'check (attention is not null and attention >= 0)',
    )
  },
}

/** A writer and a reader that know nothing of the migration. */
const write = () =>
  scene.database.inOrg(org.orgId, async (tx) => {
    const id = randomUUID()
    await tx
      .insertInto('events')
      .values({
        org_id: org.orgId,
        id,
        camera_id: org.cameraId,
        site_id: org.siteId,
        event_category: 'motion',
        trigger_source: 'onvif',
        triggered_at: new Date(),
      })
      .execute()
    await tx
      .updateTable('events')
      .set({ acknowledged: true })
      .where('org_id', '=', org.orgId)
      .where('id', '=', id)
      .execute()
  })
const read = () =>
  scene.database
    .forOrg(org.orgId)
    .selectFrom('events')
    .select(['id', 'triggered_at'])
    .where('org_id', '=', org.orgId)
    .where('deleted_at', 'is', null)
    .orderBy('triggered_at', 'desc')
    .limit(50)
    .execute()
const figures = (ms: readonly number[]) =>
  `writer ${Math.round(ms[0] ?? 0)} ms, reader ${Math.round(ms[1] ?? 0)} ms`

test(
  'a column, a backfill, an index and a constraint keep nobody waiting, not even behind a long reading',
  async ({ annotate }) => {
    // How long statements take here anyway: a machine may be busy.
    const usual = await longestWaits([write, read], () => systemClock.delay(5_000))
    const reading = new pg.Client({ connectionString: scene.address.url })
    await reading.connect()
    await reading.query('begin; select count(*) from events')
    const pauses: number[] = []
    let isReading = true
    const clock = {
      delay: async (ms: number) => {
        pauses.push(ms)
        // The change of definitions waits behind it, again and again; others do not.
        if (pauses.length === 5) {
          isReading = false
          await reading.query('rollback')
        }
        await systemClock.delay(ms)
      },
    }
    const busy = await longestWaits([write, read], () =>
      runMigration(schema, '9000-attention', migration, clock),
    )
    const told = `longest waits: ${figures(busy.longestMs)}; without a migration: ${figures(usual.longestMs)}`
    await annotate(told)
    await reading.end()
    expect(isReading).toBe(false)
    expect(pauses.length).toBeGreaterThanOrEqual(5)
    expect(busy.statements).toBeGreaterThan(20)
    expect(Math.max(...busy.longestMs), told).toBeLessThan(
      Math.max(longestWaitMs, 3 * Math.max(...usual.longestMs)),
    )
    const [{ left, least } = { left: -1, least: -1 }] = await scene.query<{ left: number; least: number }>(
      'select count(*) filter (where attention is null)::int as left, min(attention) as least from events',
    )
    expect([left, least]).toEqual([0, 0])
    const [{ set } = { set: 0 }] = await scene.query<{ set: number }>(
      'select count(*)::int as set from events where attention = 6',
    )
    expect(set).toBeGreaterThanOrEqual(rows)
    await expect(scene.query('update events set attention = -1')).rejects.toThrow(/events_attention_known/)
  },
  timeLimitMs,
)

test('a statement for each organisation sees its rows alone', async () => {
  await seedCamera(scene, other)
  await new OnlineSteps(schema, systemClock).inEachOrganisation(
    'update sites set address = (select count(*)::text from cameras)',
  )
  for (const [{ orgId }, cameras] of [
    [org, '1'],
    [other, '2'],
  ] as const)
    expect(await scene.query('select address from sites where org_id = $1', [orgId])).toEqual([
      { address: cameras },
    ])
})

describe('a migration that was broken off', () => {
  test('goes on where it stopped: what is there stays, and an index that is not valid is made anew', async () => {
    await scene.query(
      `update events set notes = 'twice' where id in (select id from events where org_id = $1 limit 2)`,
      [other.orgId],
    )
    const unique: OnlineMigration = {
      async online(steps) {
        await steps.define('alter table events add column if not exists tried integer')
        await steps.index('events_notes_once', 'events (notes) where notes is not null', 'unique index')
        await steps.constraint('events', 'events_tried_small', 'check (tried < 10)')
      },
    }
    await expect(runMigration(schema, '9001-once', unique)).rejects.toThrow(
      'the migration 9001-once failed; what it did so far stays, and the next start goes on',
    )
    expect(
      await scene.query(
        `select indisvalid as valid from pg_index where indexrelid = 'events_notes_once'::regclass`,
      ),
    ).toEqual([{ valid: false }])
    await scene.query(`update events set notes = null where notes is not null`)
    await runMigration(schema, '9001-once', unique)
    expect(
      await scene.query(
        `select indisvalid as valid from pg_index where indexrelid = 'events_notes_once'::regclass`,
      ),
    ).toEqual([{ valid: true }])
    expect(await scene.query(`select name from schema_migrations where name like '9001%'`)).toHaveLength(1)
  })

  test('of one transaction leaves nothing, and says so', async () => {
    const brief = {
      up: async (db: Kysely<unknown>) => {
        await db.schema.createTable('left_behind').addColumn('id', 'integer').execute()
        throw new Error('broken off')
      },
    }
    await expect(runMigration(schema, '9002-brief', brief)).rejects.toThrow(
      'the migration 9002-brief failed; the database is as before it',
    )
    expect(await scene.query(`select to_regclass('left_behind') as there`)).toEqual([{ there: null }])
  })
})
