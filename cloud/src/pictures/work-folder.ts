import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Clock } from '../platform/clock.js'
import { isAlive } from '../platform/embedded-postgres/process-alive.js'

/** No piece of work takes so long: a folder of this age belongs to a process that is gone. */
const oldMs = 60 * 60 * 1000

/** Folders for files that live as long as a piece of work, on a disk that several processes may share. */
export class WorkFolders {
  readonly #root: string
  readonly #clock: Clock
  readonly #host = hostname()
    .replaceAll(/[^\w-]/g, '_')
    .slice(0, 60)
  readonly #inUse = new Set<string>()
  #sweptMs = -Infinity

  /** @param root a folder for this alone; made when it is needed */
  constructor(root: string, clock: Clock) {
    this.#root = root
    this.#clock = clock
  }

  /** Lends an empty folder, and removes it with all that is in it, however the work ends. */
  async lend<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    if (this.#clock.monotonic() - this.#sweptMs > oldMs) await this.sweep()
    const name = `${this.#host}.${process.pid}.${randomUUID()}`
    const folder = path.join(this.#root, name)
    this.#inUse.add(name)
    try {
      await mkdir(folder, { mode: 0o700 })
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
      this.#inUse.delete(name)
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

  async #isAbandoned(name: string): Promise<boolean> {
    if (this.#inUse.has(name)) return false
    const [host, pid] = name.split('.')
    if (host === this.#host) return Number(pid) === process.pid || !(await isAlive(Number(pid)))
    const made = await stat(path.join(this.#root, name)).catch(() => null)
    return made !== null && this.#clock.now() - made.mtimeMs > oldMs
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
