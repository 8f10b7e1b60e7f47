import { readdir, rename, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { kept } from '../platform/background.js'
import { AgentError, codeOf, messageOf } from '../platform/errors.js'
import { type Logger, silentLogger } from '../platform/logger.js'

/** One ordered key-value store holds what must survive a power cut; its lock is also the lock of the data folder. */
export type Database = ClassicLevel<string, unknown>

/**
 * What a disk spoilt, or somebody wrote by hand, is null and not an error: readers check what they read, and one value must
 * not keep anybody from those beside it.
 */
const json = {
  name: 'json-or-null',
  format: 'utf8',
  encode: (value: unknown): string => JSON.stringify(value),
  decode: (text: string): unknown => jsonOf(text),
} as const

/** Values as they lie there. */
export const asText = { valueEncoding: 'utf8' } as const

/** What the text says; null where it is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Every write waits for the disk: what a caller was promised to be kept, is kept. */
const synced = { sync: true } as const

/** One change of the database. */
export type Change =
  | { readonly type: 'put'; readonly key: string; readonly value: unknown }
  | { readonly type: 'del'; readonly key: string }

/**
 * Opens the database of a data folder. One that a power cut damaged is mended first: whatever can be read of it stays.
 * @throws AgentError `already_running` if another process holds it, `storage` if it cannot be opened, or not be mended for
 *   want of room
 */
export async function openDatabase(folder: string, log: Logger = silentLogger): Promise<Database> {
  try {
    return await openWhole(folder).catch(async (error: unknown) => {
      if (!isDamage(error)) throw error
      await mend(folder, messageOf(reasonOf(error)), log)
      return openWhole(folder)
    })
  } catch (error) {
    if (error instanceof AgentError) throw error
    if (codeOf(reasonOf(error)) === 'LEVEL_LOCKED') {
      throw new AgentError('already_running', 'another agent is running with this data folder', {
        hint: 'Stop it first, or choose another folder with --data-dir.',
        cause: error,
      })
    }
    throw new AgentError('storage', `cannot open the outbox in ${folder}`, {
      hint: 'Check that the disk is healthy and has room, and that this user may write there.',
      cause: error,
    })
  }
}

/** Opens it and goes through it once: a table that was cut shows only when it is read. */
async function openWhole(folder: string): Promise<Database> {
  // One that lost its beginning is no new one: as such LevelDB would remove what it holds.
  const createIfMissing = !(await holdsRecords(folder))
  const database: Database = new ClassicLevel<string, unknown>(folder, { valueEncoding: json })
  await database.open({ createIfMissing })
  try {
    for await (const _ of database.keys());
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const reasonOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : error

/** Of the files, and not of the disk, which may give them another time: they contradict each other, are cut, or one is gone. */
function isDamage(error: unknown): boolean {
  const reason = reasonOf(error)
  if (codeOf(reason) === 'LEVEL_CORRUPTION') return true
  return /no such file|invalid argument|create_if_missing is false/i.test(messageOf(reason))
}

/** LevelDB writes records only once the beginning, the file CURRENT, is there. */
async function holdsRecords(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.some((name) => /\.(ldb|sst|log)$/.test(name))
}

/** Where LevelDB moves what it mended, and what of it nobody can read. */
const lostFolder = 'lost'

/** Whether a database was mended once: records may be missing in it that there were. */
export async function wasMended(database: Database): Promise<boolean> {
  return (await readdir(database.location)).includes(lostFolder)
}

/** What LevelDB writes beside the records while it mends, bytes. */
const besideRecords = 1024 ** 2

/**
 * LevelDB writes its records anew and lays the log of them aside, also where there was no room to write them: so there has to
 * be, and a log goes back to its place if the disk filled up meanwhile.
 */
async function mend(folder: string, reason: string, log: Logger): Promise<void> {
  log.error({ reason }, 'outbox.damaged')
  const needed = (await bytesIn(folder)) + besideRecords
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed) {
    throw new AgentError('storage', `the outbox in ${folder} is damaged, and there is no room to mend it`, {
      hint: `Make ${Math.ceil(needed / 1024 ** 2)} MB free on this disk and start again: nothing of the outbox is lost.`,
    })
  }
  const aside = new Set(await laidAside(folder))
  try {
    await ClassicLevel.repair(folder)
  } catch (error) {
    // What an earlier mending laid aside was written anew then.
    for (const name of await laidAside(folder))
      if (!aside.has(name)) await rename(join(folder, lostFolder, name), join(folder, name))
    throw error
  }
  log.warn('outbox.mended')
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ name }) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function laidAside(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, lostFolder)).catch((): string[] => [])
  return names.filter((name) => /\.(log|ldb|sst)$/.test(name))
}

/** Databases that are being closed and opened again. */
const reviving = new WeakMap<Database, Promise<void>>()
/** Databases that their owner closed: nothing opens them again. */
const ended = new WeakSet<Database>()

/**
 * Writes all changes or none, on disk when this resolves.
 *
 * LevelDB takes no further write after one has failed, be it for a disk that was full for a moment: the state of
 * its log is unknown then, and opening it anew is the way to learn it. So a failure opens the database anew, and
 * whoever asked tries again when it suits. The changes that failed may be there after all.
 * @throws Error of the database
 */
export async function writeChanges(database: Database, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  try {
    await reviving.get(database)
    await database.batch([...changes], synced)
  } catch (error) {
    await revive(database).catch(() => undefined)
    throw error
  }
}

/**
 * Opens a database anew after a write that failed, or one that could not be opened so; not twice at a time.
 * @throws Error of the database; it is closed then, until the next call
 */
export function revive(database: Database): Promise<void> {
  const underWay = reviving.get(database)
  if (underWay !== undefined) return underWay
  const done = (async () => {
    await database.close()
    // Its owner may have closed it for good meanwhile.
    if (!ended.has(database)) await database.open()
  })().finally(() => reviving.delete(database))
  reviving.set(database, kept(done))
  return done
}

/** Whether reads and writes can be answered now. */
export function isOpen(database: Database): boolean {
  return database.status === 'open'
}

/** Closes a database for good. */
export async function endDatabase(database: Database): Promise<void> {
  ended.add(database)
  await reviving.get(database)?.catch(() => undefined)
  await database.close()
}
