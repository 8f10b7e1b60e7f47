import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { migrations } from '../../migrations/index.js'
import { migrate } from './migrating/migrate.js'
import { tenantTables } from './tables.js'
import { OrgMissingError } from './tenancy/require-org.js'

const orgA = '00000000-0000-4000-8000-00000000000a'
const orgB = '00000000-0000-4000-8000-00000000000b'
let scene: TestDatabase

beforeAll(async () => {
  scene = await createTestDatabase()
  for (const orgId of [orgA, orgB]) {
    const db = scene.database.forOrg(orgId)
    await db
      .insertInto('organisations')
      .values({ id: orgId, name: `org ${orgId}` })
      .execute()
    await db.insertInto('sites').values({ org_id: orgId, id: orgId, name: 'site' }).execute()
  }
})
afterAll(() => scene.close())

describe('row-level security', () => {
  test('shows an organisation its own rows only, even to raw SQL that asks for all', async () => {
    const seen = await sql<{ org_id: string }>`select org_id from sites where org_id is not null`.execute(
      scene.database.forOrg(orgA),
    )
    expect(seen.rows).toEqual([{ org_id: orgA }])
  })

  test('shows no row without an organisation', async () => {
    const { rows } = await sql`select 1 from sites`.execute(scene.database.lookup)
    expect(rows).toEqual([])
  })

  test('refuses to write a row of another organisation', async () => {
    const write = scene.database
      .forOrg(orgA)
      .insertInto('sites')
      .values({ org_id: orgB, id: orgA, name: 'planted' })
      .execute()
    await expect(write).rejects.toMatchObject({ code: '42501' })
  })

  test('holds on one client that serves both organisations in turn, in and out of transactions', async () => {
    const count = (orgId: string) =>
      sql<{ id: string }>`select id from sites where org_id is not null`
        .execute(scene.database.forOrg(orgId))
        .then(({ rows }) => rows.map(({ id }) => id))
    for (const orgId of [orgA, orgB, orgA]) {
      expect(await count(orgId)).toEqual([orgId])
      const inside = await scene.database.inOrg(orgId, async (tx) =>
        (await tx.selectFrom('sites').select('id').where('org_id', '=', orgId).execute()).map(({ id }) => id),
      )
      expect(inside).toEqual([orgId])
    }
    const { rows } = await sql`select 1 from sites`.execute(scene.database.lookup)
    expect(rows).toEqual([])
  })

  test('is on and forced for every tenant table, and every table with an organisation is listed', async () => {
    const protectedTables = await scene.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relrowsecurity and relforcerowsecurity`,
    )
    expect(protectedTables.map(({ name }) => name).toSorted()).toEqual(Object.keys(tenantTables).toSorted())
    const open = await scene.query<{ name: string }>(
      `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind = 'r' and a.attname = 'org_id' and not c.relrowsecurity and c.relname not like '%_lookup'`,
    )
    expect(open).toEqual([])
  })

  test('gives the worker role ids and leases, but no content', async () => {
    const { rows } = await sql<{ id: string }>`select id from organisations`.execute(scene.database.worker)
    expect(rows).toHaveLength(2)
    await expect(sql`select name from organisations`.execute(scene.database.worker)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(
      sql`select payload from webhook_deliveries`.execute(scene.database.worker),
    ).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('keeps the audit log insert-only', async () => {
    const db = scene.database.forOrg(orgA)
    await expect(db.deleteFrom('audit_log').where('org_id', '=', orgA).execute()).rejects.toMatchObject({
      code: '42501',
    })
  })
})

describe('a transaction', () => {
  test('fails in which a statement failed and nobody said so: nothing of it was committed', async () => {
    const db = scene.database.forOrg(orgA)
    const silent = scene.database.inOrg(orgA, async (tx) => {
      await tx.updateTable('sites').set({ name: 'lost' }).where('org_id', '=', orgA).execute()
      await sql`select 1 / 0`.execute(tx).catch(() => {})
      return 'done'
    })
    await expect(silent).rejects.toThrow('was not committed')
    expect(await db.selectFrom('sites').select('name').where('org_id', '=', orgA).execute()).toEqual([
      { name: 'site' },
    ])
  })
})

describe('the guard', () => {
  const db = () => scene.database.forOrg(orgA)
  const refused: [string, () => Promise<unknown>][] = [
    ['a select', () => db().selectFrom('sites').selectAll().execute()],
    ['a select by id', () => db().selectFrom('sites').selectAll().where('id', '=', orgA).execute()],
    [
      'a select with the organisation under OR',
      () =>
        db()
          .selectFrom('sites')
          .selectAll()
          .where((or) => or.or([or('org_id', '=', orgA), or('name', '=', 'site')]))
          .execute(),
    ],
    [
      'a select that compares the organisation by <>',
      () => db().selectFrom('sites').selectAll().where('org_id', '<>', orgA).execute(),
    ],
    ['an update', () => db().updateTable('sites').set({ name: 'x' }).where('id', '=', orgA).execute()],
    ['a delete', () => db().deleteFrom('sites').where('id', '=', orgA).execute()],
    [
      'a join that leaves one table open',
      () =>
        db()
          .selectFrom('cameras')
          .innerJoin('sites', 'sites.id', 'cameras.site_id')
          .select('cameras.id')
          .where('cameras.org_id', '=', orgA)
          .execute(),
    ],
    [
      'a join bound to nothing but itself',
      () =>
        db()
          .selectFrom('cameras as c')
          .innerJoin('sites as s', (on) => on.onRef('s.org_id', '=', 'c.org_id'))
          .select('c.id')
          .execute(),
    ],
    [
      'a subquery',
      () =>
        db()
          .selectFrom('sites')
          .select('id')
          .where('org_id', '=', orgA)
          .where('id', 'in', (inner) => inner.selectFrom('cameras').select('site_id'))
          .execute(),
    ],
    [
      'a common table expression',
      () =>
        db()
          .with('named', (inner) => inner.selectFrom('sites').select('id'))
          .selectFrom('named')
          .selectAll()
          .execute(),
    ],
    ['raw SQL', () => sql`select id from sites where id = ${orgA}`.execute(db())],
  ]
  test.each(refused)('refuses %s without its organisation', async (_, run) => {
    await expect(run()).rejects.toThrow(OrgMissingError)
  })

  test('admits what is bound: by value, by join, by the statement around it', async () => {
    const rows = await db()
      .selectFrom('sites as s')
      .leftJoin('cameras as c', (on) => on.onRef('c.org_id', '=', 's.org_id').onRef('c.site_id', '=', 's.id'))
      .select(['s.id'])
      .select((inner) =>
        inner
          .selectFrom('events as e')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('e.org_id', '=', 's.org_id')
          .as('events'),
      )
      .where('s.org_id', '=', orgA)
      .execute()
    expect(rows).toEqual([{ id: orgA, events: 0 }])
  })
})

describe('reading values', () => {
  test('reads timestamptz as Date and bigint as number', async () => {
    const { rows } =
      await sql`select '2026-01-31T08:15:30.123Z'::timestamptz as at, 5000000000::int8 as n`.execute(
        scene.database.lookup,
      )
    expect(rows).toEqual([{ at: new Date('2026-01-31T08:15:30.123Z'), n: 5_000_000_000 }])
  })

  test('refuses infinity and integers beyond the safe range', async () => {
    await expect(sql`select 'infinity'::timestamptz`.execute(scene.database.lookup)).rejects.toThrow(
      RangeError,
    )
    await expect(sql`select 9007199254740993::int8`.execute(scene.database.lookup)).rejects.toThrow(
      RangeError,
    )
  })
})

describe('migrations', () => {
  test('run once when two processes start at the same time', async () => {
    const [{ name } = { name: '' }] = await scene.query<{ name: string }>('select current_database() as name')
    await scene.query(`create database ${name}_empty`)
    const url = scene.address.url.replace(`/${name}`, `/${name}_empty`)
    try {
      const ran = await Promise.all([migrate({ url, rolesLogIn: true }), migrate({ url, rolesLogIn: true })])
      expect(ran.map((names) => names.length).toSorted((a, b) => a - b)).toEqual([
        0,
        Object.keys(migrations).length,
      ])
    } finally {
      await scene.query(`drop database ${name}_empty with (force)`)
    }
  })

  test('refuse a database that a newer program has migrated', async () => {
    await using other = await createTestDatabase()
    await other.query(`insert into schema_migrations values ('9999-from-the-future', '2099-01-01')`)
    await expect(migrate(other.address)).rejects.toThrow(/newer Sightline/)
  })
})
