import type { Bench, BenchRow, Outcome } from './bench-row.js'
import { listOf, underLoad, wholePage } from './event-list/ask-list.js'
import { ListService } from './event-list/list-service.js'
import { inTurn } from './measure/in-turn.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { figure, withSpread } from './table.js'

const many = 1_000_000
const few = 10_000
const goal = 0.95

/** Row 8: what the exact total costs where there is much to count. */
export const eventTotal: BenchRow = {
  number: 8,
  title: 'exact total in the list of 1,000,000',
  async measure(bench): Promise<Outcome> {
    bench.say(`starting two clouds, filling in ${many.toLocaleString('en-US')} events (a minute or so)`)
    await using large = await ListService.start(bench.folder, 'many', many)
    await using small = await ListService.start(bench.folder, 'few', few)
    await using load = new BenchProgram('load')
    const [ours, theirs] = [listOf(large), listOf(small)]
    await wholePage(ours, many)
    await wholePage(theirs, few)
    for (const side of [ours, theirs]) await underLoad(load, side, bench.quick ? 2 : 4)
    const { product, reference } = await inTurn(
      bench.pairs,
      {
        product: async () => (await underLoad(load, ours, loadSec(bench))).perSec,
        reference: async () => (await underLoad(load, theirs, loadSec(bench))).perSec,
      },
      (pair) => bench.say(`pair ${pair}: ${loadSec(bench)} s each side`),
    )
    const ratio = median(ratiosOf(product, reference))
    return {
      kind: 'measured',
      findings: [
        {
          metric: this.title,
          product: withSpread(summaryOf(product), '/s'),
          reference: `${withSpread(summaryOf(reference), '/s')} (the same list of 10,000)`,
          ratio: figure(ratio),
          goal: `at least ${goal}`,
          holds: ratio >= goal,
        },
      ],
      notes: ['row 8: the first page, so that every request asks for the total'],
      postgres: large.postgres,
    }
  },
}

const loadSec = ({ quick }: Bench) => (quick ? 3 : 6)
