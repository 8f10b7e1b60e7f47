import type { Page } from 'playwright-core'
import { z } from 'zod'

const Smoothness = z.object({
  /** From each picture of the browser to the next, ms. */
  betweenMs: z.array(z.number()),
  /** For how long the page took nothing else at most, ms; 0 where nothing took 50 ms or more. */
  longestMs: z.number(),
})

/** How a page moved, and for how long it was busy. */
export type Smoothness = z.infer<typeof Smoothness>

/** Scrolls what holds the rows of a list for so many pictures of the browser, `stepPx` with each, down and up again. */
export async function scrolled(
  page: Page,
  rows: string,
  pictures: number,
  stepPx: number,
): Promise<Smoothness> {
  const scroll = `new Promise((resolve) => {
    const tasks = []
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    let place = document.querySelector(${JSON.stringify(rows)})
    while (place && place.scrollHeight <= place.clientHeight + 1) place = place.parentElement
    const betweenMs = []
    let [drawn, before, step] = [0, null, ${stepPx}]
    const next = (now) => {
      if (before !== null) betweenMs.push(now - before)
      before = now
      if (drawn++ === ${pictures}) {
        tasks.push(...observer.takeRecords().map(({ duration }) => duration))
        observer.disconnect()
        return resolve({ betweenMs, longestMs: Math.max(0, ...tasks) })
      }
      const was = place.scrollTop
      place.scrollTop += step
      if (place.scrollTop === was) step = -step
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`
  return Smoothness.parse(await page.evaluate(scroll))
}

/** Watches from now on for how long a page takes nothing else. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    window.benchTasks = []
    window.benchWatch = new PerformanceObserver((list) => benchTasks.push(...list.getEntries().map(({ duration }) => duration)))
    benchWatch.observe({ type: 'longtask' })
  })()`)
}

/** The longest since `watchTasks`, ms; 0 where nothing took 50 ms or more. */
export async function longestTaskOf(page: Page): Promise<number> {
  return z.number().parse(
    await page.evaluate(`(() => {
      benchTasks.push(...benchWatch.takeRecords().map(({ duration }) => duration))
      return Math.max(0, ...benchTasks)
    })()`),
  )
}
