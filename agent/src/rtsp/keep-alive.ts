import type { Clock } from '../platform/clock.js'
import type { RtspDialogue } from './rtsp-dialogue.js'
import { asStreamFailure, StreamFailure } from './stream-failure.js'
import type { KeepAlive } from './stream-quirks.js'

interface KeepAliveOptions {
  readonly dialogue: RtspDialogue
  readonly clock: Clock
  readonly url: string
  readonly method: KeepAlive
  /** Packets of the video so far: while it grows the camera keeps the session, whatever it answers. */
  readonly received: () => number
  /** The camera offered GET_PARAMETER, and does not take it or ends its session over it. */
  readonly onDislike: () => void
  /** OPTIONS was refused as well, and packets go on coming; called once. */
  readonly onRefused: (status: number) => void
  readonly onFailure: (failure: StreamFailure) => void
}

/** Half of what cameras usually grant; routers in between forget a longer silence. */
const longestMs = 30_000
const shortestMs = 500
/** An answer may take this part of the wait between two requests: what is asked again then is still in time. */
const answerShare = 0.5
const shortestAnswerMs = 1000

/** Keeps a session alive by a request at half its time-out (RFC 2326 section 12.37). */
export class SessionKeepAlive {
  readonly #options: KeepAliveOptions
  #method: KeepAlive
  #cancel: () => void = () => {}
  #isOver = false
  /** We ended it, and no question did. */
  #isOurs = false
  #isNoted = false
  /** The account was refused while the camera went on sending. */
  #isAccountRefused = false

  constructor(options: KeepAliveOptions) {
    this.#options = options
    this.#method = options.method
    this.#later()
  }

  /** @param byCamera the connection had ended when we stopped. */
  stop(byCamera: boolean): void {
    this.#isOver = true
    this.#isOurs = !byCamera
    this.#cancel()
  }

  #later(): void {
    if (this.#isOver) return
    const { clock, onFailure, received } = this.#options
    const before = received()
    this.#cancel = clock.after(this.#waitMs, () => {
      this.#once(before, this.#method).catch((error: unknown) => onFailure(asStreamFailure(error)))
    })
  }

  /**
   * The camera only has to hear it: one that plays and does not answer, or refuses, is judged by its frames. Some let
   * a session live on by those requests only that they answered with 200, so OPTIONS follows whatever else
   * GET_PARAMETER was answered with. What is not answered is asked once more while there is time: it may have been lost.
   * @param before packets that had come when the one before was through
   */
  async #once(before: number, method: KeepAlive, isSecond = false): Promise<void> {
    const status = await this.#ask(method)
    if (status === 454 && this.#options.received() === before) {
      this.#dislike()
      throw new StreamFailure('protocol', 'the camera ended the session: it may be restarting')
    }
    if (status !== null && status >= 200 && status < 300) return this.#later()
    if (status !== null && method === 'GET_PARAMETER') {
      this.#dislike()
      return this.#once(before, 'OPTIONS', true)
    }
    if (status === null && !isSecond) return this.#once(before, 'OPTIONS', true)
    if (status !== null && !this.#isNoted) this.#options.onRefused(status)
    this.#isNoted ||= status !== null
    this.#later()
  }

  /** Half the time-out of the session: the last answer may have changed it. */
  get #waitMs(): number {
    return Math.min(Math.max(this.#options.dialogue.timeoutSec * 500, shortestMs), longestMs)
  }

  /** The status of the answer; null where there is none. */
  async #ask(method: KeepAlive): Promise<number | null> {
    const { dialogue, url } = this.#options
    const withinMs = Math.max(this.#waitMs * answerShare, shortestAnswerMs)
    try {
      if (this.#isAccountRefused) {
        return (await dialogue.sendWithoutAccount(method, url, withinMs)).status
      }
      return (await dialogue.ask(method, url, {}, withinMs)).status
    } catch (error) {
      const fault = error instanceof StreamFailure ? error.fault : null
      if (fault === 'timeout') return null
      if (fault === 'auth') {
        // Each further one would be a wrong password, and cameras lock accounts over a few.
        this.#isAccountRefused = true
        return 401
      }
      // The connection ended while this was asked, perhaps over it: the other question does no harm.
      if (!this.#isOurs) this.#dislike()
      throw error
    }
  }

  #dislike(): void {
    if (this.#method === 'GET_PARAMETER') this.#options.onDislike()
    this.#method = 'OPTIONS'
  }
}
