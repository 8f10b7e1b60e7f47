import { z } from 'zod'
import type { BenchRow, Outcome } from './bench-row.js'
import { summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { withSpread } from './table.js'

const cameraCount = 64
const goalSec = 10

const Scan = z.object({
  /** Devices of ours in the list, and how many different ones they are. */
  entries: z.number(),
  cameras: z.number(),
  /** From the begin of the scan until the last of them was first heard of, and until the list was there. */
  lastSeenMs: z.number(),
  tookMs: z.number(),
})

/** Row 20: every camera of a large site in the list, once, with its state. */
export const discovery: BenchRow = {
  number: 20,
  title: `${cameraCount} cameras discovered and merged`,
  async measure(bench): Promise<Outcome> {
    if (process.platform !== 'linux') return { kind: 'skipped', reason: 'only Linux has all of 127.0.0.0/8' }
    await using fakes = new BenchProgram('light-cameras')
    await fakes.ask({ cameras: cameraCount }, z.null())
    await using program = new BenchProgram('discover')
    const scans: z.infer<typeof Scan>[] = []
    for (let pair = 1; pair <= bench.pairs; pair += 1) {
      const scan = await program.ask({}, Scan)
      if (scan.entries !== cameraCount || scan.cameras !== cameraCount) {
        throw new Error(`${scan.cameras} of ${cameraCount} cameras in ${scan.entries} entries`)
      }
      scans.push(scan)
      bench.say(`scan ${pair}: ${scan.entries} entries after ${Math.round(scan.tookMs)} ms`)
    }
    const seconds = (pick: (scan: z.infer<typeof Scan>) => number) => scans.map((scan) => pick(scan) / 1000)
    const slowest = Math.max(...seconds(({ tookMs }) => tookMs))
    const finding = {
      metric: this.title,
      product: withSpread(summaryOf(seconds(({ tookMs }) => tookMs)), 's'),
      reference: 'none',
      ratio: '',
      goal: `at most ${goalSec} s`,
      holds: slowest <= goalSec,
    }
    const notes = [
      `row 20: the last of them was first heard of after ${withSpread(summaryOf(seconds(({ lastSeenMs }) => lastSeenMs)), 's')}; the rest is listening for late answers and one question to each`,
      'row 20: the cameras are light ones on loopback, each with two addresses and two answers to each probe; they have no pictures',
    ]
    return { kind: 'measured', findings: [finding], notes }
  },
}
