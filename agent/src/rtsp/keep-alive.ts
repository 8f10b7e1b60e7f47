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
    const { clock, dialogue, onFailure, received } = this.#options
    const waitMs = Math.min(Math.max(dialogue.timeoutSec * 500, shortestMs), longestMs)
    const before = received()
    this.#cancel = clock.after(waitMs, () => {
      this.#once(before).catch((error: unknown) => onFailure(asStreamFailure(error)))
    })
  }

  /**
   * The camera only has to hear it: one that plays and does not answer, or refuses, is judged by its frames. Some let
   * a session live on by those requests only that they answered with 200, so OPTIONS follows whatever else
   * GET_PARAMETER was answered with.
   * @param before packets that had come when the one before was through
   */
  async #once(before: number): Promise<void> {
    const status = await this.#ask()
    if (status === 454 && this.#options.received() === before) {
      this.#dislike()
      throw new StreamFailure('protocol', 'the camera ended the session: it may be restarting')
    }
    if (status !== null && status >= 200 && status < 300) return this.#later()
    if (this.#method === 'GET_PARAMETER') {
      this.#dislike()
      return this.#once(before)
    }
    if (status !== null && !this.#isNoted) this.#options.onRefused(status)
    this.#isNoted ||= status !== null
    this.#later()
  }

  /** The status of the answer; null where there is none. */
  async #ask(): Promise<number | null> {
    const { dialogue, url } = this.#options
    try {
      if (this.#isAccountRefused) return (await dialogue.sendWithoutAccount(this.#method, url)).status
      return (await dialogue.ask(this.#method, url)).status
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
