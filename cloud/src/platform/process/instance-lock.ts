import { randomUUID } from 'node:crypto'
import { link, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isAlive, startOf } from '../embedded-postgres/process-alive.js'
import { errorCode } from '../error-code.js'
import { systemClock } from '../time/clock.js'
import { readIfThere } from './read-if-there.js'

/** Another process works on this data folder. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError'
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(
      `another Sightline (process ${pid}) already uses ${dataDir}: stop it first, or give this one a folder of its own with DATA_DIR`,
    )
    this.pid = pid
  }
}

/** The right to work on a data folder, until released or until this process ends. */
interface InstanceLock {
  release(): Promise<void>
}

const Holder = z.object({ pid: z.number().int(), start: z.string() })

/**
 * Takes the lock file of a data folder. One that a dead process left behind is replaced; a process id that
 * was given to another program since is recognised by its start time.
 * @throws AlreadyRunningError
 */
export async function lockDataDir(dataDir: string): Promise<InstanceLock> {
  const file = path.join(dataDir, 'sightline.lock')
  const mine = `${file}.${randomUUID()}`
  await writeFile(mine, JSON.stringify({ pid: process.pid, start: await startOf(process.pid) }), {
    mode: 0o644,
  })
  try {
    while (!(await linked(mine, file))) {
      const holder = await holderOf(file)
      if (holder) throw new AlreadyRunningError(dataDir, holder)
      await removeStale(file)
    }
  } finally {
    await rm(mine, { force: true })
  }
  return { release: () => rm(file, { force: true }) }
}

/** The process that works on the data folder, if there is one. */
export function findInstance(dataDir: string): Promise<number | undefined> {
  return holderOf(path.join(dataDir, 'sightline.lock'))
}

/** The living process that a lock file names. Whatever cannot be read names none. */
async function holderOf(file: string): Promise<number | undefined> {
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  const holder = Holder.safeParse(parsed(text)).data
  if (!holder || !(await isAlive(holder.pid))) return undefined
  return (await startOf(holder.pid)) === holder.start ? holder.pid : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** After this a process that died while it removed a lock no longer keeps others from doing so. */
const removalMs = 5_000

/**
 * Takes a lock away that no living process holds. One at a time, and after another check: else two starts
 * that saw the same dead holder could remove, the second of them, the lock that the first has just taken.
 */
async function removeStale(file: string): Promise<void> {
  const removing = `${file}.removing`
  try {
    await writeFile(removing, '', { flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    const since = await stat(removing).catch(() => undefined)
    if (since && systemClock.now() - since.mtimeMs > removalMs) await rm(removing, { force: true })
    await systemClock.delay(20)
    return
  }
  try {
    if ((await holderOf(file)) === undefined) await rm(file, { force: true })
  } finally {
    await rm(removing, { force: true })
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}
