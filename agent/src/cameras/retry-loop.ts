import { kept } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'

interface RetryLoopOptions {
  readonly cameraId: string
  readonly clock: Clock
  readonly log: Logger
  /**
   * One attempt. Ends early when the signal aborts.
   * @returns how long to wait before the next, ms
   */
  readonly once: (signal: AbortSignal) => Promise<number>
}

/** After an unforeseen failure, ms: no tight loop. */
const afterBugMs = 5000

/** One attempt to serve a camera after the other, until the end. */
export class RetryLoop {
  readonly #options: RetryLoopOptions
  /** Ends what is under way. */
  #attempt = new AbortController()
  readonly #stop = new AbortController()
  readonly #running: Promise<void>

  constructor(options: RetryLoopOptions) {
    this.#options = options
    this.#running = kept(this.#run())
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted
  }

  /** Ends the attempt under way, or the wait, and begins the next at once. */
  restart(why: string): void {
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
    while (!this.isStopped) {
      this.#attempt = new AbortController()
      const signal = AbortSignal.any([this.#stop.signal, this.#attempt.signal])
      try {
        const waitMs = await once(signal)
        await clock.delay(waitMs, { signal })
      } catch (err) {
        if (signal.aborted) continue
        log.error({ cameraId, err }, 'camera.not_run')
        await clock.delay(afterBugMs, { signal }).catch(() => undefined)
      } finally {
        this.#attempt.abort(new Error('the attempt is over'))
      }
    }
  }
}
