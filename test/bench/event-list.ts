import { EventPage } from '@sightline/protocol'
import { request } from 'undici'
import { z } from 'zod'
import type { Bench, BenchRow, Outcome } from './bench-row.js'
import { ListService } from './event-list/list-service.js'
import { inTurn } from './measure/in-turn.js'
import { processTime } from './measure/process-time.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { figure, withSpread } from './table.js'

const events = 1_000_000
const connections = 16
const goals = { throughput: 0.4, p99: 3 }

const Load = z.object({ requests: z.number(), perSec: z.number(), p99Ms: z.number() })

/** What a side of the comparison is asked, and the process that answers. */
interface Side {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly pid: number
}

/** What a side did under load. */
interface Performance {
  readonly perSec: number
  readonly p99Ms: number
  /** Processor time of the answering process, ms a request; without that of PostgreSQL. */
  readonly cpuMs: number
}

/** Row 7: the newest twenty of a million events, as a signed-in person sees them. */
export const eventList: BenchRow = {
  number: 7,
  title: 'event list, 20 of 1,000,000',
  async measure(bench): Promise<Outcome> {
    bench.say(`starting the cloud, filling in ${events.toLocaleString('en-US')} events (a minute or so)`)
    await using service = await ListService.start(bench.folder, events)
    await using bare = new BenchProgram('bare-route')
    await using load = new BenchProgram('load')
    const headers = { authorization: `Bearer ${service.token}` }
    const ours = { url: `${service.origin}/api/v1/events?limit=20`, headers, pid: service.pid }
    const body = await wholePage(ours)
    const { url } = await bare.ask({ body }, z.object({ url: z.string() }))
    const theirs = { url: `${url}/events`, headers, pid: bare.pid }
    for (const side of [ours, theirs]) await underLoad(load, side, bench.quick ? 2 : 4)
    const { product, reference } = await inTurn(
      bench.pairs,
      {
        product: () => underLoad(load, ours, loadSec(bench)),
        reference: () => underLoad(load, theirs, loadSec(bench)),
      },
      (pair) => bench.say(`pair ${pair}: ${connections} connections, ${loadSec(bench)} s each side`),
    )
    const findings = findingsOf(this.title, product, reference)
    const cpu = (side: readonly Performance[]) => figure(median(side.map(({ cpuMs }) => cpuMs)))
    const notes = [
      `row 7: ${body.length.toLocaleString('en-US')} bytes an answer, ${connections} connections; ` +
        `Node's own processor time a request ${cpu(product)} ms, bare ${cpu(reference)} ms`,
    ]
    return { kind: 'measured', findings, notes, postgres: service.postgres }
  },
}

const loadSec = ({ quick }: Bench) => (quick ? 3 : 6)

function findingsOf(title: string, product: readonly Performance[], reference: readonly Performance[]) {
  const compare = (name: 'perSec' | 'p99Ms') => {
    const [ours, theirs] = [product.map((side) => side[name]), reference.map((side) => side[name])]
    const unit = name === 'perSec' ? '/s' : 'ms'
    return {
      product: withSpread(summaryOf(ours), unit),
      reference: `${withSpread(summaryOf(theirs), unit)} (bare Fastify route, same bytes)`,
      ratio: median(ratiosOf(ours, theirs)),
    }
  }
  const [perSec, p99] = [compare('perSec'), compare('p99Ms')]
  return [
    {
      ...perSec,
      metric: title,
      ratio: figure(perSec.ratio),
      goal: `at least ${goals.throughput}`,
      holds: perSec.ratio >= goals.throughput,
    },
    {
      ...p99,
      metric: `${title}, p99`,
      ratio: figure(p99.ratio),
      goal: `at most ${goals.p99}`,
      holds: p99.ratio <= goals.p99,
    },
  ]
}

/** One answer, proved to be what the row is about. @throws Error if it is something less */
async function wholePage({ url, headers }: Side): Promise<string> {
  const answer = await request(url, { headers })
  const body = await answer.body.text()
  if (answer.statusCode !== 200)
    throw new Error(`the list answered ${answer.statusCode}: ${body.slice(0, 300)}`)
  const page = EventPage.parse(JSON.parse(body))
  const whole = page.data.filter((item) => item.camera_name !== '' && item.snapshot_url !== null)
  if (whole.length !== 20 || page.total !== events || page.next_cursor === null) {
    throw new Error(`not the page that is meant: ${whole.length} whole items of ${page.total}`)
  }
  return body
}

async function underLoad(load: BenchProgram, side: Side, seconds: number): Promise<Performance> {
  const { url, headers, pid } = side
  const isLinux = process.platform === 'linux'
  const before = isLinux ? await processTime([pid]) : Number.NaN
  const { requests, perSec, p99Ms } = await load.ask({ url, headers, connections, seconds }, Load)
  const after = isLinux ? await processTime([pid]) : Number.NaN
  return { perSec, p99Ms, cpuMs: ((after - before) * 1000) / requests }
}
