import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Finding } from '../bench-row.js'
import { inTurn, type Pairs } from '../measure/in-turn.js'
import { ownProcessorShare } from '../measure/processor-share.js'
import { median, ratiosOf, summaryOf } from '../measure/statistics.js'
import { figure, withSpread } from '../table.js'
import type { BareRelay } from './bare-relay.js'
import type { Received } from './reception.js'
import { WatchedOverTls } from './tls-front.js'
import type { Viewers } from './viewers.js'
import type { WatchedCamera } from './watched-camera.js'

/** A short run leaves room for other work on the machine. */
const viewersOf = ({ quick }: Bench) => (quick ? 20 : 50)
/** Percent of a core. */
const goal = 0.1
/** Windows in which somebody was stepped down do not count; so many are tried. */
const attempts = 3
/** Bursts of the GOP to everybody are over, s. */
const settleSec = 5
const windowSec = ({ quick }: Bench) => (quick ? 10 : 25)

/** Percent of a core for each viewer, and what that got. */
interface Share {
  /** Of the process that sends. */
  readonly sender: number
  /** Of the proxy before it, which ends TLS. */
  readonly proxy: number
  readonly mbitPerSec: number
  readonly gaps: number
}

/** What is measured: who sends, and what that takes while nobody watches, percent of a core. */
interface Side {
  readonly front: WatchedOverTls
  readonly pid: number
  readonly idle: number
}

/** What a viewer of the cloud, and of the bare relay, costs on the node that sends to it over TLS. */
export async function measureNode(
  bench: Bench,
  { camera, relay, viewers }: { camera: WatchedCamera; relay: BareRelay; viewers: Viewers },
): Promise<{ readonly findings: readonly Finding[]; readonly notes: readonly string[] }> {
  await using cloudFront = await WatchedOverTls.start(camera.watched)
  await using relayFront = await WatchedOverTls.start(relay.watched)
  const cloud = camera.site.service.pid
  const shares = await inTurn(
    bench.pairs,
    {
      product: async () => {
        await camera.untilUnwatched()
        const idle = await ownProcessorShare([cloud], windowSec(bench))
        return measureSide(bench, viewers, { front: cloudFront, pid: cloud, idle })
      },
      reference: () => measureSide(bench, viewers, { front: relayFront, pid: relay.pid, idle: 0 }),
    },
    (pair) =>
      bench.say(`pair ${pair}: ${viewersOf(bench)} viewers over TLS, ${windowSec(bench)} s each side`),
  )
  const { product, reference } = shares
  const of = `live view, CPU per viewer, ${viewersOf(bench)} viewers of 4 Mbit/s over TLS`
  return {
    findings: [
      shareFinding(`${of}: the cloud`, shares, ({ sender }) => sender),
      shareFinding(`${of}: with the proxy that ends TLS`, shares, ({ sender, proxy }) => sender + proxy),
    ],
    notes: [`${about}; each viewer got ${sentText(product)}, of the bare relay ${sentText(reference)}`],
  }
}

const about =
  'row 27: the proxy is one of Node for each side; what the cloud takes while nobody watches is subtracted, the receiving of the stream is in both sides'

const sentText = (shares: readonly Share[]) =>
  `${figure(median(shares.map(({ mbitPerSec }) => mbitPerSec)))} Mbit/s with ${shares.reduce((sum, { gaps }) => sum + gaps, 0)} gaps`

function shareFinding(
  metric: string,
  { product, reference }: Pairs<Share, Share>,
  of: (share: Share) => number,
): Finding {
  const [ours, theirs] = [product.map(of), reference.map(of)]
  return {
    metric,
    product: withSpread(summaryOf(ours), '% of a core'),
    reference: `${withSpread(summaryOf(theirs), '%')} (bare relay)`,
    ratio: figure(median(ratiosOf(ours, theirs))),
    goal: `at most ${goal} %`,
    holds: median(ours) <= goal,
  }
}

async function measureSide(bench: Bench, viewers: Viewers, { front, pid, idle }: Side): Promise<Share> {
  const count = viewersOf(bench)
  await viewers.open(front.watched, count)
  await sleep(settleSec * 1000)
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await viewers.untilWhole()
    const [sender = 0, proxy = 0] = await Promise.all(
      [pid, front.pid].map((each) => ownProcessorShare([each], windowSec(bench))),
    )
    const received = await viewers.received()
    const isWhole = received.every(({ reason }) => reason === null)
    const whole = isWhole ? 'each with the whole stream' : 'some stepped down'
    bench.say(`${figure(sender)} % of a core for ${count}, ${figure(proxy)} % by the proxy, ${whole}`)
    if (!isWhole) continue
    await viewers.close()
    const shares = { sender: (sender - idle) / count, proxy: proxy / count }
    return { ...shares, ...sentIn(received, windowSec(bench)) }
  }
  throw new Error('the machine is too busy: viewers were stepped down in each window')
}

function sentIn(received: readonly Received[], seconds: number): Pick<Share, 'mbitPerSec' | 'gaps'> {
  const bytes = received.reduce((sum, one) => sum + one.bytes, 0)
  const gaps = received.reduce((sum, one) => sum + one.gaps, 0)
  return { mbitPerSec: (bytes * 8) / 1e6 / seconds / received.length, gaps }
}
