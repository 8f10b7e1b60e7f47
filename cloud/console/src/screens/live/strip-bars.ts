import type { EventItem } from '../../api/events.js'
import { recentMs } from '../../api/merge-recent.js'
import { type Kind, kindOf } from '../../events/kind.js'

/** Height of the strip in which bars stand, px. */
export const barsHeight = 28
const base = 26
const barWidth = 3
/** An event of this length has a bar of the whole height, seconds. */
const fullSec = 60

/**
 * The bars of events, one path for each kind: a thousand bars are seven elements.
 * @param alerted events of alerts that nobody took
 * @param nowMs the right edge
 */
export function stripPaths(
  events: readonly EventItem[],
  alerted: ReadonlySet<string>,
  { width, nowMs }: { width: number; nowMs: number },
): ReadonlyMap<Kind | 'alert', string> {
  const paths = new Map<Kind | 'alert', string>()
  for (const event of events) {
    const share = 1 - (nowMs - Date.parse(event.triggered_at)) / recentMs
    if (share < 0 || share > 1) continue
    const isAlert = alerted.has(event.id)
    const high = isAlert ? base - 4 : 6 + Math.min(1, (event.duration_sec ?? 0) / fullSec) * 14
    const left = Math.max(0, share * width - barWidth)
    const bar = `M${left.toFixed(1)} ${(base - high).toFixed(1)}h${barWidth}V${base}h-${barWidth}z`
    const kind = isAlert ? 'alert' : kindOf(event)
    paths.set(kind, (paths.get(kind) ?? '') + bar)
  }
  return paths
}

/** Where the times below the strip stand, and of when they are: each quarter of an hour from its left edge. */
export function stripTicks(nowMs: number): readonly { readonly share: number; readonly ms: number }[] {
  const quarters = 8
  return Array.from({ length: quarters }, (_, at) => ({
    share: at / quarters,
    ms: nowMs - recentMs + (at * recentMs) / quarters,
  }))
}

/** The moment at a place of the strip. @param share 0 is its left edge, 1 now */
export const momentAt = (share: number, nowMs: number): number =>
  Math.round(nowMs - recentMs * (1 - Math.min(1, Math.max(0, share))))
