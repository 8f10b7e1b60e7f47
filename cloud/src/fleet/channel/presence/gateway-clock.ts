import type { Clock } from '../../../platform/time/clock.js'

/** What another machine's clock shows now that showed `saidMs` a moment ago: what it said may wait for its turn. */
export function goingOn(clock: Clock, saidMs: number): () => number {
  const heardAt = clock.monotonic()
  return () => saidMs + clock.monotonic() - heardAt
}
