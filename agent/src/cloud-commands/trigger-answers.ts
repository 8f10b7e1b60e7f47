import type { TriggerOutcome } from '@sightline/protocol'
import { TriggerOutcome as TriggerOutcomeSchema } from '@sightline/protocol'
import { z } from 'zod'
import { type Database, writeChanges } from '../outbox/open-database.js'
import { keys } from '../outbox/outbox-keys.js'
import { messageOf } from '../platform/errors.js'
import { type Logger, silentLogger } from '../platform/logger.js'

const Kept = z.object({ outcome: TriggerOutcomeSchema, servedMs: z.number().default(0) })

/** How long the answer to a trigger is known, ms in service (docs/protocol.md, section 8). */
const keptMs = 7 * 24 * 3_600_000

/** Answers to triggers, so that a repeated command is answered as the first time, also after a restart. */
export class TriggerAnswers {
  readonly #database: Database
  readonly #service: { now(): number }

  /** @param service the time that the data folder has been in service, ms */
  constructor(database: Database, service: { now(): number }) {
    this.#database = database
    this.#service = service
  }

  /** Drops what nobody will ask for any more. */
  async dropOld(log: Logger = silentLogger): Promise<void> {
    const old: string[] = []
    for await (const [key, value] of this.#database.iterator(keys.answers)) {
      const kept = Kept.safeParse(value)
      if (!kept.success || kept.data.servedMs < this.#service.now() - keptMs) old.push(key)
    }
    // Answers that stay do no harm; a disk that is full must not keep the agent from recording.
    const changes = old.map((key) => ({ type: 'del' as const, key }))
    await writeChanges(this.#database, changes).catch((error: unknown) =>
      log.warn({ reason: messageOf(error) }, 'trigger.answers_not_dropped'),
    )
  }

  async find(eventId: string): Promise<TriggerOutcome | null> {
    const kept = Kept.safeParse(await this.#database.get(keys.answer(eventId)))
    return kept.success ? kept.data.outcome : null
  }

  async keep(eventId: string, outcome: TriggerOutcome): Promise<void> {
    const value = { outcome, servedMs: this.#service.now() }
    await writeChanges(this.#database, [{ type: 'put', key: keys.answer(eventId), value }])
  }
}
