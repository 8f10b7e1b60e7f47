import { sql } from 'kysely'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedOrg } from '#testing/seed.js'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.js'
import type { TestDatabase } from '#testing/test-database.js'
import { migrations } from '../../../migrations/index.js'
import { silentLog } from '../../log.js'
import { openDatabase } from '../database.js'
import type { DatabaseAddress } from '../database-address.js'
import { migrate } from '../migrating/migrate.js'
import { DatabaseSetupError } from './roles.js'

// A server of its own: roles belong to the whole server, and these tests are about making them.
let server: TemporaryPostgres
let admin: pg.Client

beforeAll(async () => {
  server = await startTemporaryPostgres()
  admin = new pg.Client({ connectionString: server.url('postgres') })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.close()
})
beforeEach(async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'site_%'`,
  )
  for (const { name } of rows) await admin.query(`drop database ${name} with (force)`)
  await admin.query('drop role if exists sightline_app, sightline_worker, dba')
})

/** As a hoster gives it: a database, and a user who owns it and is no superuser. */
async function databaseOf(attributes: string): Promise<DatabaseAddress> {
  await admin.query(`create role dba login ${attributes}`)
  await admin.query('create database site_one owner dba')
  const url = new URL(server.url('site_one'))
  url.username = 'dba'
  return { url: url.href, rolesLogIn: false }
}

test('a user who may create roles is enough, and row-level security holds for it too', async () => {
  const address = await databaseOf('createrole')
  expect(await migrate(address)).toHaveLength(Object.keys(migrations).length)
  expect(await migrate(address)).toEqual([])
  const database = openDatabase(address, { log: silentLog })
  try {
    const [one, two] = [uuidv7(), uuidv7()]
    for (const id of [one, two]) {
      await database.forOrg(id).insertInto('organisations').values({ id, name: 'org' }).execute()
    }
    const seen = await sql<{ id: string }>`select id from organisations`.execute(database.forOrg(one))
    expect(seen.rows).toEqual([{ id: one }])
    const roles = await sql<{ current_user: string }>`select current_user`.execute(database.lookup)
    expect(roles.rows[0]?.current_user).toBe('sightline_app')
    expect((await sql`select id from organisations`.execute(database.worker)).rows).toHaveLength(2)
    // The owner of the tables is held too: policies are forced.
    const owner = new pg.Client({ connectionString: address.url })
    await owner.connect()
    owner.on('error', () => {})
    expect((await owner.query('select id from organisations')).rows).toEqual([])
    await owner.end()
  } finally {
    await database.close()
  }
})

/** An event with an alert, in an inbox; somebody and a key at another site; and a prompt pack that the camera uses. */
async function fill(query: TestDatabase['query']) {
  const { orgId, siteId, userId, cameraId } = await seedOrg({ query })
  const [eventId, ruleId, groupId, otherSiteId, accountId, packId] = [
    uuidv7(),
    uuidv7(),
    uuidv7(),
    uuidv7(),
    uuidv7(),
    uuidv7(),
  ]
  await query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     values ($1, $2, $3, $4, 'person', 'onvif', now())`,
    [orgId, eventId, cameraId, siteId],
  )
  await query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name)
     values ($1, $2, 'Rule', 'camera_event', 'system', 'Test')`,
    [orgId, ruleId],
  )
  await query(
    `insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, site_id, triggered_at)
     values ($1, gen_random_uuid(), $2, 'Rule', $3, $4, $5, now())`,
    [orgId, ruleId, eventId, cameraId, siteId],
  )
  await query(
    `insert into notification_groups (org_id, id, rule_id, rule_name, subject_id, site_id, site_name, late, window_sec,
       window_origin, is_current, closes_at) values ($1, $2, $3, 'Rule', $4, $5, 'Site', false, 0, 'rule', false, now())`,
    [orgId, groupId, ruleId, cameraId, siteId],
  )
  await query(
    `insert into notifications (org_id, id, user_id, kind, title, event_id, group_id)
     values ($1, gen_random_uuid(), $2, 'alert', 'Gate', $3, $4)`,
    [orgId, userId, eventId, groupId],
  )
  await query(`insert into sites (org_id, id, name) values ($1, $2, 'Other')`, [orgId, otherSiteId])
  await query(`insert into user_sites values ($1, $2, $3)`, [orgId, userId, otherSiteId])
  await query(`insert into service_accounts (org_id, id, name, role) values ($1, $2, 'Key', 'viewer')`, [
    orgId,
    accountId,
  ])
  await query(`insert into service_account_sites values ($1, $2, $3)`, [orgId, accountId, otherSiteId])
  await query(`insert into prompt_packs (org_id, id, name, instructions) values ($1, $2, 'Night', 'Look.')`, [
    orgId,
    packId,
  ])
  await query('update cameras set prompt_pack_id = $2 where org_id = $1', [orgId, packId])
  for (const table of notedIn) await query(`delete from ${table}`)
  return { orgId, eventId, groupId, otherSiteId, packId }
}

const notedIn = ['changes', 'restricted_changes', 'access_changes'] as const

test('what a foreign key changes in other rows is noted, also where no superuser owns the tables', async () => {
  const address = await databaseOf('createrole')
  await migrate(address)
  const superuser = new pg.Client({ connectionString: server.url('site_one') })
  superuser.on('error', () => {})
  await superuser.connect()
  const database = openDatabase(address, { log: silentLog })
  try {
    const { orgId, ...ids } = await fill(
      async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
        (await superuser.query<Row>(text, values)).rows,
    )
    const db = database.forOrg(orgId)
    const noted = async () => {
      const kinds = await superuser.query<{ kind: string }>(
        `select kind from changes union all select kind from restricted_changes
         union all select principal_kind from access_changes order by 1`,
      )
      for (const table of notedIn) await superuser.query(`delete from ${table}`)
      return kinds.rows.map(({ kind }) => kind)
    }
    await sql`delete from events where org_id = ${orgId} and id = ${ids.eventId}`.execute(db)
    expect(await noted()).toEqual(['alert', 'event', 'inbox'])
    await sql`delete from notification_groups where org_id = ${orgId} and id = ${ids.groupId}`.execute(db)
    expect(await noted()).toEqual(['inbox'])
    await sql`delete from sites where org_id = ${orgId} and id = ${ids.otherSiteId}`.execute(db)
    expect(await noted()).toEqual(['service_account', 'user'])
    await sql`delete from prompt_packs where org_id = ${orgId} and id = ${ids.packId}`.execute(db)
    expect(await noted()).toEqual(['camera'])
    // That is all it may: the owner adds nothing to an organisation that the session is not of.
    const owner = new pg.Client({ connectionString: address.url })
    owner.on('error', () => {})
    await owner.connect()
    const added = owner.query(
      `insert into changes (org_id, kind, change, id, site_id) values ($1, 'camera', 'updated', $1, $1)`,
      [orgId],
    )
    await expect(added).rejects.toThrow(/row-level security/)
    await owner.end()
  } finally {
    await database.close()
    await superuser.end()
  }
})

test('a user who may not create roles is told what to run, and that works', async () => {
  const address = await databaseOf('')
  const refused = await migrate(address).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseSetupError)
  const statements = /once: (.*)$/.exec(String(refused))?.[1] ?? ''
  expect(statements).toContain('GRANT sightline_app TO dba')
  await admin.query(statements)
  expect(await migrate(address)).toHaveLength(Object.keys(migrations).length)
})

test('a role that could pass by row-level security is refused', async () => {
  const address = await databaseOf('createrole')
  await admin.query('create role sightline_app superuser')
  await expect(migrate(address)).rejects.toThrow(/NOSUPERUSER NOBYPASSRLS/)
})
