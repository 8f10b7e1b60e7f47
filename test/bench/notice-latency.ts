import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Agent, request } from 'undici'
import { z } from 'zod'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { seedListeningOrgs } from './notices/listening-orgs.js'
import {
  type Change,
  type Delays,
  NoticeAudience,
  notices,
  type Turn,
  writers,
} from './notices/notice-turn.js'
import { BenchProgram } from './programs/bench-program.js'
import { BenchService } from './service/bench-service.js'
import { figure, withSpread } from './table.js'

const orgs = 100
const goals = { p50Ms: 15, p99Ms: 100 }
const changes = ({ quick }: Bench) => (quick ? 1_000 : 4_000)

/** Row 35: from a change until those who listen have heard of it. */
export const noticeLatency: BenchRow = {
  number: 35,
  title: `change to notice heard, ${notices.perSec}/s, ${orgs * notices.listenersEach} listeners of ${orgs} organisations`,
  async measure(bench): Promise<Outcome> {
    bench.say('starting two nodes, filling in organisations')
    await using service = await BenchService.start(bench.folder)
    const other = await service.addNode()
    const seeded = await seedListeningOrgs(service, { orgs, events: Math.ceil(changes(bench) / orgs) })
    await using bare = new BenchProgram('../notices/bare-streams')
    const { origin } = await bare.ask({ kind: 'start' }, z.object({ origin: z.string() }))
    await using audience = await NoticeAudience.open(service.origin, seeded)
    await using bareAudience = await NoticeAudience.open(origin, seeded)
    const pool = new pg.Pool({ connectionString: service.databaseUrl, max: writers })
    const agent = new Agent({ connections: writers })
    const byStatement: Change = async ({ orgId }, id) => {
      await pool.query('update events set starred = not starred where org_id = $1 and id = $2', [orgId, id])
    }
    const found: Found = { here: [], there: [], beside: [], bare: [] }
    try {
      await audience.turn(notices.perSec, byStatement)
      for (let pair = 1; pair <= bench.pairs; pair += 1) {
        bench.say(`pair ${pair}: four turns of ${changes(bench)} changes`)
        found.bare.push(await bareAudience.turn(changes(bench), byRequest(origin, agent)))
        found.here.push(await audience.turn(changes(bench), byRequest(service.origin, agent)))
        found.there.push(await audience.turn(changes(bench), byRequest(other, agent)))
        found.beside.push(await audience.turn(changes(bench), byStatement))
      }
    } finally {
      await pool.end()
      await agent.close()
    }
    const findings = ways.flatMap((way) =>
      (['p50Ms', 'p99Ms'] as const).map((name) => findingOf(way, name, found)),
    )
    return { kind: 'measured', findings, notes, postgres: service.postgres }
  },
}

/** By whom something is changed, as seen from the node that is listened on. */
const ways = [
  { key: 'here', title: 'that node changes it' },
  { key: 'there', title: 'another node changes it' },
  { key: 'beside', title: 'a statement beside the nodes changes it' },
] as const

type Way = (typeof ways)[number]

type Found = Record<Way['key'] | 'bare', Turn[]>

const notes = [
  'row 35: every listener heard of every change of its organisation. The organisations take turns, so that nothing is told together. ' +
    'Timed from the answer to the request, or to the statement, for its COMMIT comes right before; in brackets from its begin. ' +
    'A notice that is there before the answer took no time',
]

/** Changes an event by the API. */
function byRequest(origin: string, dispatcher: Agent): Change {
  return async ({ key }, id) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const change = {
      method: 'PATCH',
      headers,
      // What is set to what it is changes nothing.
      body: JSON.stringify({ notes: randomUUID() }),
      dispatcher,
    } as const
    const answer = await request(`${origin}/api/v1/events/${id}`, change)
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${text}`)
  }
}

function findingOf({ key, title }: Way, name: keyof Delays, found: Found): Finding {
  const summary = summaryOf(found[key].map(({ committed }) => committed[name]))
  const begun = (of: Way['key'] | 'bare') => found[of].map((turn) => turn.begun[name])
  return {
    metric: `${noticeLatency.title}; ${title}, ${name === 'p50Ms' ? 'p50' : 'p99'}`,
    product: `${withSpread(summary, 'ms')} (${figure(median(begun(key)))} ms)`,
    reference: `(${figure(median(begun('bare')))} ms; bare node:http, which stores nothing)`,
    ratio: `(${figure(median(ratiosOf(begun(key), begun('bare'))))})`,
    goal: `at most ${goals[name]} ms`,
    holds: summary.median <= goals[name],
  }
}
