import type { components } from '@sightline/client'

export type Figures = components['schemas']['GatewayHealth']['figures']

/** How full the disk of a gateway is, of what is known of it. */
export interface Disk {
  /** 0 to 100; null where its size is not known. */
  readonly percent: number | null
  readonly usedMb: number | null
  readonly sizeMb: number | null
  /** What recordings may still take. */
  readonly leftMb: number
}

/** @returns null before the gateway said so */
export function diskOf({ storage }: Pick<Figures, 'storage'>): Disk | null {
  if (storage === null) return null
  const { free_mb: free, size_mb: size, reserve_mb: reserve, quota_mb: quota, used_mb: used } = storage
  const room = Math.max(0, free - reserve)
  const leftMb = quota === null ? room : Math.min(room, Math.max(0, quota - used))
  if (size === undefined || size === 0) return { percent: null, usedMb: null, sizeMb: null, leftMb }
  const usedMb = Math.max(0, size - free)
  return { percent: Math.min(100, (100 * usedMb) / size), usedMb, sizeMb: size, leftMb }
}

/** Clocks that differ by less are the same, ms. */
const rightWithinMs = 5_000

/** How far off a clock is, seconds; 0: it is right; null: not known. */
export function clockOffSec({ clock }: Pick<Figures, 'clock'>): number | null {
  if (clock.offset_ms === null) return null
  const off = Math.abs(clock.offset_ms)
  return off < rightWithinMs ? 0 : off / 1000
}
