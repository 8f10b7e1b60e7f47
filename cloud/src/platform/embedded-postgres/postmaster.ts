import { spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '../database/clients/clients.js'
import { errorCode } from '../error-code.js'
import { readIfThere } from '../process/read-if-there.js'
import { systemClock } from '../time/clock.js'
import type { Binaries } from './binaries.js'
import { ownerRole } from './cluster.js'
import { type PostmasterPid, parsePostmasterPid } from './postmaster-pid.js'
import { isAlive, isPostgres } from './process-alive.js'
import { ProgramError } from './run-program.js'
import { asServerUser, type ServerUser } from './server-user.js'

const clock = systemClock
/** Only names the socket; the server does not listen on the network. */
const port = 5432

/** The server that runs on a data folder, if there is one, whoever started it. */
export async function findPostmaster(dataDir: string): Promise<PostmasterPid | undefined> {
  const found = await lastPostmaster(dataDir)
  return found && (await isPostgres(found.pid)) ? found : undefined
}

/** What the last server on a data folder wrote of itself, if it runs or was killed. */
export async function lastPostmaster(dataDir: string): Promise<PostmasterPid | undefined> {
  const written = await readIfThere(path.join(dataDir, 'postmaster.pid'))
  return written === undefined ? undefined : parsePostmasterPid(written)
}

/**
 * Starts the server and waits until it answers. It is no member of our process group, so that Ctrl-C
 * reaches us first and the server ends after its clients. The caller has checked for a running server.
 * @throws ProgramError with the end of the server's log if it does not come up.
 */
export async function startPostmaster(options: {
  binaries: Binaries
  user: ServerUser | undefined
  dataDir: string
  socketDir: string
  logFile: string
  /** Called as soon as there is a process, long before it answers. */
  onSpawn?: (pid: number) => void
}): Promise<number> {
  await removeStalePid(options.dataDir)
  const log = await open(options.logFile, 'a', 0o600)
  try {
    const child = spawn(
      path.join(options.binaries.root, 'bin', 'postgres'),
      ['-D', options.dataDir, '-k', options.socketDir, '-p', String(port)],
      { ...asServerUser(options.user), stdio: ['ignore', log.fd, log.fd], detached: true },
    )
    child.unref()
    if (child.pid !== undefined) options.onSpawn?.(child.pid)
    const ended = new Promise<never>((_, reject) => {
      child.once('error', (error) => reject(new ProgramError('PostgreSQL did not start', { cause: error })))
      child.once('exit', (code, signal) =>
        reject(new ProgramError(`PostgreSQL ended with ${signal ?? code}`)),
      )
    })
    ended.catch(() => {})
    await Promise.race([waitUntilItAnswers(options.socketDir), ended])
    return child.pid ?? 0
  } catch (error) {
    const tail = (await readFile(options.logFile, 'utf8')).slice(-2_000).trim()
    throw new ProgramError(
      `the embedded PostgreSQL did not come up. The end of ${options.logFile}:\n${tail}`,
      {
        cause: error,
      },
    )
  } finally {
    await log.close()
  }
}

/**
 * Takes away the `postmaster.pid` of a server that is gone. The new server does so itself, but not where
 * the id now belongs to another program or to a process that ended and was not reaped. Backends that are
 * still ending are seen by their shared memory all the same.
 */
async function removeStalePid(dataDir: string): Promise<void> {
  if (!(await findPostmaster(dataDir))) await rm(path.join(dataDir, 'postmaster.pid'), { force: true })
}

/** @throws the last refusal if the server does not answer within `withinMs`. */
export async function waitUntilItAnswers(socketDir: string, withinMs = 60_000): Promise<void> {
  const giveUpAt = clock.monotonic() + withinMs
  for (;;) {
    const client = createClient({ connectionString: embeddedUrl(socketDir, 'postgres') })
    try {
      await client.connect()
      return
    } catch (error) {
      if (clock.monotonic() > giveUpAt) throw error
      await clock.delay(25)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Ends the server: in order, after 8 s at once (it recovers at its next start), after 4 more by force. */
export function stopPostmaster(pid: number): Promise<void> {
  return stopBy(pid, [['SIGINT', 8_000], ...atOnce])
}

/** Ends the server without letting anybody finish. It recovers at its next start. */
export function stopPostmasterAtOnce(pid: number): Promise<void> {
  return stopBy(pid, atOnce)
}

const atOnce = [
  ['SIGQUIT', 4_000],
  ['SIGKILL', 2_000],
] as const

async function stopBy(
  pid: number,
  steps: readonly (readonly [signal: NodeJS.Signals, graceMs: number])[],
): Promise<void> {
  for (const [signal, graceMs] of steps) {
    if (!send(pid, signal)) return
    const giveUpAt = clock.monotonic() + graceMs
    while (clock.monotonic() < giveUpAt) {
      if (!(await isAlive(pid))) return
      await clock.delay(20)
    }
  }
  throw new ProgramError(`PostgreSQL (process ${pid}) does not end`)
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
    throw error
  }
}

/**
 * The address of a database of the server behind a socket folder. It says all that the driver, or psql, would else take from `PG*`
 * of the environment, which may be meant for another server: TLS, an encoding, options, a stream of replication.
 */
export function embeddedUrl(socketDir: string, database: string): string {
  const parameters = new URLSearchParams({
    host: socketDir,
    port: String(port),
    sslmode: 'disable',
    sslnegotiation: 'postgres',
    client_encoding: 'UTF8',
    replication: 'false',
  })
  return `postgresql://${ownerRole}@localhost/${database}?${parameters.toString()}`
}
