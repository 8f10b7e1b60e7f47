import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { isAlive } from '../embedded-postgres/process-alive.js'

/** No piece of work takes so long: what was not touched for this long belongs to a process that is gone. */
const oldMs = 60 * 60 * 1000

/** Names that say which process uses what they name, on a disk that several processes may share. */
export class OwnedNames {
  readonly #host = hostname()
    .replaceAll(/[^\w-]/g, '_')
    .slice(0, 60)
  readonly #inUse = new Set<string>()

  /** A name that nobody else has, of this process until it is released. */
  take(): string {
    const name = `${this.#host}.${process.pid}.${randomUUID()}`
    this.#inUse.add(name)
    return name
  }

  release(name: string): void {
    this.#inUse.delete(name)
  }

  /**
   * True if the process that took a name is gone: on this machine that is known, of others it follows from the age.
   * @param ageMs how long ago it was last written to, milliseconds; null: it is not there
   */
  async isAbandoned(name: string, ageMs: () => Promise<number | null>): Promise<boolean> {
    if (this.#inUse.has(name)) return false
    const [host, pid] = name.split('.')
    if (host === this.#host) return Number(pid) === process.pid || !(await isAlive(Number(pid)))
    const age = await ageMs()
    return age !== null && age > oldMs
  }
}
