import { kept } from '../platform/background.js'

/** What a trigger is answered. */
export interface TriggerAnswer {
  /** The event that holds the clip: the trigger's own, or the one that it lengthened. */
  readonly eventId: string
  readonly status: 'triggered' | 'recording_extended'
  /** When that event was triggered; wall clock of the gateway, ms since the epoch. */
  readonly startedAtMs: number
  /** Pre-roll and post-roll included. */
  readonly expectedDurationSec: number
}

/** A command is repeated within minutes; this many are some hours of a busy site. */
const mostKept = 2000

/** The answers to the newest triggers, so that a repeated one is answered as the first time. */
export class RecentAnswers {
  readonly #answers = new Map<string, Promise<TriggerAnswer>>()

  /** The answer given before, also if it is still on its way, or that of `make`. A failure is not kept. */
  once(eventId: string, make: () => Promise<TriggerAnswer>): Promise<TriggerAnswer> {
    const known = this.#answers.get(eventId)
    if (known !== undefined) return known
    const answer = make()
    this.#keep(eventId, answer)
    answer.catch(() => this.#answers.delete(eventId))
    return answer
  }

  /** Keeps an answer of an earlier process. */
  remember(eventId: string, answer: TriggerAnswer): void {
    this.#keep(eventId, Promise.resolve(answer))
  }

  #keep(eventId: string, answer: Promise<TriggerAnswer>): void {
    this.#answers.set(eventId, kept(answer))
    if (this.#answers.size <= mostKept) return
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined) this.#answers.delete(oldest)
  }
}
