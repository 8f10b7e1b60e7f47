import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isAlive, startOf } from './embedded-postgres/process-alive.js'

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
export interface InstanceLock {
  release(): Promise<void>
}

const Holder = z.object({ pid: z.number().int(), start: z.string() })

/**
 * Takes the lock file of a data folder. One that a dead process left behind is replaced; a process id that
 * was given to another program since is told by its start time.
 * @throws AlreadyRunningError
 */
export async function lockDataDir(dataDir: string): Promise<InstanceLock> {
  const file = path.join(dataDir, 'sightline.lock')
  const mine = `${file}.${randomUUID()}`
  await writeFile(mine, JSON.stringify({ pid: process.pid, start: await startOf(process.pid) }), {
    mode: 0o644,
  })
  try {
    for (;;) {
      if (await linked(mine, file)) break
      const found = await readIfThere(file)
      const holder = found === undefined ? undefined : holderOf(found)
      if (holder && (await isHolding(holder))) throw new AlreadyRunningError(dataDir, holder.pid)
      await removeStale(file, found)
    }
  } finally {
    await rm(mine, { force: true })
  }
  return { release: () => rm(file, { force: true }) }
}

/** The process that works on the data folder, if there is one. */
export async function findInstance(dataDir: string): Promise<number | undefined> {
  const found = await readIfThere(path.join(dataDir, 'sightline.lock'))
  const holder = found === undefined ? undefined : holderOf(found)
  return holder && (await isHolding(holder)) ? holder.pid : undefined
}

function holderOf(text: string): z.infer<typeof Holder> | undefined {
  try {
    return Holder.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function isHolding({ pid, start }: z.infer<typeof Holder>): Promise<boolean> {
  return isAlive(pid) && (await startOf(pid)) === start
}

/** Takes the file away only if it still is the one that was judged; another start may have been faster. */
async function removeStale(file: string, judged: string | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if ((await readIfThere(aside)) !== judged) await linked(aside, file)
  await rm(aside, { force: true })
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
