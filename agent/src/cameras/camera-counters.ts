import type { Clock } from '../platform/clock.js'
import type { IngestCounters } from '../stream/video-ingest.js'

/** Counted since the camera was made. */
export interface CameraCounters extends IngestCounters {
  readonly attempts: number
  /** Times that packets began to flow. */
  readonly connections: number
  /** Times that packets flowed again after they had stopped, within the last hour. */
  readonly reconnectsLastHour: number
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
    if (this.connections > 1) this.reconnectsAtMs = [...this.recentReconnects(), this.clock.monotonic()]
  }

  /** The connection ended; what it counted is kept. */
  ended(): void {
    this.past = this.packets()
    this.live = () => nothing
  }

  read(): CameraCounters {
    const { attempts, connections } = this
    return { attempts, connections, reconnectsLastHour: this.recentReconnects().length, ...this.packets() }
  }

  private packets(): IngestCounters {
    const live = this.live()
    return {
      units: this.past.units + live.units,
      dropped: this.past.dropped + live.dropped,
      packetsLost: this.past.packetsLost + live.packetsLost,
    }
  }

  private recentReconnects(): number[] {
    const since = this.clock.monotonic() - hourMs
    return this.reconnectsAtMs.filter((at) => at >= since)
  }
}
