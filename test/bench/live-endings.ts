import { setTimeout as sleep } from 'node:timers/promises'
import { UserSessionList } from '@sightline/protocol'
import { z } from 'zod'
import { BENCH_PICTURE, type PictureOptions, TEST_PICTURE } from '../fakes/camera/index.js'
import { Link } from '../fakes/link/index.js'
import { chromiumPath } from '../harness/chromium.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { BenchBrowser } from './live-view/bench-browser.js'
import type { BenchPage, DrawnPicture } from './live-view/bench-page.js'
import { noChromium, withinFinding } from './live-view/findings.js'
import type { BenchViewer } from './service/bench-service.js'
import { must } from './service/bench-service.js'
import { BenchSite, type SiteBenchCamera } from './site/bench-site.js'
import { figure } from './table.js'

const onlineMs = 60_000
/** How long nothing comes, s: longer than the player says that it stalled, and short enough that nobody is off line. */
const stillSec = 6
/** How long it is watched before, s. */
const watchSec = 3
const nowMs = 500

const goalMs = { told: 3000, back: 2000, gone: 1000 }

/** Row 30: how soon somebody is told that a picture stands still, sees it move again, and sees nothing that they may not. */
export const liveEndings: BenchRow = {
  number: 30,
  title: 'live view in Chromium: stalled, back, and gone',
  async measure(bench): Promise<Outcome> {
    if (chromiumPath === undefined) return noChromium
    await using site = await BenchSite.start(bench)
    const [first, second] = [site.service.origin, await site.service.addNode()]
    await using line = await Link.start(Number(new URL(first).port))
    await using browser = await BenchBrowser.start()
    const camera = await addCamera(site, 'Gate', { ...BENCH_PICTURE, gopSec: 1 })
    const place: Place = { bench, site, line, browser, nodes: [first, second] }
    const findings: Finding[] = []
    for (const stall of stallsOf(place, camera)) findings.push(...(await measureStall(place, camera, stall)))
    for (const ending of endings) findings.push(...(await measureEnding(place, ending)))
    return { kind: 'measured', findings, notes: [about], postgres: site.service.postgres }
  },
}

const about = `row 30: 1080p25 at 4 Mbit/s, GOP of 1 s, what is taken away 640x360; nothing comes for ${stillSec} s; back with the first picture that is less than ${nowMs / 1000} s old; gone is counted from the request that takes the right away, at each of two nodes of one service`

interface Place {
  readonly bench: Bench
  readonly site: BenchSite
  /** Between the page and the service. */
  readonly line: Link
  readonly browser: BenchBrowser
  readonly nodes: readonly [string, string]
}

/** Why nothing comes. */
interface Stall {
  readonly name: string
  begin(): void
  end(): void
}

const stallsOf = ({ site, line }: Place, { fake }: SiteBenchCamera): readonly Stall[] => [
  { name: 'frozen camera', begin: () => fake.faults.freeze(), end: () => fake.faults.thaw() },
  { name: 'silent line of the site', begin: () => site.link.swallow(), end: () => site.link.mend() },
  { name: 'silent line of the viewer', begin: () => line.swallow(), end: () => line.mend() },
]

async function addCamera(site: BenchSite, name: string, picture: PictureOptions): Promise<SiteBenchCamera> {
  const camera = await site.addCamera({ name, onvif: false, timetable: 'rest', picture, subPicture: null })
  await site.untilStatus([camera], 'online', onlineMs)
  return camera
}

const isNow = ({ ageMs }: DrawnPicture) => ageMs < nowMs

async function watch(page: BenchPage): Promise<void> {
  await page.until('a picture of now', ({ drawn }) => drawn.find(isNow))
  await sleep(watchSec * 1000)
}

async function measureStall(
  place: Place,
  camera: SiteBenchCamera,
  stall: Stall,
): Promise<readonly Finding[]> {
  const { bench, site, line, browser, nodes } = place
  const page = await browser.page(nodes[0])
  const toldMs: number[] = []
  const backMs: number[] = []
  for (let pair = 1; pair <= bench.pairs; pair += 1) {
    bench.say(`round ${pair}: ${stall.name}`)
    await site.service.signInAgain()
    await site.untilStatus([camera], 'online', onlineMs)
    await page.play({ camera: camera.id, token: site.service.org.api.token, server: line.url })
    await watch(page)
    stall.begin()
    const stalledAtMs = Date.now()
    const told = await page.until('that it stalled', ({ states }) =>
      states.find(({ kind, atMs }) => atMs >= stalledAtMs && (kind === 'stalled' || kind === 'no-line')),
    )
    await sleep(Math.max(0, stalledAtMs + stillSec * 1000 - Date.now()))
    stall.end()
    const endedAtMs = Date.now()
    const back = await page.until('a picture of now again', ({ drawn }) =>
      drawn.find((one) => one.atMs >= endedAtMs && isNow(one)),
    )
    toldMs.push(told.atMs - stalledAtMs)
    backMs.push(back.atMs - endedAtMs)
    await page.stop()
  }
  await page.close()
  return [
    withinFinding(`${stall.name}, told on the picture`, toldMs, goalMs.told),
    withinFinding(`${stall.name}, back after the return`, backMs, goalMs.back),
  ]
}

/** Why somebody may not see a camera any more. */
interface Ending {
  readonly name: string
  /** The camera is there afterwards. */
  readonly leaves: boolean
  take(site: BenchSite, viewer: BenchViewer, cameraId: string): Promise<void>
}

const endings: readonly Ending[] = [
  {
    name: 'session revoked',
    leaves: true,
    async take({ service: { org } }, viewer) {
      const path = `/api/v1/users/${viewer.id}/sessions`
      const { data } = await must(org.api.get(path), UserSessionList)
      await Promise.all(data.map(({ id }) => must(org.api.delete(`${path}/${id}`), z.unknown())))
    },
  },
  {
    name: 'site out of scope',
    leaves: true,
    async take({ service: { org } }, viewer) {
      await must(org.api.put(`/api/v1/users/${viewer.id}/site-access`, { site_ids: [] }), z.unknown())
    },
  },
  {
    name: 'camera deleted',
    leaves: false,
    async take({ service: { org } }, _viewer, cameraId) {
      await must(org.api.delete(`/api/v1/cameras/${cameraId}`), z.unknown())
    },
  },
]

/** The picture is gone at either node. */
async function measureEnding(
  { bench, site, browser, nodes }: Place,
  ending: Ending,
): Promise<readonly Finding[]> {
  const pages = await Promise.all(nodes.map((origin) => browser.page(origin)))
  const goneMs: number[][] = nodes.map(() => [])
  const answeredMs: number[] = []
  for (let pair = 1; pair <= bench.pairs; pair += 1) {
    bench.say(`round ${pair}: ${ending.name}`)
    await site.service.signInAgain()
    const camera = await addCamera(site, `${ending.name} ${pair}`, TEST_PICTURE)
    const viewer = await site.service.addViewer(`${ending.name} ${pair}`.replaceAll(' ', '.'))
    for (const page of pages) {
      await page.play({ camera: camera.id, token: viewer.api.token })
      await page.until('a picture of now', ({ drawn }) => drawn.find(isNow))
    }
    for (const page of pages) await watch(page)
    const takenAtMs = Date.now()
    await ending.take(site, viewer, camera.id)
    answeredMs.push(Date.now() - takenAtMs)
    for (const [index, page] of pages.entries()) {
      const hiddenAtMs = await page.until('that no picture is to be seen', (seen) => seen.hiddenAtMs)
      goneMs[index]?.push(hiddenAtMs - takenAtMs)
      await page.stop()
    }
    if (ending.leaves) await site.removeCamera(camera)
    else await camera.fake.close()
  }
  await Promise.all(pages.map((page) => page.close()))
  bench.say(`${ending.name}: the request took ${answeredMs.map(figure).join(', ')} ms`)
  return nodes.map((_, index) =>
    withinFinding(`${ending.name}, gone at node ${index + 1}`, goneMs[index] ?? [], goalMs.gone),
  )
}
