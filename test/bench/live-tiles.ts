import { setTimeout as sleep } from 'node:timers/promises'
import { type PictureOptions, SUB_PICTURE } from '../fakes/camera/index.js'
import { chromiumPath } from '../harness/chromium.js'
import { until } from '../harness/until.js'
import type { Bench, BenchRow, Outcome } from './bench-row.js'
import { BenchBrowser } from './live-view/bench-browser.js'
import { noChromium } from './live-view/findings.js'
import { type Tiles, TilesPage } from './live-view/tiles-page.js'
import { WatchedCamera } from './live-view/watched-camera.js'
import { inTurn } from './measure/in-turn.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { figure, withSpread } from './table.js'

const count = 16
const picture: PictureOptions = { ...SUB_PICTURE, width: 640, height: 360, fps: 25, gopSec: 1 }
/** Percent of a core. */
const goal = 15
const windowSec = ({ quick }: Bench) => (quick ? 10 : 25)
/** Joining is over, s. */
const settleSec = 3
const drawnWithinMs = 60_000

/** Row 39: what a page of sixteen small pictures costs the browser. */
export const liveTiles: BenchRow = {
  number: 39,
  title: 'live view in Chromium, sixteen tiles on one page',
  async measure(bench): Promise<Outcome> {
    if (chromiumPath === undefined) return noChromium
    await using camera = await WatchedCamera.start(bench, picture.gopSec, picture)
    await using browser = await BenchBrowser.start()
    const { service } = camera.site
    const page = await TilesPage.open(browser.chromium, service.origin)
    const drawn: Record<Tiles['mode'], number[]> = { keys: [], full: [] }
    const share = async (mode: Tiles['mode']): Promise<number> => {
      await service.signInAgain()
      await page.show({ count, camera: camera.id, token: service.org.api.token, mode })
      await untilAllDrawn(page)
      await sleep(settleSec * 1000)
      const before = sum(await page.drawn())
      const percent = await page.processorShare(windowSec(bench))
      drawn[mode].push((sum(await page.drawn()) - before) / count / windowSec(bench))
      return percent
    }
    const { product, reference } = await inTurn(
      bench.pairs,
      { product: () => share('keys'), reference: () => share('full') },
      (pair) => bench.say(`pair ${pair}: ${count} tiles, ${windowSec(bench)} s of keyframes, and of all`),
    )
    const finding = {
      metric: `live view, ${count} tiles of 640x360, keyframes only`,
      product: withSpread(summaryOf(product), '% of a core'),
      reference: `all pictures ${withSpread(summaryOf(reference), '% of a core')}`,
      ratio: figure(median(ratiosOf(product, reference))),
      goal: `at most ${goal} % of a core`,
      holds: median(product) <= goal,
    }
    return {
      kind: 'measured',
      findings: [finding],
      notes: [about, drawnNote(drawn)],
      postgres: service.postgres,
    }
  },
}

const about = `row 39: one camera ${count} times, 640x360 with 25 pictures a second and a GOP of 1 s, over one socket; all processes of the browser together, decoded without a graphics card`

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** A browser that does not keep up with all pictures is sent fewer, and its share tells less then. */
const drawnNote = (drawn: Readonly<Record<Tiles['mode'], readonly number[]>>): string =>
  `row 39: each tile drew ${figure(median(drawn.keys))} keyframes a second, and ${figure(median(drawn.full))} pictures where all were asked for`

/** Each has shown more than what it began with. */
async function untilAllDrawn(page: TilesPage): Promise<void> {
  await until(`${count} tiles`, async () => (await page.drawn()).every((drawn) => drawn > 2), drawnWithinMs)
}
