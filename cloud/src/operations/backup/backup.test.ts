import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Scene, setScene } from '#testing/scene.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { objectKey } from '../../events/media/store/blob-store.service.js'
import { mediaFolder, objectPath } from '../../events/media/store/media-files.service.js'
import { beforeFirstSchema } from '../../migrations/before-first-schema.js'
import type { DatabaseAddress } from '../../platform/database/database-address.js'
import { systemClock } from '../../platform/time/clock.js'
import { makeBackup } from './backup.service.js'
import { restoreBackup, verifyBackup } from './restore.service.js'

const clip = randomBytes(300_000)
const owner = `dba_${randomBytes(4).toString('hex')}`
const made: string[] = []

let world: TestApp
let scene: Scene
let folder: string
let admin: pg.Client

beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
  scene = await setScene(world)
  await setScene(world)
  admin = await connect({ url: world.test.address.url })
  await admin.query(`create role ${owner} login noinherit`)
  await admin.query(`grant sightline_app, sightline_worker to ${owner} with inherit false, set true`)
  await storeClip(scene.mediaId, clip)
})
afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop role ${owner}`)
  await admin.end()
  await world.close()
  await rm(world.platform.config.dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function connect({ url }: { url: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

const fileOf = async (mediaId: string): Promise<string> => {
  const [row] = await world.test.query<{ key: string }>('select key from media where id = $1', [mediaId])
  return objectPath(mediaFolder(world.platform.config), row?.key ?? '')
}

async function storeClip(mediaId: string, bytes: Buffer): Promise<void> {
  await world.test.query(
    `update media set key = $4, state = 'ready', bytes = $2, sha256 = $3 where id = $1`,
    [
      mediaId,
      bytes.byteLength,
      createHash('sha256').update(bytes).digest('hex'),
      objectKey(scene.orgId, mediaId),
    ],
  )
  // Of the other media only rows are wanted.
  await world.test.query(`update media set state = 'deleted', deleted_at = now() where id <> $1`, [mediaId])
  const file = await fileOf(mediaId)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, bytes)
}

const backUp = (to = path.join(folder, 'backup'), address: DatabaseAddress = world.test.address) =>
  makeBackup({ address, config: world.platform.config, clock: systemClock }, to)

/** A database as a hoster gives it: owned by somebody who is no superuser, and empty. */
async function emptyDatabase(): Promise<DatabaseAddress> {
  const name = `restored_${randomBytes(4).toString('hex')}`
  await admin.query(`create database ${name} owner ${owner}`)
  made.push(name)
  const url = new URL(world.test.address.url)
  url.pathname = `/${name}`
  url.username = owner
  return { url: url.href, rolesLogIn: false }
}

async function restore(address: DatabaseAddress, from = path.join(folder, 'backup')) {
  const config = { dataDir: path.join(folder, 'restored'), s3: null }
  return { report: await restoreBackup({ address, config }, from, await verifyBackup(from)), config }
}

/** The same database as a superuser sees it. */
function asAdmin({ url }: DatabaseAddress): Promise<pg.Client> {
  const address = new URL(url)
  address.username = new URL(world.test.address.url).username
  return connect({ url: address.href })
}

/** Every row of every table, and what the schema holds them to. */
async function contentsOf(client: pg.Client): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not like 'schema_migrations%' and relname not in ('nodes', 'presence_watch')
       and relname not in ('changes', 'access_changes', 'restricted_changes', 'change_cuts', 'change_lineage')`,
  )
  const contents: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    contents[name] = rows.map(({ row }) => row)
  }
  const { rows: rules } = await client.query<{ rule: string }>(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule
       from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     order by 1`,
  )
  contents['rules'] = rules.map(({ rule }) => rule)
  return contents
}

test('brings back every row and rule, without a superuser, and the clip plays', async () => {
  const report = await backUp()
  expect(report).toMatchObject({
    media: { kind: 'files', objects: 1, bytes: clip.byteLength, missing: 0 },
    linked: 1,
    missing: [],
    removed_meanwhile: 0,
  })
  const address = await emptyDatabase()
  const { report: restored, config } = await restore(address)
  expect(restored).toMatchObject({ rows: report.rows, objects: 1, missing_count: 0, migrated: [] })
  const key = objectKey(scene.orgId, scene.mediaId)
  expect(await readFile(objectPath(mediaFolder(config), key))).toEqual(clip)

  const [before, after] = [await asAdmin(world.test.address), await asAdmin(address)]
  const contents = await contentsOf(after)
  expect(contents).toEqual(await contentsOf(before))
  expect(contents['organisations']).toHaveLength(2)
  expect(contents['rules']?.filter((rule) => String(rule).includes('watch_outages'))).not.toHaveLength(0)
  await Promise.all([before.end(), after.end()])

  // A second backup, now of the database that belongs to no superuser, holds the same rows.
  const second = await backUp(path.join(folder, 'second'), address)
  expect([second.tables, second.rows]).toEqual([report.tables, report.rows])
})

test('holds one moment: what is written meanwhile is in it wholly or not at all', async () => {
  const stop = new AbortController()
  let pairs = 0
  const writing = (async () => {
    while (!stop.signal.aborted) {
      const id = uuidv7()
      await world.platform.database.inOrg(scene.orgId, async (tx) => {
        await tx.insertInto('sites').values({ org_id: scene.orgId, id, name: 'pair' }).execute()
        await tx
          .insertInto('users')
          .values({
            org_id: scene.orgId,
            id,
            email: `${id}@example.com`,
            display_name: 'pair',
            role: 'viewer',
          })
          .execute()
        await tx.insertInto('user_sites').values({ org_id: scene.orgId, user_id: id, site_id: id }).execute()
      })
      pairs += 1
    }
  })()
  await expect.poll(() => pairs).toBeGreaterThan(3)
  await backUp()
  const during = pairs
  await expect.poll(() => pairs).toBeGreaterThan(during)
  stop.abort()
  await writing
  const address = await emptyDatabase()
  await restore(address)
  const client = await asAdmin(address)
  const { rows } = await client.query<{ sites: number; users: number }>(
    `select (select count(*)::int from sites where name = 'pair') as sites,
            (select count(*)::int from users where display_name = 'pair') as users`,
  )
  await client.end()
  expect(rows[0]?.sites).toBe(rows[0]?.users)
  expect(rows[0]?.sites).toBeGreaterThan(3)
  expect(rows[0]?.sites).toBeLessThanOrEqual(during)
  await world.test.query(`delete from user_sites where site_id in (select id from sites where name = 'pair')`)
  await world.test.query(`delete from users where display_name = 'pair'`)
  await world.test.query(`delete from sites where name = 'pair'`)
})

test('holds no master key, and is closed to others', async () => {
  await backUp()
  const names = await readdir(path.join(folder, 'backup'), { recursive: true })
  expect(names.filter((name) => name.endsWith('.key'))).toEqual([])
  expect((await stat(path.join(folder, 'backup'))).mode & 0o077).toBe(0)
  for (const name of names.filter((one) => one.endsWith('.gz'))) {
    expect((await stat(path.join(folder, 'backup', name))).mode & 0o077).toBe(0)
  }
})

test('names media whose file is gone or cut, and brings the rest back', async () => {
  const file = await fileOf(scene.mediaId)
  await rm(file)
  await writeFile(file, clip.subarray(0, 1000))
  try {
    const report = await backUp()
    expect(report.media).toMatchObject({ objects: 0, missing: 1 })
    expect(file).toContain(report.missing[0])
    const { report: restored } = await restore(await emptyDatabase())
    expect(restored).toMatchObject({ objects: 0, missing_count: 1, missing: report.missing })
  } finally {
    await rm(file)
    await writeFile(file, clip)
  }
})

test('does not put a clip in place that is not what its row names', async () => {
  await backUp()
  const [name = ''] = (await readdir(path.join(folder, 'backup', 'media'), { recursive: true })).filter(
    (one) => one.endsWith(scene.mediaId),
  )
  const inBackup = path.join(folder, 'backup', 'media', name)
  await rm(inBackup)
  await writeFile(inBackup, randomBytes(clip.byteLength))
  const { report, config } = await restore(await emptyDatabase())
  expect(report).toMatchObject({ objects: 0, missing_count: 1 })
  expect(await readdir(mediaFolder(config), { recursive: true })).not.toContain(name)
})

test('a backup from before the first schema comes back into it', async () => {
  await backUp()
  const file = path.join(folder, 'backup', 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  manifest.migrations.splice(0, 1, ...beforeFirstSchema)
  await writeFile(file, JSON.stringify(manifest))
  const { report } = await restore(await emptyDatabase())
  expect(report).toMatchObject({ missing_count: 0, migrated: [] })
})

describe('refuses', () => {
  test('a folder that holds something', async () => {
    await writeFile(path.join(folder, 'notes.txt'), 'mine')
    await expect(backUp(folder)).rejects.toThrow(/is not empty/)
    expect(await readdir(folder)).toEqual(['notes.txt'])
  })

  test('a backup that was cut off, or whose file changed, before anything is touched', async () => {
    await backUp()
    const backup = path.join(folder, 'backup')
    await appendFile(path.join(backup, 'database', 'sites.copy.gz'), 'x')
    await expect(verifyBackup(backup)).rejects.toThrow(/sites\.copy\.gz is missing or not what/)
    await rm(path.join(backup, 'manifest.json'))
    await expect(verifyBackup(backup)).rejects.toThrow(/no whole backup/)
  })

  test('a database with an organisation in it', async () => {
    await backUp()
    await expect(restore(world.test.address)).rejects.toThrow(/not empty/)
  })

  test('files where the service looks into a bucket', async () => {
    await backUp()
    const from = path.join(folder, 'backup')
    const s3 = {
      endpoint: 'http://127.0.0.1:9',
      region: 'eu',
      bucket: 'clips',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    }
    const address = await emptyDatabase()
    const config = { dataDir: path.join(folder, 'restored'), s3 }
    await expect(restoreBackup({ address, config }, from, await verifyBackup(from))).rejects.toThrow(
      /holds its clips as files, and S3_\* is set/,
    )
    // Nothing was begun.
    expect((await restore(address)).report.objects).toBe(1)
  })

  test('a backup of a newer version', async () => {
    await backUp()
    const manifest = await verifyBackup(path.join(folder, 'backup'))
    const newer = { ...manifest, migrations: [...manifest.migrations, '9999-later'] }
    const address = await emptyDatabase()
    const config = { dataDir: path.join(folder, 'restored'), s3: null }
    await expect(restoreBackup({ address, config }, path.join(folder, 'backup'), newer)).rejects.toThrow(
      /newer Sightline/,
    )
  })
})

test('all or nothing: a restoring that fails leaves no row, and can be run again', async () => {
  await backUp()
  const backup = path.join(folder, 'backup')
  const manifest = await verifyBackup(backup)
  const wrong = {
    ...manifest,
    tables: manifest.tables.map((table) =>
      table.name === 'webhooks' ? { ...table, rows: table.rows + 1 } : table,
    ),
  }
  const address = await emptyDatabase()
  const config = { dataDir: path.join(folder, 'restored'), s3: null }
  await expect(restoreBackup({ address, config }, backup, wrong)).rejects.toThrow(
    /webhooks: .* rows came back/,
  )
  const client = await asAdmin(address)
  expect((await client.query('select 1 from organisations')).rowCount).toBe(0)
  await client.end()
  expect((await restore(address)).report.missing_count).toBe(0)
})

test('with a bucket it holds no media, and says which bucket to back up', async () => {
  const s3 = { bucket: 'clips', region: 'r', endpoint: null, accessKeyId: 'a', secretAccessKey: 'b' }
  const config = { ...world.platform.config, s3 }
  const report = await makeBackup(
    { address: world.test.address, config, clock: systemClock },
    path.join(folder, 'backup'),
  )
  expect(report.media).toEqual({ kind: 'bucket', bucket: 'clips' })
  expect(await readdir(path.join(folder, 'backup'))).toEqual(['database', 'manifest.json'])
})

test('the schema has nothing that a backup by tables would miss', async () => {
  const other = await world.test.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('S', 'p', 'm', 'f') order by 1`,
  )
  // They number rows that no backup holds.
  expect(other).toEqual([
    { relname: 'access_changes_seq_seq' },
    { relname: 'changes_seq_seq' },
    { relname: 'restricted_changes_seq_seq' },
  ])
})
