import { join } from 'node:path'
import { z } from 'zod'
import type { Clock } from './clock.js'
import { readIfThere, writeDurably } from './durable-file.js'

const Kept = z.object({
  served_ms: z.number().min(0),
  last_true_time: z.iso.datetime().nullable(),
})

/** No clock of a machine that runs this program can be right before this. */
const earliestMs = Date.UTC(2026, 0, 1)

/**
 * The time that a data folder has been in service, over all processes, and the last time of day that was known
 * to be true. Ages of what is kept are counted in service time: a wall clock that jumps by years, as that of a
 * machine without a battery does at each start, makes nothing old and nothing young.
 */
export class ServiceTime {
  readonly #path: string
  readonly #clock: Clock
  readonly #servedMs: number
  readonly #startedMs: number
  #trueMs: number | null

  private constructor(path: string, clock: Clock, servedMs: number, trueMs: number | null) {
    this.#path = path
    this.#clock = clock
    this.#servedMs = servedMs
    this.#startedMs = clock.monotonic()
    this.#trueMs = trueMs
  }

  /** Reads what earlier processes kept; a file that cannot be read begins anew, which only keeps things longer. */
  static async open(dataDir: string, clock: Clock): Promise<ServiceTime> {
    const path = join(dataDir, 'service-time.json')
    const kept = Kept.safeParse(parsed(await readIfThere(path).catch(() => null)))
    if (!kept.success) return new ServiceTime(path, clock, 0, null)
    const { served_ms: servedMs, last_true_time: lastTrue } = kept.data
    return new ServiceTime(path, clock, servedMs, lastTrue === null ? null : Date.parse(lastTrue))
  }

  /** Milliseconds in service; grows by running alone. */
  now(): number {
    return this.#servedMs + this.#clock.monotonic() - this.#startedMs
  }

  /** The time of day cannot be earlier than this, ms since the epoch. */
  get earliestMs(): number {
    return Math.max(this.#trueMs ?? 0, earliestMs)
  }

  /** The wall clock is known to be right now. */
  confirm(): void {
    this.#trueMs = this.#clock.now()
  }

  /** Writes it down. @throws Error of the file system; then things are kept longer, and that is all. */
  async keep(): Promise<void> {
    const lastTrue = this.#trueMs === null ? null : new Date(this.#trueMs).toISOString()
    await writeDurably(this.#path, JSON.stringify({ served_ms: this.now(), last_true_time: lastTrue }))
  }
}

function parsed(bytes: Buffer | null): unknown {
  try {
    return bytes === null ? null : JSON.parse(bytes.toString())
  } catch {
    return null
  }
}

/**
 * A wall clock that never shows a time before the last one known to be true: a machine without a battery wakes
 * up in 1970, and until a time service has set its clock an event is at least not dated before the others.
 * @param earliest the time of day cannot be before it, ms; what is learnt to be less counts, and what is more from the next start on
 */
export function notBefore(earliest: () => number, clock: Clock, trustMs: number): Clock {
  const startedMs = clock.monotonic()
  const atStartMs = earliest()
  const leastMs = () => Math.min(atStartMs, earliest())
  const floorMs = () => leastMs() + clock.monotonic() - startedMs
  return {
    ...clock,
    monotonic: () => clock.monotonic(),
    now: () => (clock.now() < leastMs() - trustMs ? floorMs() : clock.now()),
  }
}
