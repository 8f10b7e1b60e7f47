import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { readIfThere, writeDurably } from '../platform/durable-file.js'
import type { Logger } from '../platform/logger.js'

const Attempt = z.object({ eventId: z.string(), times: z.number().int().min(1) })

/**
 * Which journal of an earlier process is being finished, noted on disk: one that ends the process with it, for want of memory
 * say, would end each one that is started after it.
 */
export class RecoveryAttempts {
  readonly #path: string
  readonly #log: Logger
  #last: z.infer<typeof Attempt> | null = null

  private constructor(path: string, log: Logger) {
    this.#path = path
    this.#log = log
  }

  /** @param path of the note; one that cannot be read counts as none */
  static async open(path: string, log: Logger): Promise<RecoveryAttempts> {
    const attempts = new RecoveryAttempts(path, log)
    try {
      const bytes = await readIfThere(path)
      if (bytes !== null) attempts.#last = Attempt.parse(JSON.parse(bytes.toString('utf8')))
    } catch (err) {
      log.warn({ err }, 'recording.attempts_unreadable')
    }
    return attempts
  }

  /**
   * Notes that this journal is taken on. A disk that does not take the note keeps nothing from being finished.
   * @returns how many processes in a row ended while they were at it
   */
  async begin(eventId: string): Promise<number> {
    const times = this.#last?.eventId === eventId ? this.#last.times : 0
    this.#last = { eventId, times: times + 1 }
    await writeDurably(this.#path, JSON.stringify(this.#last)).catch((err: unknown) =>
      this.#log.warn({ err, eventId }, 'recording.attempt_not_noted'),
    )
    return times
  }

  /** Nothing is taken on any more. */
  async end(): Promise<void> {
    this.#last = null
    await rm(this.#path, { force: true }).catch((err: unknown) =>
      this.#log.warn({ err }, 'recording.attempt_not_noted'),
    )
  }
}
