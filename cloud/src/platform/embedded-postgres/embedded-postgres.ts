import { rename, stat } from 'node:fs/promises'
import { createClient } from '../database/clients/clients.js'
import type { DatabaseAddress } from '../database/database-address.js'
import { isMissing } from '../error-code.js'
import type { Log } from '../log.js'
import type { Clock } from '../time/clock.js'
import { type Binaries, findBinaries } from './binaries.js'
import { prepareCluster } from './cluster.js'
import {
  findPlacement,
  type Placement,
  placeCluster,
  placeSocket,
  reachableBinaries,
  removeSocket,
} from './placement.js'
import {
  embeddedUrl,
  findPostmaster,
  lastPostmaster,
  startPostmaster,
  stopPostmaster,
  waitUntilItAnswers,
} from './postmaster.js'
import { isAlive } from './process-alive.js'
import { findServerUser, type ServerUser } from './server-user.js'

const databaseName = 'sightline'
const logLimitBytes = 10 * 1024 * 1024

/** The PostgreSQL under a data folder, and our hold on it. */
export interface EmbeddedPostgres {
  readonly address: DatabaseAddress
  /** True if it ran already, left by a process that was killed. */
  readonly adopted: boolean
  /** Keeps it running: started again whenever it ends by itself, until `signal` aborts. */
  supervise(signal: AbortSignal): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
}

/**
 * Brings up the server of a data folder: makes the cluster the first time, adopts a server that a killed
 * process left running, starts one otherwise. Whoever calls holds the lock of the data folder.
 * @throws OtherVersionError, BinariesMissingError, ProgramError
 */
export async function openEmbeddedPostgres(
  dataDir: string,
  { log, clock }: { log: Log; clock: Clock },
): Promise<EmbeddedPostgres> {
  const user = await findServerUser()
  const binaries = await reachableBinaries(findBinaries(), user)
  const place = await placeCluster(dataDir, user, log)
  await prepareCluster(place.dataDir, { binaries, user })
  const adopted = await adopt(place, log)
  const server = adopted ?? (await start(binaries, place, user))
  await createDatabase(server.socketDir)
  let { pid } = server
  return {
    address: { url: embeddedUrl(server.socketDir, databaseName), rolesLogIn: true },
    adopted: adopted !== undefined,
    async supervise(signal) {
      while (!signal.aborted) {
        await clock.delay(1_000, { signal }).catch(() => {})
        if (signal.aborted || (await isAlive(pid))) continue
        log.error({ pid }, 'postgres.ended')
        try {
          pid = await startPostmaster({ binaries, user, ...place, socketDir: server.socketDir })
          log.info({ pid }, 'postgres.started_again')
        } catch (error) {
          log.error({ err: error }, 'postgres.start_failed')
        }
      }
    },
    async stop() {
      await stopPostmaster(pid)
      await removeSocket(server.socketDir)
    },
  }
}

/** The running server of a data folder, for a command beside the service. Waits while it comes up. */
export async function findEmbeddedPostgres(
  dataDir: string,
  clock: Clock,
): Promise<DatabaseAddress | undefined> {
  const place = await findPlacement(dataDir)
  const giveUpAt = clock.monotonic() + 30_000
  while (clock.monotonic() < giveUpAt) {
    const running = await findPostmaster(place.dataDir)
    if (running && running.socketDir !== '' && running.status === 'ready') {
      await waitUntilItAnswers(running.socketDir, 10_000)
      return { url: embeddedUrl(running.socketDir, databaseName), rolesLogIn: true }
    }
    await clock.delay(100)
  }
  return undefined
}

interface Server {
  pid: number
  socketDir: string
}

async function adopt(place: Placement, log: Log): Promise<Server | undefined> {
  const running = await findPostmaster(place.dataDir)
  if (!running) return undefined
  try {
    await waitUntilItAnswers(running.socketDir, 10_000)
    log.info({ pid: running.pid }, 'postgres.adopted')
    return running
  } catch (error) {
    log.warn({ err: error, pid: running.pid }, 'postgres.left_over_does_not_answer')
    await stopPostmaster(running.pid)
    return undefined
  }
}

async function start(binaries: Binaries, place: Placement, user: ServerUser | undefined): Promise<Server> {
  await keepLogShort(place.logFile)
  const killed = await lastPostmaster(place.dataDir)
  if (killed) await removeSocket(killed.socketDir)
  const socketDir = await placeSocket(place.root, user)
  const pid = await startPostmaster({ binaries, user, ...place, socketDir })
  return { pid, socketDir }
}

async function keepLogShort(logFile: string): Promise<void> {
  try {
    if ((await stat(logFile)).size > logLimitBytes) await rename(logFile, `${logFile}.1`)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function createDatabase(socketDir: string): Promise<void> {
  const client = createClient({ connectionString: embeddedUrl(socketDir, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}
