import { z } from 'zod'
import { messageOf } from '../platform/errors.js'
import { type Logger, silentLogger } from '../platform/logger.js'
import { type Losses, noLosses } from '../recording/disk-quota.js'
import { type Change, type Database, writeChanges } from './open-database.js'
import { keys } from './outbox-keys.js'

const Count = z.number().int().min(0).catch(0)
const Kept = z.object({ snapshots: Count, clips: Count, events: Count })

type Lost = keyof Losses

/**
 * What makes a loss uncounted, for a write that may do more: it was none. For the start, before the counts are opened.
 * @throws Error of the database
 */
export async function uncount(database: Database, lost: Lost, id: string): Promise<Change[]> {
  const key = keys.lost(lost, id)
  if ((await database.get(key)) !== undefined) return [{ type: 'del', key }]
  const kept = Kept.safeParse(await database.get(keys.losses))
  if (!kept.success || kept.data[lost] === 0) return []
  const sums = { ...kept.data, [lost]: kept.data[lost] - 1 }
  return [{ type: 'put', key: keys.losses, value: sums }]
}

/** New losses that are kept one by one before they are added up. */
const mostSingle = 1000

/**
 * Counts what was given up, over restarts. Each loss is a record of its own, so that a write that is repeated
 * counts it once; records are added up at the next start.
 */
export class LossCounts {
  readonly #database: Database
  readonly #log: Logger
  #sums: Losses
  /** Keys of what was lost since the sums were written. */
  #single: Set<string>

  private constructor(database: Database, sums: Losses, log: Logger) {
    this.#database = database
    this.#log = log
    this.#sums = sums
    this.#single = new Set()
  }

  static async open(database: Database, log: Logger = silentLogger): Promise<LossCounts> {
    const kept = Kept.safeParse(await database.get(keys.losses))
    const losses = new LossCounts(database, kept.success ? kept.data : noLosses, log)
    for await (const key of database.keys(keys.losts)) losses.#single.add(key)
    await losses.#addUp()
    return losses
  }

  get counts(): Losses {
    const { snapshots, clips, events } = this.#sums
    const since = (lost: Lost) =>
      [...this.#single].filter((key) => key.startsWith(keys.lost(lost, ''))).length
    return {
      snapshots: snapshots + since('snapshots'),
      clips: clips + since('clips'),
      events: events + since('events'),
    }
  }

  /** Counts the loss of something, once by its id; the change belongs into the write that makes it durable. */
  count(lost: Lost, id: string): Change {
    const key = keys.lost(lost, id)
    this.#single.add(key)
    return { type: 'put', key, value: 1 }
  }

  /** Counts something that has no record. Never rejects: a disk that takes nothing leaves it to this process alone. */
  async note(lost: Lost, id: string): Promise<void> {
    await writeChanges(this.#database, [this.count(lost, id)]).catch((error: unknown) =>
      this.#log.error({ lost, id, reason: messageOf(error) }, 'disk.loss_not_noted'),
    )
    if (this.#single.size > mostSingle) await this.#addUp()
  }

  /** Never rejects: a disk that is full adds up another time. */
  async #addUp(): Promise<void> {
    if (this.#single.size === 0) return
    await this.#writeSums().catch((error: unknown) =>
      this.#log.warn({ reason: messageOf(error) }, 'disk.losses_not_added_up'),
    )
  }

  async #writeSums(): Promise<void> {
    const [sums, single] = [this.counts, new Set(this.#single)]
    const deletions = [...single].map((key) => ({ type: 'del' as const, key }))
    await writeChanges(this.#database, [{ type: 'put', key: keys.losses, value: sums }, ...deletions])
    this.#sums = sums
    this.#single = new Set([...this.#single].filter((key) => !single.has(key)))
  }
}
