import { rename, stat } from 'node:fs/promises'
import { createClient } from '../database/clients/clients.js'
import type { DatabaseAddress } from '../database/database-address.js'
import { isMissing } from '../error-code.js'
import type { Log } from '../log.js'
import type { Clock } from '../time/clock.js'
import { type Binaries, findBinaries } from './binaries.js'
import { prepareCluster } from './cluster.js'
import { endServerWithParent } from './end-with-parent.js'
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
  /** Keeps it running: started again whenever it ends by itself, until `signal` aborts. */
  supervise(signal: AbortSignal): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
}

/**
 * Brings up the server of a data folder, and makes the cluster the first time. It ends with this process, whatever ends that; one
 * that was left over all the same is ended before. Whoever calls holds the lock of the data folder.
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
  await endLeftOver(place, log)
  let callOff = async () => {}
  const onSpawn = (started: number) => {
    // The guard of a server that is gone has nothing left to end.
    void callOff()
    callOff = endServerWithParent(started, place.dataDir)
  }
  const server = await start({ binaries, user, onSpawn }, place)
  let { pid } = server
  await createDatabase(server.socketDir)
  return {
    address: { url: embeddedUrl(server.socketDir, databaseName), rolesLogIn: true },
    async supervise(signal) {
      while (!signal.aborted) {
        await clock.delay(1_000, { signal }).catch(() => {})
        if (signal.aborted || (await isAlive(pid))) continue
        log.error({ pid }, 'postgres.ended')
        try {
          pid = await startPostmaster({ binaries, user, ...place, socketDir: server.socketDir, onSpawn })
          log.info({ pid }, 'postgres.started_again')
        } catch (error) {
          log.error({ err: error }, 'postgres.start_failed')
        }
      }
    },
    async stop() {
      await stopPostmaster(pid)
      await callOff()
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

/** A server whose guard was killed with its process, or that is being ended by it right now. */
async function endLeftOver(place: Placement, log: Log): Promise<void> {
  const running = await findPostmaster(place.dataDir)
  if (!running) return
  log.warn({ pid: running.pid }, 'postgres.left_over')
  await stopPostmaster(running.pid)
}

interface Starting {
  readonly binaries: Binaries
  readonly user: ServerUser | undefined
  readonly onSpawn: (pid: number) => void
}

async function start(starting: Starting, place: Placement): Promise<Server> {
  await keepLogShort(place.logFile)
  const killed = await lastPostmaster(place.dataDir)
  if (killed) await removeSocket(killed.socketDir)
  const socketDir = await placeSocket(place.root, starting.user)
  const pid = await startPostmaster({ ...starting, ...place, socketDir })
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
