import type { Clock } from '../platform/clock.js'
import type { IngestCounters } from '../stream/video-ingest.js'

/** Counted since the camera was made. */
export interface CameraCounters extends IngestCounters {
  readonly attempts: number
  /** Times that packets began to flow. */
  readonly connections: number
  /** Times that packets flowed again after they had stopped, within the last hour. */
  readonly reconnectsLastHour: number
  /** Times that the connection stood and pictures stopped coming, within the last hour. */
  readonly stallsLastHour: number
}

const hourMs = 3_600_000
const nothing: IngestCounters = { units: 0, dropped: 0, packetsLost: 0 }

/** Counts what happens to one camera, over all its connections. */
export class CameraCounter {
  private readonly clock: Clock
  private past = nothing
  private live: () => IngestCounters = () => nothing
  private attempts = 0
  private connections = 0
  private reconnectsAtMs: number[] = []
  private stallsAtMs: number[] = []

  constructor(clock: Clock) {
    this.clock = clock
  }

  attempted(): void {
    this.attempts++
  }

  /** A connection plays; `counters` tells what came over it. */
  playing(counters: () => IngestCounters): void {
    this.live = counters
  }

  flowing(): void {
    this.connections++
    if (this.connections > 1)
      this.reconnectsAtMs = [...this.recent(this.reconnectsAtMs), this.clock.monotonic()]
  }

  stalled(): void {
    this.stallsAtMs = [...this.recent(this.stallsAtMs), this.clock.monotonic()]
  }

  /** The connection ended; what it counted is kept. */
  ended(): void {
    this.past = this.packets()
    this.live = () => nothing
  }

  read(): CameraCounters {
    const { attempts, connections } = this
    const reconnectsLastHour = this.recent(this.reconnectsAtMs).length
    const stallsLastHour = this.recent(this.stallsAtMs).length
    return { attempts, connections, reconnectsLastHour, stallsLastHour, ...this.packets() }
  }

  private packets(): IngestCounters {
    const live = this.live()
    return {
      units: this.past.units + live.units,
      dropped: this.past.dropped + live.dropped,
      packetsLost: this.past.packetsLost + live.packetsLost,
    }
  }

  private recent(timesMs: readonly number[]): number[] {
    const since = this.clock.monotonic() - hourMs
    return timesMs.filter((at) => at >= since)
  }
}
