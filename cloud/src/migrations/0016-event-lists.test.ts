import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { seedOrg } from '../testing/seed.js'
import { createTestDatabase } from '../testing/test-database.js'
import { up } from './0016-event-lists.js'

test('an owner without special rights takes over the snapshots that are stored, and both tables stay forced', async () => {
  await using db = await createTestDatabase()
  const org = await seedOrg(db)
  const [withSnapshot, without] = [uuidv7(), uuidv7()]
  for (const id of [withSnapshot, without]) {
    await db.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
       values ($1, $2, $3, $4, 'motion', 'onvif', now())`,
      [org.orgId, id, org.cameraId, org.siteId],
    )
  }
  const addMedia = async (eventId: string, kind: string, state: string) => {
    const id = uuidv7()
    await db.query(
      `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'x/y', 1, repeat('a', 64))`,
      [org.orgId, id, eventId, org.cameraId, org.siteId, kind, state, id],
    )
    return id
  }
  const snapshot = await addMedia(withSnapshot, 'snapshot', 'ready')
  await addMedia(withSnapshot, 'clip', 'ready')
  await addMedia(without, 'snapshot', 'pending')
  await db.query('drop index events_starred')
  await db.query('alter table events drop column snapshot_id')
  // Roles belong to the whole server, which other tests share.
  const owner = `owner_${uuidv7().replaceAll('-', '')}`
  await db.query(`create role ${owner} login nosuperuser`)
  try {
    await db.query(`grant create, usage on schema public to ${owner}`)
    for (const table of ['events', 'media']) await db.query(`alter table ${table} owner to ${owner}`)
    const url = new URL(db.address.url)
    url.username = owner
    const kysely = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url.href, max: 1 }) }),
    })
    await kysely.transaction().execute(up)
    await kysely.destroy()
    expect(await db.query('select id, snapshot_id from events order by id')).toEqual([
      { id: withSnapshot, snapshot_id: snapshot },
      { id: without, snapshot_id: null },
    ])
    expect(
      await db.query(
        `select relname from pg_class where relname in ('events', 'media') and relforcerowsecurity order by 1`,
      ),
    ).toEqual([{ relname: 'events' }, { relname: 'media' }])
  } finally {
    for (const table of ['events', 'media']) await db.query(`alter table ${table} owner to current_user`)
    await db.query(`drop owned by ${owner}`)
    await db.query(`drop role ${owner}`)
  }
})
