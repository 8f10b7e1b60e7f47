import { z } from 'zod'
import type { Bench, BenchRow, Outcome } from './bench-row.js'
import {
  connections,
  listOf,
  type Performance,
  pathsOfPages,
  underLoad,
  wholePage,
} from './event-list/ask-list.js'
import { ListService } from './event-list/list-service.js'
import { inTurn } from './measure/in-turn.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { figure, withSpread } from './table.js'

const events = 1_000_000
const goals = { throughput: 0.4, p99: 3 }

/** Row 7: the newest twenty of a million events, as a signed-in person sees them. */
export const eventList: BenchRow = {
  number: 7,
  title: 'event list, 20 of 1,000,000',
  async measure(bench): Promise<Outcome> {
    bench.say(`starting the cloud, filling in ${events.toLocaleString('en-US')} events (a minute or so)`)
    await using service = await ListService.start(bench.folder, 'list', events)
    await using bare = new BenchProgram('bare-route')
    await using load = new BenchProgram('load')
    const ours = listOf(service)
    const body = await wholePage(ours, events)
    const { url } = await bare.ask({ body }, z.object({ url: z.string() }))
    const theirs = { ...ours, url: `${url}/events`, pid: bare.pid }
    for (const side of [ours, theirs]) await underLoad(load, side, bench.quick ? 2 : 4)
    const { product, reference } = await inTurn(
      bench.pairs,
      {
        product: () => underLoad(load, ours, loadSec(bench)),
        reference: () => underLoad(load, theirs, loadSec(bench)),
      },
      (pair) => bench.say(`pair ${pair}: ${connections} connections, ${loadSec(bench)} s each side`),
    )
    const apart = await underLoad(
      load,
      { ...ours, paths: await pathsOfPages(ours, connections) },
      loadSec(bench),
    )
    const findings = findingsOf(this.title, product, reference)
    const cpu = (side: readonly Performance[]) => figure(median(side.map(({ cpuMs }) => cpuMs)))
    const notes = [
      `row 7: ${body.length.toLocaleString('en-US')} bytes an answer, ${connections} connections; ` +
        `Node's own processor time a request ${cpu(product)} ms, bare ${cpu(reference)} ms`,
      `row 7: all connections ask for the same page, and share answers; where each asks for another page, ` +
        `nothing is shared: ${figure(apart.perSec)}/s, p99 ${figure(apart.p99Ms)} ms, ${figure(apart.cpuMs)} ms a request`,
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
