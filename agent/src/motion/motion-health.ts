import type { DecodeOutcome } from './gray-decoder.js'

/** Whether motion can be seen at all. */
export interface MotionHealth {
  /**
   * `waiting`: no packets flow. `learning`: the first seconds of a stream. `watching`: all is well.
   * `degraded`: pictures cannot be decoded, and no motion is reported; `message` says why and what to do.
   */
  readonly state: 'waiting' | 'learning' | 'watching' | 'degraded'
  readonly message: string | null
  /** Wall clock of the last picture that was compared, ms since the epoch, or null. */
  readonly lastCheckAtMs: number | null
}

/** One failure is a damaged picture or a busy machine; several are a fault. */
const failuresForFault = 3

const longestRestMs = 60_000

/** Keeps count of checks that failed, and reports each change of the state. */
export class MotionHealthTracker {
  readonly #changed: (health: MotionHealth) => void
  #current: MotionHealth = { state: 'waiting', message: null, lastCheckAtMs: null }
  #failed = 0

  constructor(changed: (health: MotionHealth) => void) {
    this.#changed = changed
  }

  get health(): MotionHealth {
    return this.#current
  }

  /** How long to rest before the next check, ms: after a failure a second or two, after many a minute. */
  get restMs(): number {
    return this.#failed === 0 ? 0 : Math.min(longestRestMs, 1000 * 2 ** (this.#failed - 1))
  }

  /** No decoder is there to begin with. */
  missing(): void {
    this.#move('degraded', 'there is no ffmpeg: install it or name it by FFMPEG_PATH, so that motion is seen')
  }

  streamBegan(): void {
    if (this.#current.state === 'waiting') this.#move('learning', null)
  }

  streamEnded(): void {
    if (this.#current.state !== 'degraded') this.#move('waiting', null)
  }

  checked(atMs: number): void {
    this.#failed = 0
    this.#current = { ...this.#current, lastCheckAtMs: atMs }
    this.#move('watching', null)
  }

  checkFailed(reason: string): void {
    this.#failed += 1
    if (this.#failed >= failuresForFault) this.#move('degraded', reason)
  }

  #move(state: MotionHealth['state'], message: string | null): void {
    const { state: stateBefore, message: messageBefore } = this.#current
    this.#current = { ...this.#current, state, message }
    if (state !== stateBefore || message !== messageBefore) this.#changed(this.#current)
  }
}

/** What a decode that gave no pictures says to whoever runs the agent; null where nothing is wrong. */
export function troubleOf(outcome: DecodeOutcome): string | null {
  switch (outcome.kind) {
    case 'damaged':
      return `pictures of the camera cannot be decoded: ${outcome.reason}`
    case 'unavailable':
      return `motion is not seen: ${outcome.reason}`
    case 'pictures':
    case 'aborted':
      return null
  }
}
