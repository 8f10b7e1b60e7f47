import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { mediaFolder, objectPath } from '../../events/media/store/media-files.service.js'
import { type Config, ConfigError } from '../../platform/config.js'
import { withOwner } from '../../platform/database/clients/owner-client.js'
import type { DatabaseAddress } from '../../platform/database/database-address.js'
import { withDatabaseLock } from '../../platform/database/database-lock.js'
import { listMigrations } from '../../platform/database/migrating/list-migrations.js'
import { migrate, migrateAsFarAs } from '../../platform/database/migrating/migrate.js'
import { hashOfFile, linkOrCopyFile } from './link-or-copy.js'
import { type Manifest, readManifest, type TableCopy, tableFile } from './manifest.js'
import { copyRowsIn, eachMedium } from './rows.repository.js'
import { listOrganisations, listTables, openForLoading } from './schema.repository.js'

export type { Manifest } from './manifest.js'

interface RestoreDeps {
  readonly address: DatabaseAddress
  readonly config: Pick<Config, 'dataDir' | 's3'>
}

/** What a restoring did, as it is printed. */
interface RestoreReport {
  readonly made_at: string
  readonly tables: number
  readonly rows: number
  /** Files of media that are in place, each with the hash that its row names. */
  readonly objects: number
  /** Keys of objects that the backup does not hold, or not whole; the first 100. */
  readonly missing: readonly string[]
  readonly missing_count: number
  /** Migrations that ran afterwards: the backup was made by an older version. */
  readonly migrated: readonly string[]
}

const namedAtMost = 100

/**
 * Verifies that a backup is whole, before anything is changed: every table's file is hashed.
 * @throws ConfigError if it is not
 */
export async function verifyBackup(from: string): Promise<Manifest> {
  const manifest = await readManifest(from)
  for (const { name, sha256 } of manifest.tables) {
    if ((await hashOfFile(tableFile(from, name))) === sha256) continue
    throw new ConfigError(
      `${tableFile(from, name)} is missing or not what the backup wrote: use another backup`,
    )
  }
  return manifest
}

/**
 * Brings a backup back into a database that holds no organisation, in one transaction: all or nothing. Media files are
 * placed before it commits; files that already stand there are checked like the others, so that a run that was cut off
 * is run again. In bounded memory.
 * @throws ConfigError if the database is not empty, or the backup's files would not be where this service looks for media;
 *   DatabaseSetupError if a newer version made the backup
 */
export async function restoreBackup(
  { address, config }: RestoreDeps,
  from: string,
  manifest: Manifest,
): Promise<RestoreReport> {
  requirePlaceForMedia(config, manifest)
  await withOwner(address, requireNoOrganisation)
  await migrateAsFarAs(address, manifest.migrations)
  const loaded = await withDatabaseLock(address, 'migrate', () =>
    withOwner(address, async (client) => {
      await client.query('begin')
      await requireSchemaOf(client, manifest)
      const close = await openForLoading(client, await listTables(client))
      await load(client, from, manifest.tables)
      // As long as the owner sees the rows of all organisations.
      const media =
        manifest.media.kind === 'bucket'
          ? { objects: 0, missing: [], missing_count: 0 }
          : await placeMedia(client, config, from)
      await close()
      await client.query('commit')
      await client.query('analyze')
      return media
    }),
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    made_at: manifest.made_at,
    tables: manifest.tables.length,
    rows,
    ...loaded,
    migrated: await migrate(address),
  }
}

/** A service with a bucket looks for no media in `DATA_DIR`: they would be there, and every clip a 404. */
function requirePlaceForMedia({ s3 }: Pick<Config, 's3'>, { media }: Manifest): void {
  if (s3 === null || media.kind === 'bucket') return
  throw new ConfigError(
    'this backup holds its clips as files, and S3_* is set: restore without S3_*, and run the service without it',
  )
}

async function requireNoOrganisation(client: pg.Client): Promise<void> {
  if ((await listMigrations(client)).length === 0) return
  await client.query('begin')
  const found = await listOrganisations(client)
  await client.query('rollback')
  if (found.length > 0) {
    throw new ConfigError('the database is not empty: restore into a new one, or into a DATA_DIR of its own')
  }
}

/** Once more inside the transaction: a node may have started meanwhile. */
async function requireSchemaOf(client: pg.Client, { migrations, tables }: Manifest): Promise<void> {
  const [now, found] = [await listMigrations(client), await listOrganisations(client)]
  if (found.length > 0 || now.join() !== migrations.join()) {
    throw new ConfigError('the database was changed meanwhile: stop every node, and restore into a new one')
  }
  const there = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]))
  const strange = tables.find(({ name, columns }) =>
    columns.some((column) => !there.get(name)?.includes(column)),
  )
  if (strange) throw new ConfigError(`the backup's table ${strange.name} is not one of this schema`)
}

async function load(client: pg.Client, from: string, copies: readonly TableCopy[]): Promise<void> {
  for (const table of copies) {
    const { sink, rows } = copyRowsIn(client, table)
    await pipeline(createReadStream(tableFile(from, table.name)), createGunzip(), sink)
    if (rows() !== table.rows) {
      throw new ConfigError(`${table.name}: ${rows()} rows came back of ${table.rows}`)
    }
  }
}

async function placeMedia(
  client: pg.Client,
  config: Pick<Config, 'dataDir'>,
  from: string,
): Promise<Pick<RestoreReport, 'objects' | 'missing' | 'missing_count'>> {
  const result = { objects: 0, missing: [] as string[], missing_count: 0 }
  const [source, target] = [path.join(from, 'media'), mediaFolder(config)]
  for await (const { key, sha256 } of eachMedium(client)) {
    const place = objectPath(target, key)
    const placed = await linkOrCopyFile(objectPath(source, key), place)
    if (placed !== 'missing' && (await hashOfFile(place)) === sha256) {
      result.objects += 1
      continue
    }
    if (placed !== 'missing') await rm(place, { force: true })
    result.missing_count += 1
    if (result.missing.length < namedAtMost) result.missing.push(key)
  }
  return result
}
