import type { Config } from '../config.js'
import { openEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js'
import type { Log } from '../log.js'
import { prepareDataDir } from '../process/data-dir.js'
import { lockDataDir } from '../process/instance-lock.js'
import type { Clock } from '../time/clock.js'
import type { DatabaseAddress } from './database-address.js'
import { askedInVain, withVerifiedTls } from './database-url.js'

/** The PostgreSQL that a process works with, and its part in keeping it up. */
export interface PostgresServer {
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
export async function openPostgresServer(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { log, clock }: { log: Log; clock: Clock },
): Promise<PostgresServer> {
  if (config.databaseUrl !== null) {
    const settings = askedInVain(config.databaseUrl)
    const todo = 'each connection sets its own: take them out of DATABASE_URL'
    if (settings.length > 0) log.warn({ settings, todo }, 'database.settings_left_out')
    const address = { url: withVerifiedTls(config.databaseUrl), rolesLogIn: false }
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
