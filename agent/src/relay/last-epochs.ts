import { z } from 'zod'
import { type Database, writeChanges } from '../outbox/open-database.js'
import { keys } from '../outbox/outbox-keys.js'
import { messageOf } from '../platform/errors.js'
import { type Logger, silentLogger } from '../platform/logger.js'

const Kept = z.object({ epoch: z.number().int().min(1), servedMs: z.number().default(0) })

/** Longer than anything waits in the outbox of a relay that is looked after; in service time. */
const keptMs = 90 * 24 * 3_600_000

/**
 * The newest epoch that this data folder held of each camera: what was recorded under it must be reported under it, also
 * by the next process. Ids and numbers, nothing of the cameras themselves.
 */
export class LastEpochs {
  readonly #database: Database
  readonly #service: { now(): number }

  /** @param service the time that the data folder has been in service, ms */
  constructor(database: Database, service: { now(): number }) {
    this.#database = database
    this.#service = service
  }

  /** What is known, without what is too old to matter. */
  async read(log: Logger = silentLogger): Promise<Map<string, number>> {
    const known = new Map<string, number>()
    const old: string[] = []
    for await (const [key, value] of this.#database.iterator(keys.epochs)) {
      const kept = Kept.safeParse(value)
      if (kept.success && kept.data.servedMs >= this.#service.now() - keptMs)
        known.set(keys.cameraOfEpoch(key), kept.data.epoch)
      else old.push(key)
    }
    // Those that stay do no harm; a disk that is full must not keep the relay from recording.
    const changes = old.map((key) => ({ type: 'del' as const, key }))
    await writeChanges(this.#database, changes).catch((error: unknown) =>
      log.warn({ reason: messageOf(error) }, 'lease.epochs_not_dropped'),
    )
    return known
  }

  async keep(cameraId: string, epoch: number): Promise<void> {
    const value = { epoch, servedMs: this.#service.now() }
    await writeChanges(this.#database, [{ type: 'put', key: keys.epoch(cameraId), value }])
  }
}
