import type { Metrics } from '../../platform/metrics.js'

/** What live view counts of itself on this node. */
export interface LiveFigures {
  /** Bytes of media frames that came from agents. */
  taken(bytes: number): void
  /** Bytes of media frames that went to viewers. */
  sent(bytes: number): void
  /** A frame was left out, for a viewer was too slow. */
  skipped(): void
  /** A viewer acknowledged a frame. @param afterMs how long it was on its way and in the decoder */
  acknowledged(afterMs: number): void
}

/** Counts into the metrics of the node. */
export function createLiveFigures({
  liveBytes,
  liveSkipped,
  liveAge,
}: Pick<Metrics, 'liveBytes' | 'liveSkipped' | 'liveAge'>): LiveFigures {
  const [bytesIn, bytesOut] = [liveBytes.labels('in'), liveBytes.labels('out')]
  return {
    taken: (bytes) => bytesIn.inc(bytes),
    sent: (bytes) => bytesOut.inc(bytes),
    skipped: () => liveSkipped.inc(),
    acknowledged: (afterMs) => liveAge.observe(afterMs / 1000),
  }
}
