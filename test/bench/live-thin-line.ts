import { setTimeout as sleep } from 'node:timers/promises'
import { BENCH_PICTURE, type PictureOptions, SUB_PICTURE } from '../fakes/camera/index.js'
import { ThinLink } from '../fakes/link/index.js'
import { chromiumPath } from '../harness/chromium.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { BareRelay } from './live-view/bare-relay.js'
import { BenchBrowser } from './live-view/bench-browser.js'
import type { BenchPage, DrawnPicture, Way } from './live-view/bench-page.js'
import { noChromium, withinFinding } from './live-view/findings.js'
import { WatchedCamera } from './live-view/watched-camera.js'
import { figure } from './table.js'

const gopSec = 2
const subPicture: PictureOptions = { ...SUB_PICTURE, width: 640, height: 360, gopSec: 2 }
const lineKbps = 2000
/** How long the line was wide before, how long it is watched on the sub stream, and how long the bare relay is, s. */
const wideSec = 3
const subSec = 8
const bareSec = 15

/** A picture of now, ms. */
const newMs = 500

const goalMs = { behind: 1000, onSub: 5000 }
const ways: readonly { readonly way: Way; readonly name: string }[] = [
  { way: 'webcodecs', name: 'WebCodecs' },
  { way: 'mse', name: 'MSE' },
]

/** Row 29: what somebody sees whose line carries half of the stream. */
export const liveThinLine: BenchRow = {
  number: 29,
  title: 'live view over a line of 2 Mbit/s, of a stream of 4',
  async measure(bench): Promise<Outcome> {
    if (chromiumPath === undefined) return noChromium
    await using camera = await WatchedCamera.start(bench, gopSec, subPicture)
    await using line = await ThinLink.start(Number(new URL(camera.site.service.origin).port))
    const bareBehindMs = await measureBare(bench, camera)
    const findings: Finding[] = []
    for (const { way, name } of ways) {
      await using browser = await BenchBrowser.start()
      const page = await browser.page(camera.site.service.origin, way)
      const watches: Watch[] = []
      for (let pair = 1; pair <= bench.pairs; pair += 1) {
        bench.say(`round ${pair}: by ${name}`)
        await camera.site.service.signInAgain()
        watches.push(await watch(page, camera, line))
      }
      const behind = withinFinding(
        `${name}, line of 2 Mbit/s, behind`,
        watches.flatMap(({ agesMs }) => agesMs),
        goalMs.behind,
      )
      findings.push(
        { ...behind, reference: `bare relay after ${bareSec} s: ${figure(bareBehindMs)} ms` },
        withinFinding(
          `${name}, line of 2 Mbit/s, on the sub stream`,
          watches.map(({ onSubMs }) => onSubMs),
          goalMs.onSub,
        ),
        {
          ...withinFinding(
            `${name}, line of 2 Mbit/s, longest without a new picture`,
            watches.map(({ gapMs }) => gapMs),
            0,
          ),
          goal: '',
          holds: true,
        },
      )
    }
    return { kind: 'measured', findings, notes: [about], postgres: camera.site.service.postgres }
  },
}

const about =
  'row 29: 1080p25 at 4 Mbit/s, sub stream of 640x360, GOPs of 2 s; the line is wide for three seconds and thin from then on: a TCP relay with a queue of 32 KiB in front of what the sockets of the system hold; behind is the age of each picture when it was drawn'

interface Watch {
  readonly agesMs: readonly number[]
  /** From the moment when the line was thin. */
  readonly onSubMs: number
  /** How long nothing new was drawn at most. */
  readonly gapMs: number
}

/** For some seconds the main stream was drawn, and now it is a picture of now: a busy machine steps viewers down as well. */
function isWhole(beganAtMs: number, drawn: readonly DrawnPicture[]): boolean {
  const sinceMs = Date.now() - wideSec * 1000
  const recent = drawn.filter(({ atMs }) => atMs >= sinceMs)
  const isNew = (recent.at(-1)?.ageMs ?? newMs) < newMs
  return beganAtMs < sinceMs && isNew && recent.every(({ width }) => width === BENCH_PICTURE.width)
}

async function watch(page: BenchPage, camera: WatchedCamera, line: ThinLink): Promise<Watch> {
  line.limit(null)
  const { token } = camera.site.service.org.api
  await page.play({ camera: camera.id, token, server: line.url })
  await page.until(
    'the main stream, as it is now',
    ({ beganAtMs, drawn }) => isWhole(beganAtMs, drawn) || null,
  )
  line.limit(lineKbps)
  const thinAtMs = Date.now()
  const isSub = ({ width, atMs }: DrawnPicture) => atMs >= thinAtMs && width === subPicture.width
  const sub = await page.until('the sub stream', ({ drawn }) => drawn.find(isSub))
  await sleep(subSec * 1000)
  const drawn = (await page.stop()).drawn.filter(({ atMs }) => atMs >= thinAtMs)
  const gapsMs = drawn.slice(1).map(({ atMs }, index) => atMs - (drawn[index]?.atMs ?? atMs))
  return {
    agesMs: drawn.map(({ ageMs }) => ageMs),
    onSubMs: sub.atMs - thinAtMs,
    gapMs: Math.max(...gapsMs),
  }
}

/** @returns by how much the last picture of a bare relay is behind, ms */
async function measureBare(bench: Bench, camera: WatchedCamera): Promise<number> {
  bench.say(`the bare relay over that line, ${bareSec} s`)
  await using relay = await BareRelay.start(camera.address)
  const address = new URL(relay.watched.address)
  await using line = await ThinLink.start(Number(address.port))
  await using browser = await BenchBrowser.start()
  const page = await browser.page(camera.site.service.origin)
  address.port = String(line.port)
  await page.playBare(address.href, relay.format)
  await page.until('a picture by the bare relay', ({ drawn }) => drawn[0])
  await sleep(wideSec * 1000)
  line.limit(lineKbps)
  await sleep(bareSec * 1000)
  const last = (await page.stop()).drawn.at(-1)
  if (last === undefined) throw new Error('the bare relay showed nothing')
  return last.ageMs
}
