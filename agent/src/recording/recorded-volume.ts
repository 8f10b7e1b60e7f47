import type { Clock } from '../platform/clock.js'
import type { ClosedEvent, RecordingObserver } from './recording-observer.js'

const hourMs = 3_600_000
/** So much is remembered. */
const hours = 24

/** How much was recorded lately: of the last day, hour by hour, or since the program started. */
export class RecordedVolume {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #startedMs: number
  /** Bytes by the hour since the start in which they were recorded. */
  readonly #byHour = new Map<number, number>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
    this.#startedMs = clock.monotonic()
  }

  /** An observer that counts what `observer` has taken. */
  counting(observer: RecordingObserver): RecordingObserver {
    return {
      opened: (event) => observer.opened(event),
      extended: (event) => observer.extended(event),
      closed: async (event) => {
        await observer.closed(event)
        this.#add(event)
      },
    }
  }

  /** Bytes, and the seconds in which they were recorded: a day and some minutes at most. */
  get lately(): { readonly bytes: number; readonly sec: number } {
    const nowMs = this.#clock.monotonic() - this.#startedMs
    const first = this.#firstHour(nowMs)
    let bytes = 0
    for (const [hour, recorded] of this.#byHour) if (hour >= first) bytes += recorded
    return { bytes, sec: Math.round((nowMs - first * hourMs) / 1000) }
  }

  #add({ clip, snapshot }: ClosedEvent): void {
    const nowMs = this.#clock.monotonic() - this.#startedMs
    const hour = Math.floor(nowMs / hourMs)
    const bytes = (clip?.bytes ?? 0) + (snapshot?.bytes ?? 0)
    this.#byHour.set(hour, (this.#byHour.get(hour) ?? 0) + bytes)
    for (const old of this.#byHour.keys()) if (old < this.#firstHour(nowMs)) this.#byHour.delete(old)
  }

  #firstHour(nowMs: number): number {
    return Math.max(0, Math.floor(nowMs / hourMs) - hours + 1)
  }
}
