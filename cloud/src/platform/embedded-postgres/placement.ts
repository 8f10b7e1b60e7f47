import { execFile } from 'node:child_process'
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Binaries } from './binaries.js'
import { asServerUser, type ServerUser } from './server-user.js'

/** True if the server's user can enter a folder, or read and run a file. Asked as that user, so true. */
export function canReach(target: string, user: ServerUser | undefined): Promise<boolean> {
  if (!user) return Promise.resolve(true)
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', 'test -r "$1" && test -x "$1"', 'sh', target], asServerUser(user), (error) =>
      resolve(error === null),
    )
  })
}

/**
 * The binaries where the server's user can run them: as they lie, or copied once to a folder outside a
 * home that only root may enter.
 */
export async function reachableBinaries(binaries: Binaries, user: ServerUser | undefined): Promise<Binaries> {
  if (await canReach(path.join(binaries.root, 'bin', 'postgres'), user)) return binaries
  const copy = path.join('/var/cache/sightline', `postgres-${binaries.version}`)
  if (!(await isThere(path.join(copy, 'bin', 'postgres')))) await copyBinaries(binaries.root, copy)
  return { ...binaries, root: copy }
}

/** Copies beside the place and moves it there, so that nobody finds a half copy. */
async function copyBinaries(from: string, to: string): Promise<void> {
  const fresh = `${to}.${process.pid}-${os.hostname()}`
  await mkdir(path.dirname(to), { recursive: true, mode: 0o755 })
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true, mode: 0o755 })
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
