import pg from 'pg'
import { z } from 'zod'
import { until } from '../harness/until.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { monotonicMs } from './measure/monotonic.js'
import { paced } from './measure/paced.js'
import { percentile, summaryOf } from './measure/statistics.js'
import { type ListeningOrg, seedListeningOrgs } from './notices/listening-orgs.js'
import { BenchProgram } from './programs/bench-program.js'
import { BenchService } from './service/bench-service.js'
import { withSpread } from './table.js'

const orgs = 100
const listenersEach = 10
const perSec = 200
/** Statements that may wait for a COMMIT at once. */
const writers = 8
const goals = { p50Ms: 15, p99Ms: 100 }
const changes = ({ quick }: Bench) => (quick ? 1_000 : 4_000)

const Heard = z.array(z.object({ id: z.string(), atMs: z.number() }))

interface Delays {
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Row 35: from the COMMIT of a change until those who listen have heard of it. */
export const noticeLatency: BenchRow = {
  number: 35,
  title: `change committed to notice heard, ${perSec}/s, ${orgs * listenersEach} listeners of ${orgs} organisations`,
  async measure(bench): Promise<Outcome> {
    bench.say('starting the cloud, filling in organisations')
    await using service = await BenchService.start(bench.folder)
    const seeded = await seedListeningOrgs(service, { orgs, events: Math.ceil(changes(bench) / orgs) })
    await using listeners = new BenchProgram('../notices/listeners')
    const keys = seeded.map(({ key }) => key)
    await listeners.ask({ kind: 'listen', origin: service.origin, keys, each: listenersEach }, z.number())
    const pool = new pg.Pool({ connectionString: service.databaseUrl, max: writers })
    const delays: Delays[] = []
    try {
      await turn(listeners, pool, seeded, perSec)
      for (let pair = 1; pair <= bench.pairs; pair += 1) {
        bench.say(`turn ${pair}: ${changes(bench)} changes`)
        delays.push(await turn(listeners, pool, seeded, changes(bench)))
      }
    } finally {
      await pool.end()
    }
    const findings = (['p50Ms', 'p99Ms'] as const).map((name) => findingOf(this.title, name, delays))
    return { kind: 'measured', findings, notes, postgres: service.postgres }
  },
}

const notes = [
  'row 35: timed from the answer to COMMIT; every listener heard of every change of its organisation. ' +
    'The organisations take turns, so that nothing is told together',
]

/** Changes events, of each organisation in turn, and waits until everybody has heard of each. */
async function turn(
  listeners: BenchProgram,
  pool: pg.Pool,
  seeded: readonly ListeningOrg[],
  count: number,
): Promise<Delays> {
  await listeners.ask({ kind: 'take' }, Heard)
  const committed = new Map<string, number>()
  await paced({ perSec, count }, async (index) => {
    const { orgId, eventIds } = seeded[index % orgs] ?? { orgId: '', eventIds: [] }
    const id = eventIds[Math.floor(index / orgs)] ?? ''
    await pool.query('update events set starred = not starred where org_id = $1 and id = $2', [orgId, id])
    committed.set(id, monotonicMs())
  })
  await until('everybody has heard of every change', async () => {
    return (await listeners.ask({ kind: 'count' }, z.number())) >= count * listenersEach
  })
  const heard = await listeners.ask({ kind: 'take' }, Heard)
  // A notice may be here before the answer to the statement is.
  const delaysMs = heard.map(({ id, atMs }) => Math.max(0, atMs - (committed.get(id) ?? Number.NaN)))
  return { p50Ms: percentile(delaysMs, 50), p99Ms: percentile(delaysMs, 99) }
}

function findingOf(title: string, name: keyof Delays, delays: readonly Delays[]): Finding {
  const summary = summaryOf(delays.map((one) => one[name]))
  return {
    metric: `${title}, ${name === 'p50Ms' ? 'p50' : 'p99'}`,
    product: withSpread(summary, 'ms'),
    reference: 'none',
    ratio: '',
    goal: `at most ${goals[name]} ms`,
    holds: summary.median <= goals[name],
  }
}
