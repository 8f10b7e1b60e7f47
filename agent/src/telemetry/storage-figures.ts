import type { Heartbeat } from '@sightline/protocol'
import type { DiskState } from '../recording/disk-quota.js'

const bytesPerMb = 1024 * 1024

/** The disk of the recordings, as heartbeats carry it; undefined before it was measured. */
export function storageOf(disk: DiskState | null): Heartbeat['storage'] {
  if (disk === null) return undefined
  return {
    level: disk.level,
    free_mb: toMb(disk.freeBytes),
    used_mb: toMb(disk.usedBytes),
    quota_mb: disk.quotaBytes === null ? null : toMb(disk.quotaBytes),
    reserve_mb: toMb(disk.reserveBytes),
    size_mb: toMb(disk.sizeBytes),
  }
}

function toMb(bytes: number): number {
  return Math.round((bytes / bytesPerMb) * 10) / 10
}
