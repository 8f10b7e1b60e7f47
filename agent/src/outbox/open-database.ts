import { ClassicLevel } from 'classic-level'
import { kept } from '../platform/background.js'
import { AgentError, codeOf } from '../platform/errors.js'

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
 * Opens the database of a data folder.
 * @throws AgentError `already_running` if another process holds it, `storage` if it cannot be opened.
 */
export async function openDatabase(folder: string): Promise<Database> {
  const database: Database = new ClassicLevel<string, unknown>(folder, { valueEncoding: json })
  try {
    await database.open()
  } catch (error) {
    if (codeOf(error instanceof Error ? error.cause : error) === 'LEVEL_LOCKED') {
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
  return database
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
