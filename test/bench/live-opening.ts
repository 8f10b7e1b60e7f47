import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { BareRelay } from './live-view/bare-relay.js'
import { Viewers } from './live-view/viewers.js'
import type { Watched } from './live-view/watched.js'
import { WatchedCamera } from './live-view/watched-camera.js'
import { inTurn } from './measure/in-turn.js'
import { median, percentile, ratiosOf } from './measure/statistics.js'
import { figure } from './table.js'

/** A GOP is 5 MB. */
const gopSec = 10
/** Viewers one after the other on each side in each pair. */
const openings = ({ quick }: Bench) => (quick ? 5 : 10)
/** How long each watches, s. */
const watchSec = 2

interface Goal {
  readonly p50Ms: number
  readonly p95Ms: number
}
const goals = {
  opening: { p50Ms: 300, p95Ms: 700 },
  /** Of the drawn picture, so that a part of it is the page's. */
  packet: { p50Ms: 50, p95Ms: 120 },
} as const

/** What one side's viewers of a pair saw, ms. */
interface Watches {
  readonly firstMs: readonly number[]
  readonly latenciesMs: readonly number[]
  /** How many of them got less than the whole stream in the end. */
  readonly steppedDown: number
}

/** Row 26: how soon a program has a picture of a camera, and how old its packets are. */
export const liveOpening: BenchRow = {
  number: 26,
  title: 'live view, open to first picture and packet to viewer',
  async measure(bench): Promise<Outcome> {
    await using camera = await WatchedCamera.start(bench, gopSec)
    await using relay = await BareRelay.start(camera.address)
    await using audience = new Viewers()
    await using viewers = new Viewers()
    const told = (what: string) => (pair: number) =>
      bench.say(`pair ${pair}: ${what}, ${openings(bench)} viewers each side`)
    const bare = () => watches(bench, viewers, relay.watched)
    const alone = await inTurn(
      bench.pairs,
      {
        product: () => watches(bench, viewers, camera.watched, () => camera.untilUnwatched()),
        reference: bare,
      },
      told('the first to watch'),
    )
    await audience.open(camera.watched, 1)
    const beside = await inTurn(
      bench.pairs,
      { product: () => watches(bench, viewers, camera.watched), reference: bare },
      told('others watch already'),
    )
    await audience.close()
    const steppedDown = [...alone.product, ...beside.product].reduce((sum, one) => sum + one.steppedDown, 0)
    const firstOf = ({ firstMs }: Watches) => firstMs
    const latenciesOf = ({ latenciesMs }: Watches) => latenciesMs
    return {
      kind: 'measured',
      findings: [
        finding('open to first picture, nobody watches yet', alone, firstOf, goals.opening),
        finding('open to first picture, others watch already', beside, firstOf, goals.opening),
        finding('packet at the agent to viewer', alone, latenciesOf, goals.packet),
      ],
      notes: [`${about}; ${steppedDown} viewers were stepped down`],
      postgres: camera.site.service.postgres,
    }
  },
}

const about =
  'row 26: 1080p25 at 4 Mbit/s with a GOP of 10 s; opening is the socket, the key and the subscription; the bare relay asks for nothing and has its GOP in memory; its packets come over a connection of its own to the same camera'

/** @param ready resolves when the next may begin */
async function watches(
  bench: Bench,
  viewers: Viewers,
  watched: Watched,
  ready: () => Promise<void> = () => Promise.resolve(),
): Promise<Watches> {
  const firstMs: number[] = []
  const latenciesMs: number[] = []
  let steppedDown = 0
  for (let index = 0; index < openings(bench); index += 1) {
    await ready()
    const opened = await viewers.open(watched, 1)
    await sleep(watchSec * 1000)
    const received = await viewers.received()
    await viewers.close()
    firstMs.push(...opened.map(({ firstPictureMs }) => firstPictureMs))
    latenciesMs.push(...received.flatMap((one) => one.latenciesMs))
    steppedDown += received.filter(({ reason }) => reason !== null).length
  }
  return { firstMs, latenciesMs, steppedDown }
}

function finding(
  what: string,
  { product, reference }: { readonly product: readonly Watches[]; readonly reference: readonly Watches[] },
  of: (watches: Watches) => readonly number[],
  goal: Goal,
): Finding {
  const [ours, theirs] = [product.flatMap(of), reference.flatMap(of)]
  const mediansOf = (side: readonly Watches[]) => side.map((one) => median(of(one)))
  return {
    metric: `live view, ${what}`,
    product: delaysText(ours),
    reference: `${delaysText(theirs)} (bare relay)`,
    ratio: figure(median(ratiosOf(mediansOf(product), mediansOf(reference)))),
    goal: `p50 at most ${goal.p50Ms} ms, p95 ${goal.p95Ms} ms`,
    holds: percentile(ours, 50) <= goal.p50Ms && percentile(ours, 95) <= goal.p95Ms,
  }
}

const delaysText = (values: readonly number[]) =>
  `p50 ${figure(percentile(values, 50))} ms, p95 ${figure(percentile(values, 95))} ms of ${values.length}`
