import type { Clock } from '../platform/clock.js'
import { type CameraEvent, type CameraStatus, next } from '../streams/camera-status.js'

interface KeptStatusDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly onStatus: () => void
}

/** The status of a camera over all its connections; says so when it is another one. */
export class KeptStatus {
  readonly #deps: KeptStatusDeps
  #status: CameraStatus

  constructor(enabled: boolean, deps: KeptStatusDeps) {
    this.#deps = deps
    this.#status = {
      state: enabled ? 'connecting' : 'disabled',
      fault: null,
      message: null,
      sinceMs: deps.clock.now(),
    }
  }

  get current(): CameraStatus {
    return this.#status
  }

  note(event: CameraEvent): void {
    this.take(next(this.#status, event, this.#deps.clock.now()))
  }

  take(status: CameraStatus): void {
    const { state, fault, message, sinceMs } = this.#status
    const isSameState = status.state === state
    if (isSameState && status.fault === fault && status.message === message) return
    // A connection made anew knows nothing of how long the state has lasted.
    this.#status = isSameState ? { ...status, sinceMs } : status
    this.#deps.onStatus()
  }
}
