import { systemClock } from '../platform/clock.js'
import { type Config, configOfProcess } from '../platform/config.js'
import { prepareDataDir } from '../platform/data-dir.js'
import { type Database, type DatabaseAddress, openDatabase } from '../platform/database/database.js'
import { migrate } from '../platform/database/migrate.js'
import { findEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.js'
import { findInstance } from '../platform/instance-lock.js'
import { createLog, type Log } from '../platform/log.js'
import { type OwnDatabase, openOwnDatabase } from '../platform/own-database.js'

/**
 * Does `work` on the service's database, brought up to date. An embedded server that runs is used and left
 * running; one that does not is started for the time of the command.
 */
export async function withDatabase<T>(
  work: (database: Database, migrated: string[]) => Promise<T>,
): Promise<T> {
  return withAddress(configOfProcess(), async (address, log) => {
    const migrated = await migrate(address)
    const database = openDatabase(address, { log, appClients: 2, workerClients: 1 })
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

async function open(config: Config, log: Log): Promise<OwnDatabase> {
  if (config.databaseUrl === null) {
    const dataDir = await prepareDataDir(config.dataDir)
    const serving = await findInstance(dataDir)
    const address = serving === undefined ? undefined : await findEmbeddedPostgres(dataDir, systemClock)
    if (address) return { address, supervise: async () => {}, close: async () => {} }
  }
  return openOwnDatabase(config, { log, clock: systemClock })
}
