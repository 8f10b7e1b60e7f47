import type { DecodeOutcome } from './gray-decoder.js'

/** Whether motion can be seen at all. */
export interface MotionHealth {
  /**
   * `waiting`: no packets flow. `learning`: the first seconds of a stream. `watching`: all is well.
   * `degraded`: pictures cannot be decoded, or are too few to follow anything, and no motion is reported; `message`
   * says why and what to do.
   */
  readonly state: 'waiting' | 'learning' | 'watching' | 'degraded'
  readonly message: string | null
  /** Wall clock of the last picture that was compared, ms since the epoch, or null. */
  readonly lastCheckAtMs: number | null
}

/** One failure is a damaged picture or a busy machine; several are a fault. */
const failuresForFault = 3

/** One look at too few pictures is a bad line; several are the frame rate. */
const sparseForFault = 3
const tooFewPictures =
  'fewer than four pictures a second come in this stream, too few to follow what moves: set its frame rate in the camera to five or more'

const longestRestMs = 60_000

/** Keeps count of checks that failed, and reports each change of the state. */
export class MotionHealthTracker {
  readonly #changed: (health: MotionHealth) => void
  #current: MotionHealth = { state: 'waiting', message: null, lastCheckAtMs: null }
  #failed = 0
  #sparse = 0

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

  /** Another run: its frame rate may be another one. */
  streamBegan(): void {
    const { state, message } = this.#current
    this.#sparse = 0
    if (state === 'waiting' || message === tooFewPictures) this.#move('learning', null)
  }

  streamEnded(): void {
    if (this.#current.state !== 'degraded') this.#move('waiting', null)
  }

  checked(atMs: number): void {
    this.#failed = 0
    this.#current = { ...this.#current, lastCheckAtMs: atMs }
    if (this.#sparse >= sparseForFault) this.#move('degraded', tooFewPictures)
    else this.#move('watching', null)
  }

  /**
   * Successive pictures were looked at.
   * @param pictures `enough`: a movement would have been seen. `too_few`: none could have been, where one was looked
   * for. `still`: as few, but where nothing seemed to move: cameras send less then
   */
  looked(atMs: number, pictures: 'enough' | 'too_few' | 'still'): void {
    if (pictures === 'enough') this.#sparse = 0
    if (pictures === 'too_few') this.#sparse += 1
    this.checked(atMs)
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
