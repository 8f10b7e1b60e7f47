import { useCallback, useMemo, useState } from 'react'
import { boundsOfDay, dayAfter, dayOf } from '../../time/zone.js'
import { moved, type Span, type Stretch, stretchAround, stretchWith } from '../../timeline/span.js'

/** Where now stands while what is shown goes with it. */
const shareOfNow = 0.94
/** The strip goes with the clock in steps. */
const stepMs = 10_000

/** What of time is shown, and how that is changed. */
export interface Shown {
  readonly stretch: Stretch
  /** The day that is looked at. */
  readonly day: string
  readonly bounds: Stretch
  /** Another day at the same time of day; not beyond today. */
  readonly stepDay: (days: number) => void
  /** Shows a moment, moving as little as is needed. */
  readonly bring: (at: number) => void
  /** Shows a moment in the middle. */
  readonly centre: (at: number) => void
  /** Closer or wider so that a moment keeps its place. */
  readonly pivot: (at: number) => void
  readonly pan: (ms: number) => void
  /** Goes with the clock again. */
  readonly follow: () => void
}

/**
 * @param span how much is shown
 * @param firstAt the moment that the address names; null: live
 */
export function useShown(
  zone: string,
  span: Span,
  { firstAt, nowMs }: { firstAt: number | null; nowMs: number },
): Shown {
  /** A moment and where it stands from left to right; null: goes with the clock. */
  const [anchor, setAnchor] = useState(() => (firstAt === null ? null : { at: firstAt, share: 0.5 }))
  const now = Math.ceil(nowMs / stepMs) * stepMs
  const { at, share } = anchor ?? { at: now, share: shareOfNow }
  const day = dayOf(Math.min(at, nowMs), zone)
  const bounds = useMemo(() => boundsOfDay(day, zone), [day, zone])
  const stretch = useMemo(() => stretchAround(at, span, { share, day: bounds }), [at, span, share, bounds])
  const around = useCallback((next: Stretch) => setAnchor({ at: (next.from + next.to) / 2, share: 0.5 }), [])
  const limited = (to: number) => Math.min(to, nowMs)
  return {
    stretch,
    day,
    bounds,
    stepDay: (days) => {
      const to = dayAfter(day, days)
      if (to > dayOf(nowMs, zone)) return
      setAnchor({ at: limited(boundsOfDay(to, zone).from + (at - bounds.from)), share })
    },
    bring: (to) => {
      const next = stretchWith(stretch, to)
      if (next === stretch) return
      if (span === 'day') setAnchor({ at: to, share: 0.5 })
      else around(next)
    },
    centre: (to) => setAnchor({ at: to, share: 0.5 }),
    pivot: (to) =>
      setAnchor({
        at: to,
        share: Math.min(1, Math.max(0, (to - stretch.from) / (stretch.to - stretch.from))),
      }),
    pan: (ms) =>
      span !== 'day' && around(moved(stretch, Math.min(ms, nowMs - (stretch.from + stretch.to) / 2))),
    follow: () => setAnchor(null),
  }
}
