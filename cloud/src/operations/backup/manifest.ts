import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../../platform/config.js'
import { namedByFirstSchema } from '../../platform/database/migrating/squashed-migrations.js'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

/** A table as it lies in a backup: rows of COPY in its text format, compressed. */
const TableCopy = z.object({
  name: identifier,
  columns: z.array(identifier).min(1),
  rows: z.number().int().min(0),
  /** Bytes of the file `database/<name>.copy.gz`. */
  bytes: z.number().int().min(0),
  /** Of that file. */
  sha256,
})
export type TableCopy = z.infer<typeof TableCopy>

/** What a backup holds. Written last: a folder without it is no backup. */
const Manifest = z.object({
  format: z.literal('sightline-backup'),
  version: z.literal(1),
  made_at: z.iso.datetime(),
  /** Of the server, such as 180004. */
  postgres_version: z.number().int(),
  /** The migrations that had run, in order. */
  migrations: z.array(z.string()).min(1).transform(namedByFirstSchema),
  /** Ids of the master keys that its secrets need. The keys themselves are in no backup. */
  needs_keys: z.array(z.string().regex(/^[0-9a-f]{8}$/)),
  tables: z.array(TableCopy),
  media: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('files'),
      objects: z.number().int(),
      bytes: z.number().int(),
      /** Objects that the database names and nobody had removed, but whose file was not there or not whole. */
      missing: z.number().int(),
    }),
    z.object({ kind: z.literal('bucket'), bucket: z.string() }),
  ]),
})
export type Manifest = z.infer<typeof Manifest>

const fileOf = (folder: string): string => path.join(folder, 'manifest.json')

export const tableFile = (folder: string, table: string): string =>
  path.join(folder, 'database', `${table}.copy.gz`)

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const handle = await open(fileOf(folder), 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** @throws ConfigError if the folder holds no whole backup of a form that this program reads */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(fileOf(folder), 'utf8').catch((cause: unknown) => {
    throw new ConfigError(`${folder} holds no whole backup: there is no manifest.json in it`, { cause })
  })
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new ConfigError(`the manifest of ${folder} is not one that this version reads`, { cause })
  }
}
