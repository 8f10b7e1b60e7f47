import type { Page } from 'playwright-core'
import { chromiumPath, startChromium } from '../harness/chromium.js'
import { signIn } from '../harness/console-page.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { type Vitals, vitalsOf, watching } from './console/vitals.js'
import { ListService, owner } from './event-list/list-service.js'
import { noChromium } from './live-view/findings.js'
import { percentile } from './measure/statistics.js'
import { figure } from './table.js'

const events = 100_000
/** On the wall; one more is deleted. */
const cameras = 64
/** All of a screen: a first paint is no more than the frame. */
const goals = { firstPaintMs: 300, shownMs: 2_000, slowestMs: 100, shift: 0.02 }
/** How often each screen is loaded anew in a pair. */
const loads = ({ quick }: Bench) => (quick ? 2 : 4)

/** A screen, and what somebody does on it. */
interface Screen {
  readonly name: string
  readonly path: string
  readonly size: { readonly width: number; readonly height: number }
  /** Resolves once what it is for is to be seen. */
  readonly shown: (page: Page) => Promise<void>
  readonly used: (page: Page) => Promise<void>
}

const wall: Screen = {
  name: `wall of ${cameras} cameras`,
  path: '/live',
  size: { width: 1920, height: 1080 },
  async shown(page) {
    await page
      .locator('[data-tile]')
      .nth(cameras - 1)
      .waitFor()
  },
  async used(page) {
    for (const key of ['2', 'ArrowRight', 'ArrowDown', 'f', '0', 'q', 'q', 'q']) await press(page, key)
    await page.getByRole('combobox', { name: 'How pictures stand' }).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await press(page, key)
    await page.locator('[data-focus]').first().focus()
    await page.locator('[data-tile]').nth(20).dblclick()
    await press(page, '0')
    await page.getByRole('slider').click()
    await press(page, 'End')
  },
}

const list: Screen = {
  name: `list of ${events.toLocaleString('en-US')} events`,
  path: '/events',
  size: { width: 1440, height: 900 },
  async shown(page) {
    await page.locator('[data-row]').first().waitFor()
  },
  async used(page) {
    for (const key of ['j', 'j', 'j', 'k']) await press(page, key)
    await page.locator('[data-row]').nth(3).click()
    for (let turn = 0; turn < 10; turn += 1) {
      await page.mouse.wheel(0, 1_500)
      await painted(page)
    }
    await page.getByRole('button', { name: 'Starred' }).click()
    await page.getByRole('button', { name: 'Starred' }).click()
  },
}

/** Row 31: how the console does where there is much to show. */
export const consoleScreens: BenchRow = {
  number: 31,
  title: 'the console in Chromium, first paint, interaction to next paint, layout shift',
  async measure(bench): Promise<Outcome> {
    if (chromiumPath === undefined) return noChromium
    bench.say(`starting the cloud, filling in ${events.toLocaleString('en-US')} events`)
    await using service = await ListService.start(bench.folder, 'console', events, cameras + 1)
    const findings: Finding[] = []
    for (const screen of [wall, list]) findings.push(...(await measureScreen(bench, service.origin, screen)))
    return { kind: 'measured', findings, notes, postgres: service.postgres }
  },
}

const notes = [
  'row 31: the first paint shows the frame; on loopback, with an empty cache at the first load and a full one at the others; the session is there, its token is asked for at each load; the cameras have never been looked at, so their tiles ask for pictures and get none; interactions quicker than 16 ms are not told apart',
]

async function measureScreen(bench: Bench, origin: string, screen: Screen): Promise<Finding[]> {
  const chromium = await startChromium(['--lang=en-GB'])
  try {
    await chromium.context.addInitScript(watching)
    const page = await chromium.open(origin + screen.path)
    await page.setViewportSize(screen.size)
    await signIn(page, owner)
    await screen.shown(page)
    const seen: Seen[] = []
    for (let pair = 1; pair <= bench.pairs; pair += 1) {
      bench.say(`round ${pair}: ${loads(bench)} times the ${screen.name}`)
      for (let load = 0; load < loads(bench); load += 1) {
        await page.goto(origin + screen.path)
        await screen.shown(page)
        const shownMs = Number(await page.evaluate('performance.now()'))
        await screen.used(page)
        await painted(page)
        seen.push({ ...(await vitalsOf(page)), shownMs })
      }
    }
    return findingsOf(screen.name, seen)
  } finally {
    await chromium.close()
  }
}

/** How a screen did, and when what it is for was to be seen. */
interface Seen extends Vitals {
  readonly shownMs: number
}

function findingsOf(name: string, seen: readonly Seen[]): Finding[] {
  const line = (metric: string, values: readonly number[], most: number, unit: string): Finding => {
    const worst = Math.max(...values)
    const say = (value: number) => (unit === '' ? value.toFixed(3) : `${figure(value)} ${unit}`)
    return {
      metric: `${name}, ${metric}`,
      product: `p50 ${say(percentile(values, 50))}, most ${say(worst)} of ${values.length}`,
      reference: 'none',
      ratio: '',
      goal: `at most ${most}${unit && ` ${unit}`}`,
      holds: worst <= most,
    }
  }
  const of = (pick: (one: Seen) => number) => seen.map(pick)
  return [
    line(
      'first paint',
      of(({ firstPaintMs }) => firstPaintMs),
      goals.firstPaintMs,
      'ms',
    ),
    line(
      'all of it',
      of(({ shownMs }) => shownMs),
      goals.shownMs,
      'ms',
    ),
    line(
      'slowest interaction',
      of(({ slowestMs }) => slowestMs),
      goals.slowestMs,
      'ms',
    ),
    line(
      'layout shift',
      of(({ shift }) => shift),
      goals.shift,
      '',
    ),
  ]
}

/** One press, and the picture after it: what follows is an interaction of its own. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await painted(page)
}

const painted = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
