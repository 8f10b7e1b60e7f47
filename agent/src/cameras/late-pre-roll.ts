import type { Clock } from '../platform/clock.js'
import { latestTriggerMs } from '../recording/recording-plan.js'
import { graceMs } from './motion-arbiter.js'

/**
 * How much longer packets are kept because checks for movement are late or go far back: the past of a movement that is seen late must
 * still be there, also while the camera's own event is waited for. It grows at once, and shrinks after a while.
 */
export class LatePreRoll {
  readonly #clock: Clock
  readonly #onChange: () => void
  #lateMs = 0
  #cancel: () => void = () => undefined
  #isStopped = false

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
  }

  get sec(): number {
    return this.#lateMs / 1000
  }

  set(lateMs: number): void {
    this.#cancel()
    if (this.#isStopped) return
    const apply = () => {
      this.#lateMs = Math.min(lateMs, latestTriggerMs)
      this.#onChange()
    }
    if (lateMs > this.#lateMs) apply()
    else if (lateMs < this.#lateMs) this.#cancel = this.#clock.after(2 * graceMs, apply)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }
}
