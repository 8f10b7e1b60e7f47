import type { UploadKind } from '../outbox/outbox-keys.js'
import type { Clock } from '../platform/clock.js'
import { limitAt, minuteOfDay, type UploadSchedule } from '../platform/upload-schedule.js'

interface Turn {
  readonly kind: UploadKind
  readonly bytes: number
  readonly sinceMs: number
  readonly go: () => void
}

/** Who has the line as well, and goes first. */
export interface UplinkShare {
  /** Bytes a second that are left to uploads now; null for no bound. */
  limit(): number | null
  /** So many bytes are sent now. */
  took(bytes: number): void
}

const alone: UplinkShare = { limit: () => null, took: () => undefined }
/** What others leave changes soon: it is looked at again then, ms. */
const lookAgainMs = 500

/** Tokens that may be saved up, ms of the rate: short, so that a line is never flooded after a pause. */
const savedMs = 250
/** A part that has begun does not rest for longer, whatever else there is to send: stores give up on it then (S3: 20 s), ms. */
const longestRestMs = 5000
/** How long nothing happens while uploads are switched off, before the schedule is asked again, ms. */
const askAgainMs = 15_000

/**
 * The share of the line that uploads may take, for all of them together. Bytes are asked for before they are sent;
 * pictures get theirs before clips.
 */
export class UploadRate {
  readonly #clock: Clock
  readonly #schedule: UploadSchedule
  readonly #share: UplinkShare
  readonly #turns: Turn[] = []
  /** Bytes that may be sent now; below zero for those that went ahead. */
  #tokens = 0
  #filledAtMs: number
  /** The newest rate that was not `off`. */
  #openRate: number | null | undefined = undefined
  #cancelWait: (() => void) | null = null

  /** @param share whom the line is shared with; by default nobody */
  constructor(clock: Clock, schedule: UploadSchedule, share: UplinkShare = alone) {
    this.#clock = clock
    this.#share = share
    this.#schedule = schedule
    this.#filledAtMs = clock.monotonic()
  }

  /** Bytes a second now; null for no bound. */
  get bytesPerSec(): number | null {
    const bits = limitAt(this.#schedule, minuteOfDay(this.#clock.now()))
    return bits === null ? null : bits / 8
  }

  /** False while no part is to be begun at this time of day. */
  get isOpen(): boolean {
    return this.bytesPerSec !== 0
  }

  /** What is on its way while uploads are switched off goes on as fast as before. */
  get #partRate(): number | null {
    const rate = this.bytesPerSec
    if (rate !== 0) this.#openRate = rate
    const open = this.#openRate === undefined ? 0 : this.#openRate
    const left = this.#share.limit()
    if (left === null) return open
    return open === null ? left : Math.min(open, left)
  }

  /** Resolves when `bytes` may be sent, of a part that has begun. @throws the signal's reason */
  async take(bytes: number, kind: UploadKind, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#partRate === null && this.#turns.length === 0) return this.#share.took(bytes)
    let giveUp = () => {}
    try {
      await new Promise<void>((resolve, reject) => {
        const turn = { kind, bytes, sinceMs: this.#clock.monotonic(), go: resolve }
        giveUp = () => {
          const at = this.#turns.indexOf(turn)
          if (at !== -1) this.#turns.splice(at, 1)
          if (this.#turns.length === 0) this.#stopWaiting()
          reject(signal.reason instanceof Error ? signal.reason : new Error('the upload was stopped'))
        }
        signal.addEventListener('abort', giveUp, { once: true })
        this.#turns.push(turn)
        this.#serve()
      })
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** Lets go who may, and comes back when the next one may. */
  #serve(): void {
    if (this.#cancelWait !== null) return
    while (this.#turns.length > 0) {
      const rate = this.#partRate
      this.#fill(rate)
      if (rate !== null && this.#tokens <= 0) {
        this.#wait(rate === 0 ? askAgainMs : (-this.#tokens / rate) * 1000)
        return
      }
      const [turn] = this.#turns.splice(this.#nextTurn(), 1)
      if (turn === undefined) return
      this.#tokens -= turn.bytes
      this.#share.took(turn.bytes)
      turn.go()
    }
  }

  /** The picture that came first; but nobody waits too long for pictures. */
  #nextTurn(): number {
    const [oldest] = this.#turns
    if (oldest !== undefined && this.#clock.monotonic() - oldest.sinceMs >= longestRestMs) return 0
    return Math.max(
      this.#turns.findIndex(({ kind }) => kind === 'snapshot'),
      0,
    )
  }

  #fill(rate: number | null): void {
    const nowMs = this.#clock.monotonic()
    const elapsedMs = nowMs - this.#filledAtMs
    this.#filledAtMs = nowMs
    if (rate === null) this.#tokens = 0
    // Debts are paid at the rate of now; what is saved is bounded.
    else this.#tokens = Math.min(this.#tokens + (elapsedMs / 1000) * rate, (savedMs / 1000) * rate)
  }

  #wait(ms: number): void {
    const longestMs = this.#share.limit() === null ? askAgainMs : lookAgainMs
    this.#cancelWait = this.#clock.after(Math.max(Math.min(ms, longestMs), 1), () => {
      this.#cancelWait = null
      this.#serve()
    })
  }

  #stopWaiting(): void {
    this.#cancelWait?.()
    this.#cancelWait = null
  }
}
