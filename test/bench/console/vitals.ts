import type { Page } from 'playwright-core'
import { z } from 'zod'

const Vitals = z.object({
  firstPaintMs: z.number(),
  /** Of the interaction that took longest until the next picture; 0 where each was quicker than can be told. */
  slowestMs: z.number(),
  interactions: z.number(),
  shift: z.number(),
})

/** How a page did since it was loaded. `shift`: the largest sum of layout shifts that nobody caused, in one session window. */
export type Vitals = z.infer<typeof Vitals>

/** Watches what a page does from its beginning: to be run in it before anything else. */
export const watching = `(() => {
  const seen = (window.benchVitals = { durations: new Map(), shifts: [] })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) seen.durations.set(interactionId, Math.max(duration, seen.durations.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) seen.shifts.push({ value, startTime })
  }).observe({ type: 'layout-shift', buffered: true })
})()`

/** As the definition of CLS has it: windows end a second after their last shift, and after five seconds. */
const reading = `(() => {
  let [worst, sum, from, last] = [0, 0, -Infinity, -Infinity]
  for (const { value, startTime } of benchVitals.shifts) {
    if (startTime - last > 1000 || startTime - from > 5000) [sum, from] = [0, startTime]
    sum += value
    last = startTime
    worst = Math.max(worst, sum)
  }
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return {
    firstPaintMs: paint ? paint.startTime : NaN,
    slowestMs: Math.max(0, ...benchVitals.durations.values()),
    interactions: performance.interactionCount ?? benchVitals.durations.size,
    shift: worst,
  }
})()`

/** What was seen so far. @throws Error if nothing was painted, or nobody did anything */
export async function vitalsOf(page: Page): Promise<Vitals> {
  const vitals = Vitals.parse(await page.evaluate(reading))
  if (vitals.interactions === 0) throw new Error('no interaction was counted')
  return vitals
}
