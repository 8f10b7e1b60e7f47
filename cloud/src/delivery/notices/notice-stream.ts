import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { NoticesEnd } from '@sightline/protocol'
import type { Clock } from '../../platform/time/clock.js'
import { eventText } from './notice-text.js'

/** Bytes that wait for a listener which does not read, at most; what one batch adds comes on top. */
const mostWaiting = 64 * 1024
/** What is left when an answer ends is read within this time, ms. */
const lastReadMs = 2_000

/** An answer that goes on, and is cut where nobody reads it: its reader resumes. */
export class NoticeStream {
  /** What is sent as the answer. */
  readonly body = new Readable({ read() {} })
  readonly #response: Pick<ServerResponse, 'writableLength'>
  readonly #clock: Pick<Clock, 'after'>
  #ending: NoticesEnd['reason'] | 'slow' | null = null

  constructor(response: Pick<ServerResponse, 'writableLength'>, clock: Pick<Clock, 'after'>) {
    this.#response = response
    this.#clock = clock
    // A reader that goes away is no failure of ours.
    this.body.on('error', () => {})
  }

  /** Why it was ended; `left`: by its reader. */
  get ending(): NoticesEnd['reason'] | 'slow' | 'left' {
    return this.#ending ?? 'left'
  }

  write(text: string): void {
    if (this.#ending !== null) return
    if (this.body.readableLength + this.#response.writableLength > mostWaiting) {
      this.#ending = 'slow'
      this.body.destroy()
    } else this.body.push(text)
  }

  end(reason: NoticesEnd['reason']): void {
    if (this.#ending !== null) return
    this.#ending = reason
    this.body.push(eventText('end', { reason }))
    this.body.push(null)
    const cancel = this.#clock.after(lastReadMs, () => this.body.destroy())
    this.body.once('close', cancel)
  }

  /** Calls `closed` once, when it has ended or its reader has gone. */
  onClose(closed: () => void): void {
    if (this.body.destroyed) closed()
    else this.body.once('close', closed)
  }
}
