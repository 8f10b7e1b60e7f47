import type { Clock } from '../platform/clock.js'
import type { KeepAlive } from './endpoint-habits.js'
import type { RtspDialogue } from './rtsp-dialogue.js'
import { asStreamFailure, StreamFailure } from './stream-failure.js'

export interface KeepAliveOptions {
  readonly dialogue: RtspDialogue
  readonly clock: Clock
  readonly url: string
  readonly method: KeepAlive
  /** The camera offered GET_PARAMETER, and does not know it or ends its session over it. */
  readonly onDislike: () => void
  readonly onFailure: (failure: StreamFailure) => void
}

/** Half of what cameras usually grant; routers in between forget a longer silence. */
const longestMs = 30_000
const shortestMs = 500

/** Keeps a session alive by a request at half its time-out (RFC 2326 section 12.37). */
export class SessionKeepAlive {
  private readonly options: KeepAliveOptions
  private method: KeepAlive
  private cancel: () => void = () => {}
  private isOver = false
  /** We ended it, and no question did. */
  private isOurs = false

  constructor(options: KeepAliveOptions) {
    this.options = options
    this.method = options.method
    this.later()
  }

  /** @param byCamera the connection had ended when we stopped. */
  stop(byCamera: boolean): void {
    this.isOver = true
    this.isOurs = !byCamera
    this.cancel()
  }

  private later(): void {
    if (this.isOver) return
    const { clock, dialogue, onFailure } = this.options
    const waitMs = Math.min(Math.max(dialogue.timeoutSec * 500, shortestMs), longestMs)
    this.cancel = clock.after(waitMs, () => {
      this.once().catch((error: unknown) => onFailure(asStreamFailure(error)))
    })
  }

  /** The camera only has to hear it: one that plays and does not answer is judged by its frames. */
  private async once(): Promise<void> {
    const status = await this.ask()
    if (this.method === 'GET_PARAMETER' && status !== null && [405, 451, 501, 551].includes(status)) {
      this.dislike()
      return this.once()
    }
    if (status === 454) {
      this.dislike()
      throw new StreamFailure('protocol', 'the camera ended the session: it may be restarting')
    }
    this.later()
  }

  private async ask(): Promise<number | null> {
    const { dialogue, url } = this.options
    try {
      return (await dialogue.ask(this.method, url)).status
    } catch (error) {
      if (error instanceof StreamFailure && error.fault === 'timeout') return null
      // The connection ended while this was asked, perhaps over it: the other question does no harm.
      if (!this.isOurs) this.dislike()
      throw error
    }
  }

  private dislike(): void {
    if (this.method === 'GET_PARAMETER') this.options.onDislike()
    this.method = 'OPTIONS'
  }
}
