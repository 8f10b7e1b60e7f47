import type { Logger } from './logger.js'

/** Lets work go on that nobody waits for. What fails in it is logged and ends nothing else; a promise without this would end the process. */
export function inBackground(
  work: Promise<unknown>,
  log: Logger,
  event: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  work.catch((err: unknown) => log.error({ ...fields, err }, event))
}

/** Work that is kept for who waits for it later: what fails before then is told to them, and ends nothing. */
export function kept<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined)
  return work
}

/** Work under way that somebody waits for later: what fails before then is reported at once, and ends nothing else. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>()
  readonly #onFailure: (error: unknown) => void

  /** @param onFailure hears of each failure; must not throw */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  add(work: Promise<unknown>): void {
    const task: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => this.#onFailure(error))
      .finally(() => this.#running.delete(task))
    this.#running.add(task)
  }

  /** Resolves, and never rejects, once all of it is over, also what began meanwhile. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
