import { z } from 'zod'
import type { Bench, BenchRow, Outcome } from './bench-row.js'
import { findPgbench, insertsPerSec, writeScript } from './event-intake/pgbench.js'
import { inTurn } from './measure/in-turn.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { BenchService } from './service/bench-service.js'
import { figure, withSpread } from './table.js'

const inFlight = 32
const clients = 8
const goals = { throughput: 1, p99Ms: 10 }

const Opened = z.object({
  orgId: z.string(),
  siteId: z.string(),
  gatewayId: z.string(),
  cameraIds: z.array(z.string()),
})
const Taken = z.object({ perSec: z.number(), p99Ms: z.number() })

/** Row 6: events that are acknowledged when PostgreSQL has them on disk. */
export const eventIntake: BenchRow = {
  number: 6,
  title: `event intake after COMMIT, ${inFlight} in flight`,
  async measure(bench): Promise<Outcome> {
    const pgbench = await findPgbench()
    if (pgbench === null) return { kind: 'skipped', reason: 'there is no pgbench on the PATH' }
    bench.say('starting the cloud')
    await using service = await BenchService.start(bench.folder)
    await using program = new BenchProgram('../event-intake/intake')
    const { cameraIds, ...row } = await program.ask(
      { kind: 'open', databaseUrl: service.databaseUrl },
      Opened,
    )
    const script = await writeScript(bench.folder, { ...row, cameraId: cameraIds[0] ?? '' })
    const sides = {
      product: (seconds: number) => program.ask({ kind: 'take', inFlight, seconds }, Taken),
      reference: async (seconds: number) => {
        const perSec = await insertsPerSec(service.databaseUrl, script, { clients, seconds })
        return { perSec, p99Ms: Number.NaN }
      },
    }
    for (const side of [sides.product, sides.reference]) await side(2)
    const { product, reference } = await inTurn(
      bench.pairs,
      { product: () => sides.product(sec(bench)), reference: () => sides.reference(sec(bench)) },
      (pair) => bench.say(`pair ${pair}: ${sec(bench)} s each side`),
    )
    const [ours, theirs] = [product.map(({ perSec }) => perSec), reference.map(({ perSec }) => perSec)]
    const ratio = median(ratiosOf(ours, theirs))
    const p99 = summaryOf(product.map(({ p99Ms }) => p99Ms))
    return {
      kind: 'measured',
      findings: [
        {
          metric: this.title,
          product: withSpread(summaryOf(ours), '/s'),
          reference: `${withSpread(summaryOf(theirs), '/s')} (pgbench, one row an INSERT, ${clients} clients)`,
          ratio: figure(ratio),
          goal: `at least ${goals.throughput}`,
          holds: ratio >= goals.throughput,
        },
        {
          metric: `${this.title}, p99`,
          product: withSpread(p99, 'ms'),
          reference: 'none: a bound',
          ratio: '',
          goal: `at most ${goals.p99Ms} ms`,
          holds: p99.median <= goals.p99Ms,
        },
      ],
      notes: [`row 6: ${pgbench}; ours also finds camera and place, moves totals and asks the alert rules`],
      postgres: service.postgres,
    }
  },
}

const sec = ({ quick }: Bench) => (quick ? 3 : 8)
