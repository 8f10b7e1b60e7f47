import { ClassicLevel } from 'classic-level'
import { AgentError, codeOf } from '../platform/errors.js'

/** One ordered key-value store holds what must survive a power cut; its lock is also the lock of the data folder. */
export type Database = ClassicLevel<string, unknown>

/** Every write waits for the disk: what a caller was told is kept, is kept. */
export const synced = { sync: true } as const

/**
 * Opens the database of a data folder.
 * @throws AgentError `already_running` if another process holds it, `storage` if it cannot be opened.
 */
export async function openDatabase(folder: string): Promise<Database> {
  const database: Database = new ClassicLevel<string, unknown>(folder, { valueEncoding: 'json' })
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
