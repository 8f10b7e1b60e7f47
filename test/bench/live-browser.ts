import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type PictureOptions, SUB_PICTURE } from '../fakes/camera/index.js'
import { chromiumPath } from '../harness/chromium.js'
import { until } from '../harness/until.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { BareRelay } from './live-view/bare-relay.js'
import { BenchBrowser } from './live-view/bench-browser.js'
import type { BenchPage, DrawnPicture, Seen, Way } from './live-view/bench-page.js'
import { delaysFinding, type Goal, noChromium } from './live-view/findings.js'
import { WatchedCamera } from './live-view/watched-camera.js'
import { WebRtcPeer } from './live-view/webrtc-peer.js'
import { must } from './service/bench-service.js'

/** A GOP is 5 MB. */
const gopSec = 10
const subPicture: PictureOptions = { ...SUB_PICTURE, width: 640, height: 360, gopSec: 2 }
/** Players one after the other in each pair, by each way. */
const openings = ({ quick }: Bench) => (quick ? 3 : 6)
/** How long each is watched at the live edge, s. */
const watchSec = 3
/** How long a page of the bare relay is watched, s: where the processor does not keep up it is never at the live edge. */
const bareSec = 6
/** From an age below this on it is shown as it is now, ms. */
const edgeAgeMs = 500

interface Kind {
  readonly way: Way
  readonly name: string
  readonly edge: Goal
  readonly packet: Goal
}

const kinds: readonly Kind[] = [
  { way: 'webcodecs', name: 'WebCodecs', edge: { p95Ms: 1200 }, packet: { p50Ms: 50, p95Ms: 120 } },
  { way: 'mse', name: 'MSE', edge: { p95Ms: 3500 }, packet: { p50Ms: 150, p95Ms: 250 } },
]
const opening: Goal = { p50Ms: 300, p95Ms: 700 }
/** The connection, then up to one GOP. */
const openedGoal: Goal = { p95Ms: 1000 + subPicture.gopSec * 1000 }

/** What players saw, ms. */
class Watches {
  readonly firstMs: number[] = []
  readonly edgeMs: number[] = []
  readonly agesMs: number[] = []

  /** @param neverMs what stands for the time to a live edge that was not reached; none: it must be reached */
  add({ drawn }: Seen, neverMs?: number): void {
    const edge = drawn.findIndex(isAtEdge)
    const first = drawn[0]
    const edgeMs = drawn[edge]?.afterMs ?? neverMs
    if (first === undefined || edgeMs === undefined) throw new Error('no picture of now was drawn')
    this.firstMs.push(first.afterMs)
    this.edgeMs.push(edgeMs)
    this.agesMs.push(...drawn.slice(Math.max(edge, 0)).map(({ ageMs }) => ageMs))
  }
}

const isAtEdge = ({ ageMs }: DrawnPicture) => ageMs < edgeAgeMs

/** Where it is watched, and beside what. */
interface Sides {
  readonly camera: WatchedCamera
  readonly relay: BareRelay
  readonly peer: WebRtcPeer
  readonly byRelay: Watches
  readonly byPeerMs: number[]
}

/** Row 28: how soon somebody sees a camera in a browser, and how old what they see is. */
export const liveBrowser: BenchRow = {
  number: 28,
  title: 'live view in Chromium, open to first picture and packet to drawn picture',
  async measure(bench): Promise<Outcome> {
    if (chromiumPath === undefined) return noChromium
    await using camera = await WatchedCamera.start(bench, gopSec, subPicture)
    await using relay = await BareRelay.start(camera.address)
    await using peer = await WebRtcPeer.start(camera.address)
    const sides = { camera, relay, peer, byRelay: new Watches(), byPeerMs: [] }
    const findings: Finding[] = []
    for (const kind of kinds) findings.push(...findingsOf(kind, await measureKind(bench, kind, sides), sides))
    findings.push(...(await measureOpened(bench, camera)))
    return { kind: 'measured', findings, notes, postgres: camera.site.service.postgres }
  },
}

const notes = [
  `row 28: 1080p25 at 4 Mbit/s with a GOP of 10 s; nobody else watches when a player begins; the script of the player is loaded; decoded by the processor, without a graphics card; at the live edge with the first picture that is less than half a second old, packets to pictures from then on; one of the bare relay that was not there after ${bareSec} s counts as ${bareSec} s`,
  'row 28, references: the bare relay asks for nothing, has its GOP in memory, and its page draws what is decoded; the WebRTC peer (werift, on this machine, without TURN) sends its newest keyframe once it is connected, and the picture stands still until the next one',
]

async function measureKind(bench: Bench, { way, name }: Kind, sides: Sides): Promise<Watches> {
  const { camera, relay, peer, byRelay, byPeerMs } = sides
  await using browser = await BenchBrowser.start()
  const page = await browser.page(camera.site.service.origin, way)
  const seen = new Watches()
  for (let pair = 1; pair <= bench.pairs; pair += 1) {
    bench.say(`round ${pair}: ${openings(bench)} players by ${name}`)
    await camera.site.service.signInAgain()
    for (let index = 0; index < openings(bench); index += 1) {
      await camera.untilUnwatched()
      seen.add(await atEdge(page, () => play(page, camera)))
      if (way === 'mse') continue
      await page.playBare(relay.watched.address, relay.format)
      await page.until('a picture by the bare relay', ({ drawn }) => drawn[0])
      await sleep(bareSec * 1000)
      byRelay.add(await page.stop(), bareSec * 1000)
      await page.playPeer(peer.address)
      byPeerMs.push(await page.until('a picture by WebRTC', ({ drawn }) => drawn[0]?.afterMs))
      await page.stop()
    }
  }
  return seen
}

const play = (page: BenchPage, camera: WatchedCamera, stream: 'main' | 'sub' = 'main') =>
  page.play({ camera: camera.id, token: camera.site.service.org.api.token, stream })

/** Watches until the live edge and for a while there. */
async function atEdge(page: BenchPage, begin: () => Promise<void>): Promise<Seen> {
  await begin()
  await page.until('a picture of now', ({ drawn }) => drawn.find(isAtEdge))
  await sleep(watchSec * 1000)
  return page.stop()
}

function findingsOf(
  { way, name, edge, packet }: Kind,
  seen: Watches,
  { byRelay, byPeerMs }: Sides,
): Finding[] {
  const bare = (of: (watches: Watches) => readonly number[]) => ({ name: 'bare relay', values: of(byRelay) })
  const webRtc = way === 'webcodecs' ? [{ name: 'WebRTC', values: byPeerMs }] : []
  return [
    delaysFinding({
      metric: `${name}, open to first picture`,
      values: seen.firstMs,
      goal: opening,
      references: [bare(({ firstMs }) => firstMs), ...webRtc],
    }),
    delaysFinding({
      metric: `${name}, open to live edge`,
      values: seen.edgeMs,
      goal: edge,
      references: [bare(({ edgeMs }) => edgeMs)],
    }),
    delaysFinding({
      metric: `${name}, packet at the agent to drawn picture`,
      values: seen.agesMs,
      goal: packet,
      references: [bare(({ agesMs }) => agesMs)],
    }),
  ]
}

/** Of the sub stream, which the agent receives only while somebody watches it. */
async function measureOpened(bench: Bench, camera: WatchedCamera): Promise<readonly Finding[]> {
  const { service } = camera.site
  await using browser = await BenchBrowser.start()
  const page = await browser.page(service.origin)
  await must(service.org.api.post(`/api/v1/cameras/${camera.id}/snapshot`), z.unknown())
  const thumbnailMs: number[] = []
  const firstMs: number[] = []
  for (let pair = 1; pair <= bench.pairs; pair += 1) {
    bench.say(`round ${pair}: ${openings(bench)} players of a stream that is not open`)
    await service.signInAgain()
    for (let index = 0; index < openings(bench); index += 1) {
      await camera.untilUnwatched()
      await untilClosed(camera)
      await play(page, camera, 'sub')
      const isSub = ({ width }: DrawnPicture) => width === subPicture.width
      const drawn = await page.until('a picture of the sub stream', (seen) => seen.drawn.find(isSub))
      firstMs.push(drawn.afterMs)
      thumbnailMs.push(await page.until('the thumbnail', (seen) => seen.thumbnailMs))
      await page.stop()
    }
  }
  return [
    delaysFinding({ metric: 'stream that is not open, thumbnail', values: thumbnailMs, goal: opening }),
    delaysFinding({
      metric: `stream that is not open, GOP of ${subPicture.gopSec} s, first picture`,
      values: firstMs,
      goal: openedGoal,
    }),
  ]
}

/** Resolves once nobody receives the sub stream. */
async function untilClosed(camera: WatchedCamera): Promise<void> {
  await until('the sub stream is closed', async () => {
    const before = camera.framesSent('sub')
    await sleep(500)
    return camera.framesSent('sub') === before
  })
}
