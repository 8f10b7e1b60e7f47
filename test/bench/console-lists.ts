import type { Page } from 'playwright-core'
import { z } from 'zod'
import { chromiumPath, startChromium } from '../harness/chromium.js'
import { signIn } from '../harness/console-page.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { longestTaskOf, type Smoothness, scrolled, watchTasks } from './console/smoothness.js'
import { noChromium } from './live-view/findings.js'
import { percentile } from './measure/statistics.js'
import { BenchService } from './service/bench-service.js'
import { figure } from './table.js'

const counts = { cameras: 10_000, users: 1_000, events: 10_000 }
/** A browser draws 60 pictures a second at most; what is above is one that it left out. */
const goals = { openMs: 300, steadyMs: 20, firstMatchMs: 1_000, taskMs: 100 }
const sentence = 'motion at Lot 00001 between 00:00 and 23:59'
/** Px; no row is lower. */
const leastRowPx = 40
/** How often each is opened in a pair, and for how many pictures it is scrolled. */
const effort = ({ quick }: Bench) => (quick ? { opened: 2, pictures: 120 } : { opened: 4, pictures: 600 })

/** A long list, and where somebody comes from. */
interface LongList {
  readonly name: string
  readonly path: string
  /** What holds its rows: it is as high as all of them, whichever are in the page. */
  readonly rows: string
  readonly count: number
}

const lists: readonly LongList[] = [
  {
    name: `list of ${said(counts.cameras)} cameras`,
    path: '/cameras',
    rows: 'ul[aria-label="Cameras by name"]',
    count: counts.cameras,
  },
  {
    name: `list of ${said(counts.users)} users`,
    path: '/settings/users',
    rows: 'ul[aria-label="Users"]',
    count: counts.users,
  },
]

/** Row 33: how the console does where an organisation is large. */
export const consoleLists: BenchRow = {
  number: 33,
  title: 'lists of 10,000 cameras and 1,000 users, and a rule tried on 10,000 events, in Chromium',
  async measure(bench): Promise<Outcome> {
    if (chromiumPath === undefined) return noChromium
    await using service = await BenchService.start(bench.folder, { TESTS_PER_MINUTE: '100000' })
    bench.say('filling in cameras, users and events')
    await fill(service)
    const chromium = await startChromium(['--lang=en-GB'])
    try {
      const page = await chromium.open(`${service.origin}/inbox`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await signIn(page, service.owner)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const findings: Finding[] = []
      for (const list of lists) findings.push(...(await measureList(bench, page, list, service.origin)))
      findings.push(...(await measureTrial(bench, page, service.origin)))
      return { kind: 'measured', findings, notes, postgres: service.postgres }
    } finally {
      await chromium.close()
    }
  },
}

const notes = [
  'row 33: opened from another page that was loaded anew, so that nothing of the list is known, until its first rows are painted; scrolled by 240 px with each picture; without a graphics card. A rule is tried from its last word on; the page waits 250 ms for another',
]

async function measureList(bench: Bench, page: Page, list: LongList, origin: string): Promise<Finding[]> {
  const openMs: number[] = []
  const wholeMs: number[] = []
  const seen: Smoothness[] = []
  const { opened, pictures } = effort(bench)
  for (let round = 0; round < bench.pairs * opened; round += 1) {
    bench.say(`${list.name}: opened ${round + 1} of ${bench.pairs * opened}`)
    await page.goto(`${origin}/inbox`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The script of the page is there as it is when a pointer comes near its link.
    const openedIn = z.object({ firstMs: z.number(), wholeMs: z.number() })
    const { firstMs, wholeMs: whole } = openedIn.parse(await page.evaluate(open(list)))
    openMs.push(firstMs)
    wholeMs.push(whole)
    seen.push(await scrolled(page, list.rows, pictures, 240))
  }
  const between = seen.flatMap(({ betweenMs }) => betweenMs)
  return [
    line(`${list.name}, opened`, openMs, goals.openMs),
    { ...line(`${list.name}, all of it`, wholeMs, Infinity), goal: 'none', holds: true },
    {
      ...line(`${list.name}, scrolled, from picture to picture`, between, goals.steadyMs),
      product: `p50 ${figure(percentile(between, 50))} ms, p95 ${figure(percentile(between, 95))} ms; longest task ${figure(Math.max(...seen.map(({ longestMs }) => longestMs)))} ms`,
      goal: `p95 at most ${goals.steadyMs} ms`,
      holds: percentile(between, 95) <= goals.steadyMs,
    },
  ]
}

/** Goes to a list as its link does, and resolves once as many rows are there as there are. */
const open = ({ path, rows, count }: LongList): string => `(async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const router = window.__TSR_ROUTER__
  await router.preloadRoute({ to: ${JSON.stringify(path)} })
  const began = performance.now()
  router.navigate({ to: ${JSON.stringify(path)} })
  while (!document.querySelector(${JSON.stringify(rows)} + ' li')) await painted()
  const firstMs = performance.now() - began
  let [height, still] = [0, 0]
  while (still < 30) {
    await painted()
    const now = document.querySelector(${JSON.stringify(rows)})?.getBoundingClientRect().height ?? 0
    still = now === height && now > ${count * leastRowPx} ? still + 1 : 0
    height = now
  }
  return { firstMs, wholeMs: performance.now() - began }
})()`

async function measureTrial(bench: Bench, page: Page, origin: string): Promise<Finding[]> {
  const firstMs: number[] = []
  const taskMs: number[] = []
  for (let round = 0; round < bench.pairs * effort(bench).opened; round += 1) {
    bench.say(`a rule is tried, ${round + 1}`)
    await page.goto(`${origin}/rules/new`)
    const field = page.getByRole('textbox', { name: 'Tell me about' })
    await field.fill(sentence.slice(0, -1))
    await page.waitForTimeout(500)
    await watchTasks(page)
    const began = performance.now()
    await field.press(sentence.slice(-1))
    await page.getByRole('listitem').filter({ hasText: 'Lot 00001' }).first().waitFor()
    firstMs.push(performance.now() - began)
    await page
      .getByText(`${said(counts.events)} events looked at`, { exact: false })
      .waitFor({ timeout: 60_000 })
    taskMs.push(await longestTaskOf(page))
  }
  const about = `rule tried on ${said(counts.events)} events`
  return [
    line(`${about}, first match`, firstMs, goals.firstMatchMs),
    line(`${about}, longest task`, taskMs, goals.taskMs),
  ]
}

function line(metric: string, values: readonly number[], mostMs: number): Finding {
  const worst = Math.max(...values)
  return {
    metric,
    product: `p50 ${figure(percentile(values, 50))} ms, most ${figure(worst)} ms of ${values.length}`,
    reference: 'none',
    ratio: '',
    goal: `at most ${mostMs} ms`,
    holds: worst <= mostMs,
  }
}

function said(count: number): string {
  return count.toLocaleString('en-US')
}

async function fill(service: BenchService): Promise<void> {
  const { orgId, siteId } = service.org
  await service.query(
    `insert into cameras (org_id, id, site_id, name, type, enabled, status)
     select $1, gen_random_uuid(), $2, 'Lot ' || lpad(n::text, 5, '0'), 'rtsp', true, 'offline'
     from generate_series(1, $3::int) n`,
    [orgId, siteId, counts.cameras],
  )
  await service.query(
    `with made as (
       insert into users (org_id, id, email, display_name, role)
       select $1, gen_random_uuid(), 'person' || n || '@bench.example.com', 'Person ' || lpad(n::text, 4, '0'), 'operator'
       from generate_series(1, $2::int) n returning org_id, id, email)
     insert into user_email_lookup (email, org_id, user_id) select email, org_id, id from made`,
    [orgId, counts.users],
  )
  await service.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     select org_id, gen_random_uuid(), id, site_id, 'motion', 'onvif', now() - make_interval(secs => 50 * n)
     from cameras, generate_series(1, $2::int) n where org_id = $1 and name = 'Lot 00001'`,
    [orgId, counts.events],
  )
}
