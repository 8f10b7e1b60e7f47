import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '../../../platform/error-code.js'
import { OwnedNames } from '../../../platform/process/owned-names.js'

/**
 * Files that are being written, in a folder of their own beside those they become: what a killed process leaves there is
 * found without reading all others.
 */
export class UnfinishedFiles {
  readonly #folder: string
  readonly #names = new OwnedNames()

  /** @param folder on the disk of the files that are written; made when it is needed */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a file that appears whole under its name, or, if `write` answers false or fails, not at all. */
  async write(file: string, write: (handle: FileHandle) => Promise<boolean>): Promise<boolean> {
    const name = this.#names.take()
    const unfinished = path.join(this.#folder, name)
    try {
      // Its folder first: one that is removed meanwhile, with all that belonged to it, is not made again.
      for (const folder of [this.#folder, path.dirname(file)])
        await mkdir(folder, { recursive: true, mode: 0o700 })
      if (!(await writeSynced(unfinished, write))) return false
      await rename(unfinished, file)
      await syncFolder(path.dirname(file))
      return true
    } finally {
      await rm(unfinished, { force: true })
      this.#names.release(name)
    }
  }

  /** Removes what processes left behind that are gone. @returns how many files */
  async sweep(): Promise<number> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    let removed = 0
    for (const name of names) {
      const file = path.join(this.#folder, name)
      if (!(await this.#names.isAbandoned(name, () => ageOf(file)))) continue
      await rm(file, { force: true })
      removed += 1
    }
    return removed
  }
}

/** How long ago a file was last written to, by the clock of the disk; null if it is not there. */
async function ageOf(file: string): Promise<number | null> {
  const written = await stat(file).catch(() => null)
  if (!written) return null
  const probe = `${file}.${randomUUID()}`
  await using handle = await open(probe, 'wx', 0o600)
  const now = (await handle.stat()).mtimeMs
  await rm(probe)
  return now - written.mtimeMs
}

async function writeSynced(file: string, write: (handle: FileHandle) => Promise<boolean>): Promise<boolean> {
  await using handle = await open(file, 'wx', 0o600)
  const whole = await write(handle)
  if (whole) await handle.sync()
  return whole
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** In earlier versions an unfinished file lay beside what it was to become. */
const formerName = /\.[0-9a-f-]{36}\.tmp$/

/** Removes the ones that earlier versions left there. @returns how many */
export async function removeFormerLeftovers(root: string): Promise<number> {
  let removed = 0
  for (const area of ['objects', 'uploads']) {
    for await (const file of filesUnder(path.join(root, area))) {
      if (!formerName.test(file) || ((await ageOf(file)) ?? 0) <= formerAgeMs) continue
      await rm(file, { force: true })
      removed += 1
    }
  }
  return removed
}

/** A node of an earlier version may write still, while the nodes are replaced one by one. */
const formerAgeMs = 60 * 60 * 1000

async function* filesUnder(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for await (const entry of entries) {
    const there = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(there)
    else yield there
  }
}
