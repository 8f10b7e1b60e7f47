import { z } from 'zod'
import { chromiumPath, startChromium } from '../harness/chromium.js'
import { signIn } from '../harness/console-page.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { noChromium } from './live-view/findings.js'
import { percentile } from './measure/statistics.js'
import { BenchService } from './service/bench-service.js'
import { figure } from './table.js'

const events = 2000
/** Pictures of the browser during which the pointer moves. */
const moves = ({ quick }: Bench) => (quick ? 120 : 600)
const goalMs = 16
/** A browser draws 60 pictures a second at most; what is above is one that it left out. */
const steadyMs = 20

const Measured = z.object({ betweenMs: z.array(z.number()), drawnMs: z.array(z.number()) })
type Measured = z.infer<typeof Measured>

/** Row 32: how smoothly the timeline of a busy day goes under a pointer that never rests, and when it is zoomed. */
export const timelineScrub: BenchRow = {
  number: 32,
  title: 'timeline of a day with 2,000 events, scrubbed in Chromium',
  async measure(bench): Promise<Outcome> {
    if (chromiumPath === undefined) return noChromium
    await using service = await BenchService.start(bench.folder)
    const cameraId = await fill(service)
    const chromium = await startChromium()
    try {
      const page = await chromium.open(`${service.origin}/cameras/${cameraId}?span=day`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await signIn(page, service.owner)
      await page.getByText(`${events.toLocaleString('en-US')} events`).waitFor({ timeout: 60_000 })
      const seen: Measured = { betweenMs: [], drawnMs: [] }
      const zoomed: Measured = { betweenMs: [], drawnMs: [] }
      for (let pair = 1; pair <= bench.pairs; pair += 1) {
        bench.say(`round ${pair}: ${moves(bench)} pictures`)
        add(seen, Measured.parse(await page.evaluate(scrub(moves(bench), false))))
        add(zoomed, Measured.parse(await page.evaluate(scrub(Math.ceil(moves(bench) / 10), true))))
      }
      const findings = [...findingsOf('scrubbing', seen), drawingOf('drawn anew for another span', zoomed)]
      return { kind: 'measured', findings, notes: [about], postgres: service.postgres }
    } finally {
      await chromium.close()
    }
  },
}

const about = `row 32: ${events} events of one camera on the day that is shown, of every kind, in lanes, 1440 px wide; the pointer moves with each picture of the browser, and what is near it is shown above; without a graphics card`

function add(to: Measured, more: Measured): void {
  to.betweenMs.push(...more.betweenMs)
  to.drawnMs.push(...more.drawnMs)
}

function findingsOf(what: string, { betweenMs, drawnMs }: Measured): Finding[] {
  const late = betweenMs.filter((ms) => ms > steadyMs).length / betweenMs.length
  return [
    {
      metric: `timeline, ${what}, from picture to picture`,
      product: `p50 ${figure(percentile(betweenMs, 50))} ms, p95 ${figure(percentile(betweenMs, 95))} ms; ${figure(late * 100)} % late`,
      reference: 'none',
      ratio: '',
      goal: `p95 at most ${steadyMs} ms`,
      holds: percentile(betweenMs, 95) <= steadyMs,
    },
    drawingOf(`${what}, drawing a picture`, { betweenMs, drawnMs }),
  ]
}

function drawingOf(what: string, { drawnMs }: Measured): Finding {
  const p95 = percentile(drawnMs, 95)
  return {
    metric: `timeline, ${what}`,
    product: `p50 ${figure(percentile(drawnMs, 50))} ms, p95 ${figure(p95)} ms of ${drawnMs.length}`,
    reference: 'none',
    ratio: '',
    goal: `p95 at most ${goalMs} ms`,
    holds: p95 <= goalMs,
  }
}

/** Moves the pointer over the strip with each picture, or changes how much is shown. */
const scrub = (count: number, zooms: boolean): string => `new Promise((resolve) => {
  const strip = document.querySelector('[role=slider]')
  const spans = [...document.querySelectorAll('[aria-pressed]')]
  const drawnMs = [], betweenMs = []
  const drawn = ({ detail }) => drawnMs.push(detail)
  addEventListener('drawn', drawn)
  let moved = 0, before = null
  const next = (now) => {
    if (before !== null) betweenMs.push(now - before)
    before = now
    if (moved++ === ${count}) {
      removeEventListener('drawn', drawn)
      return resolve({ betweenMs, drawnMs })
    }
    const { left, top, width } = strip.getBoundingClientRect()
    if (${zooms}) spans[moved % 2].click()
    else strip.dispatchEvent(new PointerEvent('pointermove', {
      bubbles: true, clientX: left + width * (0.5 + 0.49 * Math.sin(moved / 25)), clientY: top + 40, pointerType: 'mouse',
    }))
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
})`

/** A camera with as many events today so far, whenever that is. @returns its id */
async function fill(service: BenchService): Promise<string> {
  const { orgId, siteId } = service.org
  const [camera] = await service.query<{ id: string }>(
    `insert into cameras (org_id, id, site_id, name, type) values ($1, gen_random_uuid(), $2, 'Gate', 'rtsp') returning id`,
    [orgId, siteId],
  )
  if (!camera) throw new Error('no camera')
  await service.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, clip_start_at,
       clip_end_at, clip_status, tags, duration_sec, ai_status)
     select $1, gen_random_uuid(), $2, $3, (array['motion', 'line_crossing', 'audio', 'motion'])[1 + n % 4], 'onvif',
       at.at, at.at, at.at + interval '9 seconds', 'expired',
       (array['{person}', '{car}', '{dog}', '{}'])[1 + n % 4]::text[], 9, 'skipped'
     from generate_series(1, $4::int) n,
       lateral (select date_trunc('day', now(), 'UTC') + n * ((now() - date_trunc('day', now(), 'UTC')) / ($4 + 1)) as at) at`,
    [orgId, camera.id, siteId, events],
  )
  return camera.id
}
