import type { Clock } from './clock.js'
import type { Config } from './config.js'
import { prepareDataDir } from './data-dir.js'
import type { DatabaseAddress } from './database/database.js'
import { openEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js'
import { lockDataDir } from './instance-lock.js'
import type { Log } from './log.js'

/** The PostgreSQL that a process works with, and its part in keeping it up. */
export interface OwnDatabase {
  readonly address: DatabaseAddress
  /** Keeps an embedded server running until `signal` aborts; a server of others is theirs to keep. */
  supervise(signal: AbortSignal): Promise<void>
  /** Ends an embedded server and frees the data folder. */
  close(): Promise<void>
}

/**
 * DATABASE_URL, or else the embedded server under the data folder, which then is this process's alone.
 * @throws AlreadyRunningError, OtherVersionError, BinariesMissingError, ProgramError
 */
export async function openOwnDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { log, clock }: { log: Log; clock: Clock },
): Promise<OwnDatabase> {
  if (config.databaseUrl !== null) {
    const address = { url: config.databaseUrl, rolesLogIn: false }
    return { address, supervise: async () => {}, close: async () => {} }
  }
  const dataDir = await prepareDataDir(config.dataDir)
  const lock = await lockDataDir(dataDir)
  try {
    const postgres = await openEmbeddedPostgres(dataDir, { log, clock })
    const close = async () => {
      await postgres.stop()
      await lock.release()
    }
    return { address: postgres.address, supervise: (signal) => postgres.supervise(signal), close }
  } catch (error) {
    await lock.release()
    throw error
  }
}
