import type { Config } from '../../../platform/config.js'
import type { BlobStore, Disk } from './blob-store.service.js'

/** Of a disk, this share stays free, as long as that is no more than `mostReserve`. */
const reserveShare = 0.05
const mostReserve = 2 * 1024 ** 3

/** What stays free of a disk, for PostgreSQL above all: a database without room stops everything. */
export function reserveOf(
  { storageReserveBytes }: Pick<Config, 'storageReserveBytes'>,
  { size }: Disk,
): number {
  return storageReserveBytes ?? Math.min(mostReserve, size * reserveShare)
}

/** What may still be written to a disk: nothing of the reserve, or, for what makes room soon, half of it. */
interface Room {
  readonly bytes: number
  readonly withHalfTheReserve: number
}

/** Null where media do not lie on a disk of this machine. */
export async function roomIn(
  store: Pick<BlobStore, 'disk'>,
  config: Pick<Config, 'storageReserveBytes'>,
): Promise<Room | null> {
  const disk = await store.disk()
  if (!disk) return null
  const reserve = reserveOf(config, disk)
  return { bytes: disk.free - reserve, withHalfTheReserve: disk.free - reserve / 2 }
}
