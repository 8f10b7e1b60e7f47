import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'

export interface AttemptsOptions {
  readonly cameraId: string
  readonly clock: Clock
  readonly log: Logger
  /**
   * One attempt. Ends early when the signal aborts.
   * @param failures which attempt in a row this is, from 1
   * @returns how long to wait before the next, ms
   */
  readonly once: (failures: number, signal: AbortSignal) => Promise<number>
}

/** After what nobody foresaw, ms: no tight loop. */
const afterBugMs = 5000

/** One attempt to serve a camera after the other, until the end. */
export class Attempts {
  readonly #options: AttemptsOptions
  /** Ends what is under way. */
  #attempt = new AbortController()
  readonly #stop = new AbortController()
  readonly #running: Promise<void>

  constructor(options: AttemptsOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  get areOver(): boolean {
    return this.#stop.signal.aborted
  }

  /** Ends the attempt under way, or the wait, and begins the next at once. */
  anew(why: string): void {
    this.#attempt.abort(new Error(why))
  }

  /** Resolves once nothing is under way any more. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the camera is not wanted any more'))
    await this.#running
  }

  async #run(): Promise<void> {
    const { cameraId, clock, log, once } = this.#options
    // What the owner sets up after this is there when the first attempt begins.
    await Promise.resolve()
    for (let failures = 0; !this.areOver; ) {
      this.#attempt = new AbortController()
      const signal = AbortSignal.any([this.#stop.signal, this.#attempt.signal])
      try {
        const waitMs = await once(failures + 1, signal)
        failures += 1
        await clock.delay(waitMs, { signal })
      } catch (err) {
        failures = 0
        if (signal.aborted) continue
        log.error({ cameraId, err }, 'camera.not_run')
        await clock.delay(afterBugMs, { signal }).catch(() => undefined)
      }
    }
  }
}
