import type { Writable } from 'node:stream'
import type { NoticesEnd } from '@sightline/protocol'
import type { Clock } from '../../platform/time/clock.js'
import { eventText } from './notice-text.js'

/** Characters that wait for a listener which does not read, at most; what one batch adds comes on top. */
const mostWaiting = 64 * 1024
/** What is left when an answer ends is read within this time, ms. */
const lastReadMs = 2_000

type Answer = Pick<Writable, 'write' | 'end' | 'destroy' | 'on' | 'destroyed' | 'writableLength'>

/**
 * An answer that goes on, and is cut where nobody reads it: its reader resumes. What is told goes to the answer itself, for thousands are
 * open at once, and a stream in between would cost each as much as its connection does.
 */
export class NoticeStream {
  readonly #answer: Answer
  readonly #clock: Pick<Clock, 'after'>
  /** What is told before the head of the answer is written; null from then on. */
  #early: string | null = ''
  #ending: NoticesEnd['reason'] | 'slow' | null = null
  #isClosed = false
  #closed: (() => void) | null = null

  constructor(answer: Answer, clock: Pick<Clock, 'after'>) {
    this.#answer = answer
    this.#clock = clock
    if (answer.destroyed) this.close()
    else answer.on('close', () => this.close())
  }

  /** Why it was ended; `left`: by its reader. */
  get ending(): NoticesEnd['reason'] | 'slow' | 'left' {
    return this.#ending ?? 'left'
  }

  /** Nothing is told any more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Sends what was told, and from here on what is told: the head of the answer is written. */
  open(): void {
    const early = this.#early ?? ''
    this.#early = null
    if (early !== '') this.#answer.write(early)
    if (this.#ending !== null) this.#finish()
  }

  write(text: string): void {
    if (this.#ending !== null || this.#isClosed) return
    const waiting = this.#early === null ? this.#answer.writableLength : this.#early.length
    if (waiting > mostWaiting) {
      this.#ending = 'slow'
      this.#answer.destroy()
      this.close()
    } else this.#send(text)
  }

  end(reason: NoticesEnd['reason']): void {
    if (this.#ending !== null || this.#isClosed) return
    this.#send(eventText('end', { reason }))
    this.#ending = reason
    if (this.#early === null) this.#finish()
  }

  /** Calls `closed` once, when it has ended or its reader has gone. */
  onClose(closed: () => void): void {
    if (this.#isClosed) return closed()
    const before = this.#closed
    this.#closed = before === null ? closed : () => [before, closed].forEach((each) => each())
  }

  /** Nobody is told on it any more. What became of the answer is its own matter. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#early = null
    this.#closed?.()
    this.#closed = null
  }

  #send(text: string): void {
    if (this.#early === null) this.#answer.write(text)
    else this.#early += text
  }

  #finish(): void {
    this.#answer.end()
    this.#answer.on(
      'close',
      this.#clock.after(lastReadMs, () => this.#answer.destroy()),
    )
  }
}
