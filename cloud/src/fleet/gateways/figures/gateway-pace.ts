import type { GatewayBacklog, GatewayPace, GatewayStorage } from '@sightline/protocol'

/** Less than this tells nothing of a day, seconds. */
const leastPaceSec = 3600
/** A line that carries less moves nothing, megabits a second. */
const leastMbps = 0.05
/** A MiB in megabits. */
const megabits = (1024 * 1024 * 8) / 1_000_000

/** How long what waits will take at the pace of the line, seconds; null where nothing waits that is known of, or nothing moves. */
export function uploadSec(waiting: GatewayBacklog | null, upstreamMbps: number | null): number | null {
  if (waiting === null) return null
  if (waiting.mb === 0) return 0
  if (upstreamMbps === null || upstreamMbps < leastMbps) return null
  return Math.round((waiting.mb * megabits) / upstreamMbps)
}

/** How long the disk holds what is recorded if nothing is uploaded, seconds; null where that cannot be told yet. */
export function roomSec(storage: GatewayStorage | null, recorded: GatewayPace | null): number | null {
  if (storage === null || recorded === null || recorded.sec < leastPaceSec || recorded.mb === 0) return null
  return Math.round((roomMb(storage) / recorded.mb) * recorded.sec)
}

/** What recordings may still take. */
function roomMb({
  free_mb: free,
  reserve_mb: reserve,
  quota_mb: quota,
  used_mb: used,
}: GatewayStorage): number {
  const left = Math.max(0, free - reserve)
  return quota === null ? left : Math.min(left, Math.max(0, quota - used))
}
