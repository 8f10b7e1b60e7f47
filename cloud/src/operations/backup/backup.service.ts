import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { mediaFolder, objectPath } from '../../events/media/store/media-files.service.js'
import { type Config, ConfigError } from '../../platform/config.js'
import { withOwner } from '../../platform/database/clients/owner-client.js'
import type { DatabaseAddress } from '../../platform/database/database-address.js'
import { withDatabaseLock } from '../../platform/database/database-lock.js'
import { listMigrations } from '../../platform/database/migrating/list-migrations.js'
import { serverVersion } from '../../platform/database/tenancy/roles.js'
import type { Clock } from '../../platform/time/clock.js'
import { sealedColumns } from '../key-rotation/sealed-columns.table.js'
import { linkOrCopyFile, meter } from './link-or-copy.js'
import { type Manifest, type TableCopy, tableFile, writeManifest } from './manifest.js'
import {
  copyRowsOut,
  eachMedium,
  isStillStored,
  listKeyIds,
  readAsApplication,
  readAsOwner,
  setOrganisation,
} from './rows.repository.js'
import { holdSchema, listOrganisations, listTables, type TableShape } from './schema.repository.js'

interface BackupDeps {
  readonly address: DatabaseAddress
  readonly config: Pick<Config, 'dataDir' | 's3'>
  readonly clock: Clock
}

/** What a backup did, as it is printed. */
export interface BackupReport {
  readonly folder: string
  readonly tables: number
  readonly rows: number
  readonly media: Manifest['media']
  /** How the files of media came here. */
  readonly linked: number
  readonly copied: number
  /** Removed by the service while the backup ran: their rows are in it, their files are not. */
  readonly removed_meanwhile: number
  /** Keys of objects whose files are not there or not whole; the first 100. */
  readonly missing: readonly string[]
  readonly needs_keys: readonly string[]
}

const namedAtMost = 100

/**
 * Writes everything that cannot be made again into an empty folder, as of one moment, while the service runs: all
 * tables, and the files of media. The master key is not in it. In bounded memory. A folder without `manifest.json` was
 * cut off and is no backup.
 * @throws ConfigError if the folder is not empty, or the database holds no service
 */
export async function makeBackup({ address, config, clock }: BackupDeps, to: string): Promise<BackupReport> {
  const folder = path.resolve(to)
  await requireEmptyFolder(folder)
  return withOwner(address, async (client) => {
    const { tables, migrations } = await beginSnapshot(address, client)
    const orgIds = await listOrganisations(client)
    // First: what retention removes from now on is missed the less the sooner its file is held.
    const media = await keepMedia(client, orgIds, { address, config, folder })
    const copies: TableCopy[] = []
    for (const table of tables) copies.push(await keepTable(client, table, orgIds, folder))
    const manifest: Manifest = {
      format: 'sightline-backup',
      version: 1,
      made_at: new Date(clock.now()).toISOString(),
      postgres_version: await serverVersion(client),
      migrations,
      needs_keys: await keysOf(client, orgIds),
      tables: copies,
      media: media.media,
    }
    await client.query('commit')
    await syncFolder(path.join(folder, 'database'))
    await writeManifest(folder, manifest)
    await syncFolder(folder)
    const rows = copies.reduce((sum, copy) => sum + copy.rows, 0)
    return { folder, tables: copies.length, rows, ...media, needs_keys: manifest.needs_keys }
  })
}

async function requireEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    throw new ConfigError(`${folder} is not empty: a backup needs a folder of its own`)
  }
  await mkdir(path.join(folder, 'database'), { mode: 0o700 })
}

/** Begins the transaction in which everything is read. No migration runs between looking at the schema and holding it. */
function beginSnapshot(address: DatabaseAddress, client: pg.Client) {
  return withDatabaseLock(address, 'migrate', async () => {
    const tables = await listTables(client)
    if ((await listMigrations(client)).length === 0) {
      throw new ConfigError('the database holds no service yet: there is nothing to back up')
    }
    await client.query('begin isolation level repeatable read, read only')
    await client.query(`set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'`)
    await holdSchema(client, tables)
    return { tables, migrations: await listMigrations(client) }
  })
}

async function keepTable(
  client: pg.Client,
  table: TableShape,
  orgIds: readonly string[],
  folder: string,
): Promise<TableCopy> {
  let rows = 0
  const count = (more: number) => {
    rows += more
  }
  const { through, seen } = meter()
  await pipeline(
    Readable.from(rowsOf(client, table, orgIds, count)),
    createGzip(),
    through,
    createWriteStream(tableFile(folder, table.name), { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { name: table.name, columns: [...table.columns], rows, ...seen() }
}

/** A tenant's rows are read inside the organisation, as nobody, not even the owner, sees them outside. */
async function* rowsOf(
  client: pg.Client,
  table: TableShape,
  orgIds: readonly string[],
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  if (table.orgColumn === null) {
    yield* copyRowsOut(client, table, count)
    return
  }
  await readAsApplication(client)
  for (const orgId of orgIds) {
    await setOrganisation(client, orgId)
    yield* copyRowsOut(client, table, count)
  }
  await readAsOwner(client)
}

async function keysOf(client: pg.Client, orgIds: readonly string[]): Promise<string[]> {
  const ids = new Set<string>()
  await readAsApplication(client)
  for (const orgId of orgIds) {
    await setOrganisation(client, orgId)
    for (const id of await listKeyIds(client, sealedColumns)) ids.add(id)
  }
  await readAsOwner(client)
  return [...ids].toSorted()
}

type KeptMedia = Pick<BackupReport, 'media' | 'linked' | 'copied' | 'removed_meanwhile' | 'missing'>

async function keepMedia(
  client: pg.Client,
  orgIds: readonly string[],
  { address, config, folder }: Omit<BackupDeps, 'clock'> & { folder: string },
): Promise<KeptMedia> {
  const kept = { linked: 0, copied: 0, removed_meanwhile: 0, missing: [] as string[] }
  if (config.s3) return { ...kept, media: { kind: 'bucket', bucket: config.s3.bucket } }
  const total = { objects: 0, bytes: 0, missing: 0 }
  const root = mediaFolder(config)
  await withOwner(address, async (beside) => {
    await readAsApplication(client)
    for (const orgId of orgIds) {
      await setOrganisation(client, orgId)
      for await (const medium of eachMedium(client)) {
        const place = objectPath(path.join(folder, 'media'), medium.key)
        const placed = await linkOrCopyFile(objectPath(root, medium.key), place)
        if (placed !== 'missing' && (await stat(place)).size === medium.bytes) {
          kept[placed === 'copied' ? 'copied' : 'linked'] += 1
          total.objects += 1
          total.bytes += medium.bytes
          continue
        }
        await rm(place, { force: true })
        if (await isStillStored(beside, medium)) {
          total.missing += 1
          if (kept.missing.length < namedAtMost) kept.missing.push(medium.key)
        } else kept.removed_meanwhile += 1
      }
    }
    await readAsOwner(client)
  })
  return { ...kept, media: { kind: 'files', ...total } }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
