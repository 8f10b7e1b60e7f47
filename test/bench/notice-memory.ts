import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Bench, BenchRow, Outcome } from './bench-row.js'
import { pssOf } from './measure/memory.js'
import { median, summaryOf } from './measure/statistics.js'
import { seedListeningOrgs } from './notices/listening-orgs.js'
import { BenchProgram } from './programs/bench-program.js'
import { BenchService } from './service/bench-service.js'
import { figure, withSpread } from './table.js'

/** A person or key may listen twenty times. */
const listenersEach = 20
const keysOf = ({ quick }: Bench) => (quick ? 100 : 500)
const goal = 1.5
/** What a process has taken to accept connections it gives back a while after, s. */
const restSec = 10

/** Row 36: what somebody who listens to notices costs in memory. */
export const noticeMemory: BenchRow = {
  number: 36,
  title: 'notices, memory for each listener of a node',
  async measure(bench): Promise<Outcome> {
    if (process.platform !== 'linux') return { kind: 'skipped', reason: 'memory is read from /proc' }
    const listeners = keysOf(bench) * listenersEach
    bench.say(`starting the cloud, filling in ${keysOf(bench)} organisations`)
    await using service = await BenchService.start(bench.folder)
    const seeded = await seedListeningOrgs(service, { orgs: keysOf(bench), events: 1 })
    const keys = seeded.map(({ key }) => key)
    const product: number[] = []
    const reference: number[] = []
    for (let pair = 1; pair <= bench.pairs; pair += 1) {
      bench.say(`pair ${pair}: ${listeners.toLocaleString('en-US')} listeners each side`)
      product.push(await bytesEach(service.pid, service.origin, keys))
      await using bare = new BenchProgram('../notices/bare-streams')
      const { origin } = await bare.ask({ kind: 'start' }, z.object({ origin: z.string() }))
      reference.push(await bytesEach(bare.pid, origin, keys))
    }
    // The first listeners of a process warm it; later ones take what it has kept of those before.
    const ratio = (product[0] ?? Number.NaN) / (reference[0] ?? Number.NaN)
    const finding = {
      metric: `${this.title}, ${listeners.toLocaleString('en-US')} of them`,
      product: withSpread(summaryOf(product), 'kB'),
      reference: `${withSpread(summaryOf(reference), 'kB')} (bare node:http, an open answer)`,
      ratio: figure(ratio),
      goal: `at most ${goal}`,
      holds: ratio <= goal,
    }
    const notes = [
      `row 36: the ratio is of the first pair; median of the product ${figure(median(product))} kB`,
    ]
    return { kind: 'measured', findings: [finding], notes, postgres: service.postgres }
  },
}

/** By how much the process that answers grows for each listener, kB. */
async function bytesEach(pid: number, origin: string, keys: readonly string[]): Promise<number> {
  await using listeners = new BenchProgram('../notices/listeners')
  const before = await pssOf(pid)
  const count = await listeners.ask({ kind: 'listen', origin, keys, each: listenersEach }, z.number())
  await sleep(restSec * 1000)
  await listeners.ask({ kind: 'count' }, z.number())
  return ((await pssOf(pid)) - before) / count / 1000
}
