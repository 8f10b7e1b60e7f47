import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, cp, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Log } from '../log.js'
import { readIfThere } from '../process/read-if-there.js'
import { systemClock } from '../time/clock.js'
import type { Binaries } from './binaries.js'
import { asServerUser, type ServerUser } from './server-user.js'

/** Bytes of a Unix socket's path at most, with room for the name that PostgreSQL gives it. */
const socketDirLimit = 85

/** The folder of the server: `data`, its log, and usually its socket folder. */
export interface Placement {
  readonly root: string
  readonly dataDir: string
  readonly logFile: string
}

/**
 * Where the server's files go: in `dataDir`/postgres, or, where the server's user cannot enter that (a data
 * folder under a home that only root may enter), under /var/lib/sightline in a folder named after it. A
 * file in `dataDir` remembers the path.
 */
export async function placeCluster(
  dataDir: string,
  user: ServerUser | undefined,
  log: Log,
): Promise<Placement> {
  const inside = path.join(dataDir, 'postgres')
  const memory = path.join(dataDir, 'postgres-location')
  const remembered = (await readIfThere(memory))?.trim()
  const root = remembered ?? ((await canEnter(dataDir, user)) ? inside : elsewhere(dataDir))
  if (remembered === undefined && root !== inside) await moveAside(root, log)
  await mkdir(root, { recursive: true, mode: 0o755 })
  if (user) await chown(root, user.uid, user.gid)
  if (root !== inside) {
    if (remembered === undefined) await writeFile(memory, `${root}\n`)
    log.warn(
      { dataDir, root, user: user?.name },
      `the user ${user?.name ?? ''} of the database cannot enter ${dataDir}: the database lives in ${root}`,
    )
  }
  return { root, dataDir: path.join(root, 'data'), logFile: path.join(root, 'postgres.log') }
}

/** The path of an existing server's files, without making any. */
export async function findPlacement(dataDir: string): Promise<Placement> {
  const remembered = (await readIfThere(path.join(dataDir, 'postgres-location')))?.trim()
  const root = remembered ?? path.join(dataDir, 'postgres')
  return { root, dataDir: path.join(root, 'data'), logFile: path.join(root, 'postgres.log') }
}

/**
 * What an earlier data folder of the same name left there belongs to that folder and its keys: it is kept
 * beside, and the new data folder begins empty.
 */
async function moveAside(root: string, log: Log): Promise<void> {
  if (!(await isThere(root))) return
  const kept = `${root}.before-${new Date(systemClock.now()).toISOString().replaceAll(':', '')}`
  await rename(root, kept)
  log.warn({ kept }, `the database of an earlier data folder of this name is kept in ${kept}`)
}

function elsewhere(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return path.join('/var/lib/sightline', name)
}

const socketFolderPrefix = 'sightline-'

/** A folder for the server's socket that only its user (and root) can enter. `removeSocket` takes it away again. */
export async function placeSocket(root: string, user: ServerUser | undefined): Promise<string> {
  const beside = path.join(root, 'run')
  const folder =
    Buffer.byteLength(beside) <= socketDirLimit
      ? beside
      : await mkdtemp(path.join(os.tmpdir(), socketFolderPrefix))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

/** Removes the folder of a socket whose server has ended, if it was made in the temporary folder. */
export async function removeSocket(folder: string): Promise<void> {
  if (!folder.startsWith(path.join(os.tmpdir(), socketFolderPrefix))) return
  await rm(folder, { recursive: true, force: true })
}

/**
 * The binaries where the server's user can run them: as they lie, or copied once to a folder outside a
 * home that only root may enter.
 */
export async function reachableBinaries(binaries: Binaries, user: ServerUser | undefined): Promise<Binaries> {
  if (await asked('test -r "$1" && test -x "$1"', path.join(binaries.root, 'bin', 'postgres'), user)) {
    return binaries
  }
  const copy = path.join('/var/cache/sightline', `postgres-${binaries.version}`)
  if (!(await isThere(path.join(copy, 'bin', 'postgres')))) await copyBinaries(binaries.root, copy)
  return { ...binaries, root: copy }
}

const canEnter = (folder: string, user: ServerUser | undefined) => asked('test -x "$1"', folder, user)

/** Asks the system as the server's user, which knows of every parent folder. */
function asked(test: string, target: string, user: ServerUser | undefined): Promise<boolean> {
  if (!user) return Promise.resolve(true)
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', test, 'sh', target], asServerUser(user), (error) => resolve(error === null))
  })
}

/** Copies beside the place and moves it there, so that nobody finds a half copy. */
async function copyBinaries(from: string, to: string): Promise<void> {
  const fresh = `${to}.${process.pid}`
  await mkdir(path.dirname(to), { recursive: true, mode: 0o755 })
  await rm(fresh, { recursive: true, force: true })
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true })
  try {
    await rename(fresh, to)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another start was faster: its copy is as good.
    if (!(await isThere(path.join(to, 'bin', 'postgres')))) throw error
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch {
    return false
  }
}
