interface Outage {
  readonly start_at: string
  readonly end_at: string
}

/** When a camera was off line within a stretch, ms since the epoch, and for how long in all, seconds. */
export interface Outages {
  readonly parts: readonly { readonly from: number; readonly to: number }[]
  readonly totalSec: number
}

/** The outages of a stretch, cut to it. */
export function outagesWithin(outages: readonly Outage[], from: number, to: number): Outages {
  const parts = outages
    .map(({ start_at: start, end_at: end }) => ({
      from: Math.max(from, Date.parse(start)),
      to: Math.min(to, Date.parse(end)),
    }))
    .filter((part) => part.to > part.from)
  return { parts, totalSec: parts.reduce((sum, part) => sum + (part.to - part.from) / 1000, 0) }
}
