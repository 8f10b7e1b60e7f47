import type { TroubledCamera } from '../../api/health.js'

const dayMs = 86_400_000

/** A stretch of the last 24 hours, as shares of them: 0 is a day ago, 1 is now. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** When a camera gave no pictures within the last 24 hours, and for how long in all. */
export function dayOutages(
  outages: TroubledCamera['outages'],
  nowMs: number,
): { readonly stretches: readonly Stretch[]; readonly sec: number } {
  const beganMs = nowMs - dayMs
  const stretches = outages.flatMap(({ start_at: start, end_at: end }) => {
    const fromMs = Math.max(beganMs, Date.parse(start))
    const toMs = end === null ? nowMs : Math.min(nowMs, Date.parse(end))
    return toMs > fromMs ? [{ from: (fromMs - beganMs) / dayMs, to: (toMs - beganMs) / dayMs }] : []
  })
  const share = stretches.reduce((sum, { from, to }) => sum + to - from, 0)
  return { stretches, sec: Math.round(share * 86_400) }
}
