import { type Config, configOfProcess } from '../../platform/config.js'
import { type Database, openDatabase } from '../../platform/database/database.js'
import type { DatabaseAddress } from '../../platform/database/database-address.js'
import { migrate } from '../../platform/database/migrating/migrate.js'
import { openPostgresServer, type PostgresServer } from '../../platform/database/postgres-server.js'
import { findEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.js'
import { createLog, type Log } from '../../platform/log.js'
import { prepareDataDir } from '../../platform/process/data-dir.js'
import { findInstance } from '../../platform/process/instance-lock.js'
import { systemClock } from '../../platform/time/clock.js'

/**
 * Does `work` on the service's database, brought up to date. An embedded server that runs is used and left
 * running; one that does not is started for the time of the command.
 */
export async function withDatabase<T>(
  work: (database: Database, migrated: string[]) => Promise<T>,
): Promise<T> {
  return withAddress(configOfProcess(), async (address, log) => {
    const migrated = await migrate(address)
    const database = openDatabase(address, { log })
    try {
      return await work(database, migrated)
    } finally {
      await database.close()
    }
  })
}

/** The same for work that opens the database by itself, as it is. */
export async function withAddress<T>(
  config: Config,
  work: (address: DatabaseAddress, log: Log) => Promise<T>,
): Promise<T> {
  const log = commandLog(config)
  const own = await open(config, log)
  try {
    return await work(own.address, log)
  } finally {
    await own.close()
  }
}

/** Of a command: what it prints is the answer, so that it logs only what is wrong. */
export const commandLog = ({ logLevel }: Pick<Config, 'logLevel'>): Log =>
  createLog(logLevel === 'info' ? 'warn' : logLevel)

async function open(config: Config, log: Log): Promise<PostgresServer> {
  if (config.databaseUrl === null) {
    const dataDir = await prepareDataDir(config.dataDir)
    const serving = await findInstance(dataDir)
    const address = serving === undefined ? undefined : await findEmbeddedPostgres(dataDir, systemClock)
    if (address) return { address, supervise: async () => {}, close: async () => {} }
  }
  return openPostgresServer(config, { log, clock: systemClock })
}
