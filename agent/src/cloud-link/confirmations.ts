import type { FrameRefusal, Outbox } from '../outbox/outbox.js'
import { inBackground } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'

interface ConfirmationsDeps {
  readonly outbox: Outbox
  readonly clock: Clock
  readonly log: Logger
}

/** How soon what the disk did not take is written again, ms. */
const againMs = 1000

/**
 * What the cloud confirms in one session, noted in the outbox. The cloud says each number once: what a full disk does not take
 * is written later, and what is confirmed makes room for more frames all the same.
 */
export class Confirmations {
  readonly #deps: ConfirmationsDeps
  readonly #signal: AbortSignal
  readonly #onChange: () => void
  #upTo = 0
  /** Refusals that were not noted yet. */
  #refusals: readonly FrameRefusal[] = []
  #isTriedAgain = false

  /**
   * @param signal ends with the session
   * @param onChange more may be sent; neither throws nor blocks
   */
  constructor(deps: ConfirmationsDeps, signal: AbortSignal, onChange: () => void) {
    this.#deps = deps
    this.#signal = signal
    this.#onChange = onChange
  }

  /** The highest number that was confirmed in this session; 0 before the first. */
  get upTo(): number {
    return this.#upTo
  }

  /** The cloud settled everything up to `upTo`, with these refused. Resolves once that was written, or could not be. */
  async note(upTo: number, refusals: readonly FrameRefusal[]): Promise<void> {
    const { log } = this.#deps
    for (const refused of refusals) log.error(refused, 'outbox.refused')
    this.#upTo = Math.max(this.#upTo, upTo)
    this.#refusals = [...this.#refusals, ...refusals]
    if ((await this.#write()) || this.#isTriedAgain) return
    this.#isTriedAgain = true
    inBackground(
      this.#writeAgain().finally(() => {
        this.#isTriedAgain = false
      }),
      log,
      'outbox.not_written',
    )
  }

  async #writeAgain(): Promise<void> {
    const signal = this.#signal
    do {
      await this.#deps.clock.delay(againMs, { signal }).catch(() => undefined)
    } while (!signal.aborted && !(await this.#write()))
  }

  async #write(): Promise<boolean> {
    const { outbox, log } = this.#deps
    const refusals = this.#refusals
    try {
      await outbox.acknowledge(this.#upTo, refusals)
      this.#refusals = this.#refusals.filter((refusal) => !refusals.includes(refusal))
      return true
    } catch (err) {
      log.error({ err }, 'outbox.not_written')
      this.#onChange()
      return false
    }
  }
}
