import { systemClock } from '../platform/clock.js'
import { configOfProcess } from '../platform/config.js'
import { prepareDataDir } from '../platform/data-dir.js'
import { type Database, openDatabase } from '../platform/database/database.js'
import { migrate } from '../platform/database/migrate.js'
import { findEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.js'
import { findInstance } from '../platform/instance-lock.js'
import { createLog, type Log } from '../platform/log.js'
import { type OwnDatabase, openOwnDatabase } from '../platform/own-database.js'

/**
 * Does `work` on the service's database. An embedded server that runs is used and left running; one that
 * does not is started for the time of the command.
 */
export async function withDatabase<T>(
  work: (database: Database, migrated: string[]) => Promise<T>,
): Promise<T> {
  const config = configOfProcess()
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  const own = await open(config, log)
  try {
    const migrated = await migrate(own.address)
    const database = openDatabase(own.address, { log, appClients: 2, workerClients: 1 })
    try {
      return await work(database, migrated)
    } finally {
      await database.close()
    }
  } finally {
    await own.close()
  }
}

async function open(config: ReturnType<typeof configOfProcess>, log: Log): Promise<OwnDatabase> {
  if (config.databaseUrl === null) {
    const dataDir = await prepareDataDir(config.dataDir)
    const serving = await findInstance(dataDir)
    const address = serving === undefined ? undefined : await findEmbeddedPostgres(dataDir, systemClock)
    if (address) return { address, supervise: async () => {}, close: async () => {} }
  }
  return openOwnDatabase(config, { log, clock: systemClock })
}
