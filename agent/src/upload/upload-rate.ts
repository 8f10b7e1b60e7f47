import type { UploadKind } from '../outbox/outbox-keys.js'
import type { Clock } from '../platform/clock.js'
import { limitAt, minuteOfDay, type UploadSchedule } from '../platform/upload-schedule.js'

interface Turn {
  readonly kind: UploadKind
  readonly bytes: number
  readonly go: () => void
}

/** Tokens that may be saved up, ms of the rate: short, so that a line is never flooded after a pause. */
const savedMs = 250
/** How long nothing happens while uploads are switched off, before the schedule is asked again, ms. */
const askAgainMs = 15_000

/**
 * The share of the line that uploads may take, for all of them together. Bytes are asked for before they are sent;
 * pictures get theirs before clips.
 */
export class UploadRate {
  readonly #clock: Clock
  readonly #schedule: UploadSchedule
  readonly #turns: Turn[] = []
  /** Bytes that may be sent now; below zero for those that went ahead. */
  #tokens = 0
  #filledAtMs: number
  #cancelWait: (() => void) | null = null

  constructor(clock: Clock, schedule: UploadSchedule) {
    this.#clock = clock
    this.#schedule = schedule
    this.#filledAtMs = clock.monotonic()
  }

  /** Bytes a second now; null for no bound. */
  get bytesPerSec(): number | null {
    const bits = limitAt(this.#schedule, minuteOfDay(this.#clock.now()))
    return bits === null ? null : bits / 8
  }

  /** False while nothing is to be sent at this time of day. */
  get isOpen(): boolean {
    return this.bytesPerSec !== 0
  }

  /** Resolves when `bytes` may be sent. @throws the signal's reason */
  async take(bytes: number, kind: UploadKind, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.bytesPerSec === null && this.#turns.length === 0) return
    let giveUp = () => {}
    try {
      await new Promise<void>((resolve, reject) => {
        const turn = { kind, bytes, go: resolve }
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
      const rate = this.bytesPerSec
      this.#fill(rate)
      if (rate !== null && this.#tokens <= 0) {
        this.#wait(rate === 0 ? askAgainMs : (-this.#tokens / rate) * 1000)
        return
      }
      const next = Math.max(
        this.#turns.findIndex(({ kind }) => kind === 'snapshot'),
        0,
      )
      const [turn] = this.#turns.splice(next, 1)
      if (turn === undefined) return
      this.#tokens -= turn.bytes
      turn.go()
    }
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
    this.#cancelWait = this.#clock.after(Math.max(Math.min(ms, askAgainMs), 1), () => {
      this.#cancelWait = null
      this.#serve()
    })
  }

  #stopWaiting(): void {
    this.#cancelWait?.()
    this.#cancelWait = null
  }
}
