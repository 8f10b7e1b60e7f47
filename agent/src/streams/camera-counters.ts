import type { Clock } from '../platform/clock.js'
import type { IngestCounters } from '../stream/picture-counts.js'
import { type BreakReason, breakReasonOf, breakReasons, RunLives, type ShortRuns } from './run-lives.js'

/** Counted since the camera was made. */
export interface CameraCounters extends IngestCounters {
  readonly attempts: number
  /** Times that packets began to flow. */
  readonly connections: number
  /** Times that packets flowed again after they had stopped, within the last hour. */
  readonly reconnectsLastHour: number
  /** Times that the connection stood and pictures stopped coming, within the last hour. */
  readonly stallsLastHour: number
  /** Times that the pictures began anew though the connection stood, within the last hour. */
  readonly breaksLastHour: number
  /** The same by why, where there were any. */
  readonly breaksByReason: Readonly<Record<string, number>>
  /** Times that the camera wrote bytes that belong to no frame, or broke one off, within the last hour. */
  readonly brokenFramesLastHour: number
}

const hourMs = 3_600_000
/** Frames may break many times a second; more than these in an hour say nothing new. */
const mostTimes = 10_000
const nothing: IngestCounters = { units: 0, dropped: 0, packetsLost: 0 }

/** How often something happened within the last hour. */
class HourlyCount {
  readonly #clock: Clock
  #timesMs: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(): void {
    if (this.#timesMs.length >= mostTimes) this.#timesMs = this.#recent().slice(mostTimes / 10)
    this.#timesMs.push(this.#clock.monotonic())
  }

  get value(): number {
    return this.#recent().length
  }

  #recent(): number[] {
    const since = this.#clock.monotonic() - hourMs
    return this.#timesMs.filter((at) => at >= since)
  }
}

/** Counts what happens to one camera, over all its connections. */
export class CameraCounter {
  readonly #reconnects: HourlyCount
  readonly #stalls: HourlyCount
  readonly #breaks = new Map<BreakReason, HourlyCount>()
  readonly #lives: RunLives
  /** Why the run in progress is about to end, if the connection stays. */
  #breaking: BreakReason | null = null
  readonly #clock: Clock
  readonly #brokenFrames: HourlyCount
  #past = nothing
  #live: () => IngestCounters = () => nothing
  #attempts = 0
  #connections = 0

  constructor(clock: Clock) {
    this.#reconnects = new HourlyCount(clock)
    this.#stalls = new HourlyCount(clock)
    this.#clock = clock
    this.#lives = new RunLives(clock)
    this.#brokenFrames = new HourlyCount(clock)
  }

  attempted(): void {
    this.#attempts++
  }

  /** A connection plays. @param counters what came over it */
  playing(counters: () => IngestCounters): void {
    this.#live = counters
  }

  flowing(): void {
    this.#connections++
    if (this.#connections > 1) this.#reconnects.add()
  }

  stalled(): void {
    this.#stalls.add()
  }

  /** The run in progress is over though the connection stands. */
  broke(reason: string): void {
    const known = breakReasonOf(reason)
    const count = this.#breaks.get(known) ?? new HourlyCount(this.#clock)
    this.#breaks.set(known, count)
    count.add()
    this.#breaking = known
  }

  /** @param isWanted nobody wants it any more: no trouble of the camera */
  runEnded(livedMs: number, isWanted: boolean): void {
    if (!isWanted) this.#lives.ended(this.#breaking ?? 'connection', livedMs)
    this.#breaking = null
  }

  /** Runs of the last hour that ended sooner than that; null if they are few. */
  runsShorterThan(ms: number): ShortRuns | null {
    return this.#lives.shorterThan(ms)
  }

  frameBroke(): void {
    this.#brokenFrames.add()
  }

  /** The connection ended; what it counted is kept. */
  ended(): void {
    this.#past = this.#packets()
    this.#live = () => nothing
  }

  read(): CameraCounters {
    const breaks = breakReasons.flatMap((reason) => {
      const count = this.#breaks.get(reason)?.value ?? 0
      return count === 0 ? [] : [[reason, count] as const]
    })
    return {
      attempts: this.#attempts,
      connections: this.#connections,
      reconnectsLastHour: this.#reconnects.value,
      stallsLastHour: this.#stalls.value,
      breaksLastHour: breaks.reduce((sum, [, count]) => sum + count, 0),
      breaksByReason: Object.fromEntries(breaks),
      brokenFramesLastHour: this.#brokenFrames.value,
      ...this.#packets(),
    }
  }

  #packets(): IngestCounters {
    const live = this.#live()
    return {
      units: this.#past.units + live.units,
      dropped: this.#past.dropped + live.dropped,
      packetsLost: this.#past.packetsLost + live.packetsLost,
    }
  }
}
