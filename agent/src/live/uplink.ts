import type { Clock } from '../platform/clock.js'
import { every } from '../platform/every.js'
import type { Logger } from '../platform/logger.js'
import { idleUplink, isShared, nextUplink, type UplinkReading, type UplinkState } from './uplink-state.js'

/** What is sent live, all streams together. */
export interface LiveTraffic {
  /** Whether anything is watched. */
  readonly isBusy: boolean
  /** Bytes that arrived at the cloud so far. */
  readonly arrivedBytes: number
  /** By how much the oldest frame waits longer than the round trip of its socket, ms. */
  readonly overdueMs: number
  /** Whether keyframes alone are sent from now on. */
  limit(isKeysOnly: boolean): void
}

export interface UplinkDeps {
  /** For how long the oldest clip has waited to be sent, ms; null where none does. */
  readonly oldestClipMs: () => Promise<number | null>
  readonly clock: Clock
  readonly log: Logger
}

interface Reading {
  readonly atMs: number
  readonly liveBytes: number
  readonly uploadBytes: number
}

const sampleMs = 250
/** Over so many samples the rate of the line is taken: three seconds. */
const mostReadings = 12
/** A rate over less is that of a burst, ms. */
const shortestSpanMs = 1000
/** For how long it is known what the line carried, samples: a minute. */
const mostRates = 240
/** What was handed to the line may be on its way for so long, ms. */
const onItsWayMs = 5_000
/** How often the queue of clips is asked, ms. */
const askQueueMs = 30_000

/**
 * The line of the site, shared: live view goes first, uploads keep a fifth of it, and a clip that has waited for an hour
 * goes before moving pictures.
 */
export class Uplink {
  readonly #deps: UplinkDeps
  #live: LiveTraffic | null = null
  #state: UplinkState = idleUplink
  #readings: Reading[] = []
  #carriedPerSec: number[] = []
  #uploadBytes = 0
  #tookAtMs = Number.NEGATIVE_INFINITY
  #oldestClipMs: number | null = null
  #askedMs = Number.NEGATIVE_INFINITY

  constructor(deps: UplinkDeps) {
    this.#deps = deps
  }

  /** What is sent live. */
  serve(live: LiveTraffic): void {
    this.#live = live
  }

  /** Whether live frames do not get through in time. */
  get isTaken(): boolean {
    return isShared(this.#state, this.#deps.clock.monotonic())
  }

  /** Whether uploads were on the line just now, and what they sent may still be on its way. */
  get isUploading(): boolean {
    return this.#deps.clock.monotonic() - this.#tookAtMs < onItsWayMs
  }

  /** What uploads may take now, bytes a second; null for no bound. */
  limit(): number | null {
    return this.#state.uploadBytesPerSec
  }

  /** Uploads send so many bytes now. */
  took(bytes: number): void {
    this.#uploadBytes += bytes
    this.#tookAtMs = this.#deps.clock.monotonic()
  }

  /** Looks at the line until `signal` aborts. */
  run(signal: AbortSignal): Promise<void> {
    return every(sampleMs, () => this.#sample(), this.#deps, signal)
  }

  async #sample(): Promise<void> {
    const live = this.#live
    if (live === null || !live.isBusy) return this.#rest()
    const { clock } = this.#deps
    await this.#askQueue()
    const nowMs = clock.monotonic()
    const reading = { atMs: nowMs, liveBytes: live.arrivedBytes, uploadBytes: this.#uploadBytes }
    this.#readings = [...this.#readings, reading].slice(-mostReadings)
    const { overdueMs } = live
    const seen = { overdueMs, oldestClipMs: this.#oldestClipMs, ...this.#rates() }
    this.#move(nextUplink(this.#state, seen, nowMs))
  }

  #rest(): void {
    this.#readings = []
    this.#carriedPerSec = []
    this.#oldestClipMs = null
    this.#askedMs = Number.NEGATIVE_INFINITY
    this.#move(idleUplink)
  }

  async #askQueue(): Promise<void> {
    const { clock, oldestClipMs } = this.#deps
    if (!this.isTaken && !this.#state.isKeysOnly) return
    if (clock.monotonic() - this.#askedMs < askQueueMs) return
    this.#askedMs = clock.monotonic()
    this.#oldestClipMs = await oldestClipMs()
  }

  #move(state: UplinkState): void {
    const { isKeysOnly } = this.#state
    this.#state = state
    if (isKeysOnly === state.isKeysOnly) return
    this.#deps.log.info({ isKeysOnly: state.isKeysOnly, oldestClipMs: this.#oldestClipMs }, 'live.keys_only')
    this.#live?.limit(state.isKeysOnly)
  }

  #rates(): Pick<UplinkReading, 'lineBytesPerSec' | 'uploadBytesPerSec' | 'mostBytesPerSec'> {
    const [first, last] = [this.#readings[0], this.#readings.at(-1)]
    if (first === undefined || last === undefined || last.atMs <= first.atMs)
      return { lineBytesPerSec: 0, uploadBytesPerSec: 0, mostBytesPerSec: 0 }
    const perSec = (bytes: number) => (bytes * 1000) / (last.atMs - first.atMs)
    const uploadBytesPerSec = perSec(last.uploadBytes - first.uploadBytes)
    const lineBytesPerSec = uploadBytesPerSec + perSec(last.liveBytes - first.liveBytes)
    if (last.atMs - first.atMs >= shortestSpanMs)
      this.#carriedPerSec = [...this.#carriedPerSec, lineBytesPerSec].slice(-mostRates)
    return {
      uploadBytesPerSec,
      lineBytesPerSec,
      mostBytesPerSec: this.#carriedPerSec.reduce((most, rate) => Math.max(most, rate), lineBytesPerSec),
    }
  }
}
