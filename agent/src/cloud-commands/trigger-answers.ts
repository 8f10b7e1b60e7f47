import type { TriggerOutcome } from '@sightline/protocol'
import { TriggerOutcome as TriggerOutcomeSchema } from '@sightline/protocol'
import { z } from 'zod'
import { type Database, synced } from '../outbox/open-database.js'
import { keys } from '../outbox/outbox-keys.js'
import type { Clock } from '../platform/clock.js'

const Kept = z.object({ outcome: TriggerOutcomeSchema, atMs: z.number() })

/** How long the answer to a trigger is known, ms (docs/protocol.md, section 8). */
const keptMs = 7 * 24 * 3_600_000

/** Answers to triggers, so that a repeated command is answered as the first time, also after a restart. */
export class TriggerAnswers {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Drops what nobody will ask for any more. */
  async dropOld(): Promise<void> {
    const old: string[] = []
    for await (const [key, value] of this.#database.iterator(keys.answers)) {
      const kept = Kept.safeParse(value)
      if (!kept.success || kept.data.atMs < this.#clock.now() - keptMs) old.push(key)
    }
    await this.#database.batch(old.map((key) => ({ type: 'del' as const, key })))
  }

  async find(eventId: string): Promise<TriggerOutcome | null> {
    const kept = Kept.safeParse(await this.#database.get(keys.answer(eventId)))
    return kept.success ? kept.data.outcome : null
  }

  async keep(eventId: string, outcome: TriggerOutcome): Promise<void> {
    await this.#database.put(keys.answer(eventId), { outcome, atMs: this.#clock.now() }, synced)
  }
}
