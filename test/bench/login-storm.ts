import { z } from 'zod'
import type { Bench, BenchRow, Outcome } from './bench-row.js'
import { seedEvents } from './event-list/seed-events.js'
import { inTurn } from './measure/in-turn.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { BenchService } from './service/bench-service.js'
import { figure, withSpread } from './table.js'

const events = 50_000
const listsPerSec = 100
const storm = { perSec: 50, addresses: 50 }
const goal = 1.5
const seconds = ({ quick }: Bench) => (quick ? 6 : 15)

const Answers = z.object({ p50Ms: z.number(), p99Ms: z.number() })
const Statuses = z.record(z.string(), z.number())

/** Row 13: what guessing of passwords costs those who are signed in. */
export const loginStorm: BenchRow = {
  number: 13,
  title: `event list, ${listsPerSec}/s, beside ${storm.perSec} wrong logins/s from ${storm.addresses} addresses, p99`,
  async measure(bench): Promise<Outcome> {
    bench.say(`starting the cloud, filling in ${events.toLocaleString('en-US')} events`)
    await using service = await BenchService.start(bench.folder, { TRUSTED_PROXIES: '127.0.0.0/8' })
    const { orgId, siteId, token } = service.org
    await seedEvents({ databaseUrl: service.databaseUrl, orgId, siteId, events })
    await using load = new BenchProgram('../login-storm/paced-load')
    await using attacker = new BenchProgram('../login-storm/storm')
    const list = (sec: number) => {
      const url = `${service.origin}/api/v1/events?limit=20`
      const headers = { authorization: `Bearer ${token}` }
      return load.ask({ url, headers, perSec: listsPerSec, seconds: sec }, Answers)
    }
    const statuses: Record<string, number> = {}
    let round = 0
    const besideStorm = async () => {
      round += 1
      const sec = seconds(bench)
      const attack = attacker.ask({ origin: service.origin, ...storm, seconds: sec, round }, Statuses)
      const [told, answers] = await Promise.all([attack, list(sec)])
      for (const [status, count] of Object.entries(told)) statuses[status] = (statuses[status] ?? 0) + count
      return answers
    }
    await list(seconds(bench) / 2)
    const { product, reference } = await inTurn(
      bench.pairs,
      { product: besideStorm, reference: () => list(seconds(bench)) },
      (pair) => bench.say(`pair ${pair}: ${seconds(bench)} s with wrong logins, and without`),
    )
    requireTaken(statuses)
    const [ours, theirs] = [product.map(({ p99Ms }) => p99Ms), reference.map(({ p99Ms }) => p99Ms)]
    const ratio = median(ratiosOf(ours, theirs))
    const finding = {
      metric: this.title,
      product: withSpread(summaryOf(ours), 'ms'),
      reference: `${withSpread(summaryOf(theirs), 'ms')} (without wrong logins)`,
      ratio: figure(ratio),
      goal: `at most ${goal}`,
      holds: ratio <= goal,
    }
    const p50 = (side: readonly { p50Ms: number }[]) => figure(median(side.map(({ p50Ms }) => p50Ms)))
    const notes = [
      `row 13: median answer ${p50(product)} ms with wrong logins, ${p50(reference)} ms without; ` +
        `the logins were answered ${JSON.stringify(statuses)}`,
    ]
    return { kind: 'measured', findings: [finding], notes, postgres: service.postgres }
  },
}

/**
 * A storm that is turned away at the door costs nothing; one that outruns the hashing is told 429 where it must be.
 * @throws Error unless most passwords were tried, and the others were told to wait
 */
function requireTaken(statuses: Readonly<Record<string, number>>): void {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const { 401: wrong = 0, 429: busy = 0 } = statuses
  if (wrong < all / 2 || wrong + busy < all)
    throw new Error(`the logins were not tried: answered ${JSON.stringify(statuses)}`)
}
