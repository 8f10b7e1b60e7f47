import { z } from 'zod'
import type { BenchRow, Outcome } from './bench-row.js'
import { median } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { BenchService } from './service/bench-service.js'
import { figure } from './table.js'

const goalMs = 50
/** The first times that something is asked its code is cold, as never after. */
const coldTimes = 5

/** Row 34: for how long one organisation keeps the event loop from all others. */
export const longTurns: BenchRow = {
  number: 34,
  title: 'longest turn of the event loop, 10,000 of everything',
  async measure(bench): Promise<Outcome> {
    bench.say('starting the cloud, and filling in ten thousand of everything')
    await using service = await BenchService.start(bench.folder)
    await using program = new BenchProgram('../long-turns/long-turns')
    const open = { kind: 'open', databaseUrl: service.databaseUrl }
    const { names } = await program.ask(open, z.object({ names: z.array(z.string()) }))
    const ask = async (name: string) =>
      (await program.ask({ kind: 'ask', name }, z.object({ longestMs: z.number() }))).longestMs
    const times = bench.quick ? 5 : 15
    const turns: { name: string; ms: number }[] = []
    for (const name of names) {
      bench.say(name)
      const each: number[] = []
      for (let time = 0; time < coldTimes + times; time += 1) each.push(await ask(name))
      turns.push({ name, ms: median(each.slice(coldTimes)) })
    }
    turns.sort((one, other) => other.ms - one.ms)
    const [longest] = turns
    if (longest === undefined) throw new Error('nothing was asked')
    return {
      kind: 'measured',
      findings: [
        {
          metric: this.title,
          product: `${figure(longest.ms)} ms (${longest.name})`,
          reference: 'none',
          ratio: '',
          goal: `at most ${goalMs} ms`,
          holds: longest.ms <= goalMs,
        },
      ],
      notes: [
        `row 34: of each the median of ${times}: ${turns.map(({ name, ms }) => `${name} ${figure(ms)} ms`).join(', ')}`,
      ],
      postgres: service.postgres,
    }
  },
}
