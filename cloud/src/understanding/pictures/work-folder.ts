import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '../../platform/error-code.js'
import { OwnedNames } from '../../platform/process/owned-names.js'
import type { Clock } from '../../platform/time/clock.js'

/** How often a process that lends folders removes what others left behind, milliseconds. */
const sweepEveryMs = 60 * 60 * 1000

/** Folders for files that live as long as a piece of work, on a disk that several processes may share. */
export class WorkFolders {
  readonly #root: string
  readonly #clock: Clock
  readonly #names = new OwnedNames()
  #sweptMs = -Infinity

  /** @param root a folder for this alone; made when it is needed */
  constructor(root: string, clock: Clock) {
    this.#root = root
    this.#clock = clock
  }

  /** Lends an empty folder, and removes it with all that is in it, however the work ends. */
  async lend<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    if (this.#clock.monotonic() - this.#sweptMs > sweepEveryMs) await this.sweep()
    const name = this.#names.take()
    const folder = path.join(this.#root, name)
    try {
      await mkdir(folder, { mode: 0o700 })
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
      this.#names.release(name)
    }
  }

  /** Removes what processes left behind that were killed. */
  async sweep(): Promise<void> {
    this.#sweptMs = this.#clock.monotonic()
    for (const name of await namesIn(this.#root)) {
      if (await this.#isAbandoned(name))
        await rm(path.join(this.#root, name), { recursive: true, force: true })
    }
  }

  #isAbandoned(name: string): Promise<boolean> {
    return this.#names.isAbandoned(name, async () => {
      const made = await stat(path.join(this.#root, name)).catch(() => null)
      return made && this.#clock.now() - made.mtimeMs
    })
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
