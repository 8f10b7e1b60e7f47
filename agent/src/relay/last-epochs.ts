import { z } from 'zod'
import { type Database, synced } from '../outbox/open-database.js'
import { keys } from '../outbox/outbox-keys.js'
import type { Clock } from '../platform/clock.js'

const Kept = z.object({ epoch: z.number().int().min(1), atMs: z.number() })

/** Longer than anything waits in the outbox of a relay that is looked after. */
const keptMs = 90 * 24 * 3_600_000

/**
 * The newest epoch that this data folder held of each camera: what was recorded under it must be told by it, also
 * by the next process. Ids and numbers, nothing of the cameras themselves.
 */
export class LastEpochs {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** What is known, without what is too old to matter. */
  async read(): Promise<Map<string, number>> {
    const known = new Map<string, number>()
    const old: string[] = []
    for await (const [key, value] of this.#database.iterator(keys.epochs)) {
      const kept = Kept.safeParse(value)
      if (kept.success && kept.data.atMs >= this.#clock.now() - keptMs)
        known.set(keys.cameraOfEpoch(key), kept.data.epoch)
      else old.push(key)
    }
    await this.#database.batch(old.map((key) => ({ type: 'del' as const, key })))
    return known
  }

  async keep(cameraId: string, epoch: number): Promise<void> {
    await this.#database.put(keys.epoch(cameraId), { epoch, atMs: this.#clock.now() }, synced)
  }
}
