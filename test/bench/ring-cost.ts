import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Bench, BenchRow, Outcome } from './bench-row.js'
import { type BenchCamera, BenchCameras } from './cameras/bench-cameras.js'
import { Segments } from './cameras/segments.js'
import { inTurn } from './measure/in-turn.js'
import { processTime } from './measure/process-time.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { figure, withSpread } from './table.js'

/** Several at once: the time of one alone would be a few ticks of the kernel's clock. */
const cameraCount = 4
const goal = 0.65

/** Row 2: what one 1080p25 camera costs in processor time, received and kept, nothing else. */
export const ringCost: BenchRow = {
  number: 2,
  title: 'agent CPU per 1080p25 camera, ring only',
  async measure(bench): Promise<Outcome> {
    const { ffmpeg } = bench
    if (process.platform !== 'linux') return { kind: 'skipped', reason: 'processor time is read from /proc' }
    if (ffmpeg === null) return { kind: 'skipped', reason: 'there is no ffmpeg to compare with' }
    await using cameras = await BenchCameras.start(cameraCount)
    await using program = new BenchProgram('ring')
    bench.say(`warming up for ${compileSec(bench)} s`)
    await program.ask({ cameras: cameras.all }, z.null())
    await sleep(compileSec(bench) * 1000)
    const { product, reference } = await inTurn(
      bench.pairs,
      {
        product: () => ringPercent(bench, program, cameras.all),
        reference: () => segmentsPercent(bench, ffmpeg.path, cameras.all),
      },
      (pair) => bench.say(`pair ${pair}: ${cameraCount} cameras, ${windowSec(bench)} s each side`),
    )
    const ratio = median(ratiosOf(product, reference))
    const finding = {
      metric: this.title,
      product: withSpread(summaryOf(product), '% of a core'),
      reference: `${withSpread(summaryOf(reference), '%')} (ffmpeg -c copy to 2 s segments)`,
      ratio: figure(ratio),
      goal: `at most ${goal}`,
      holds: ratio <= goal,
    }
    return { kind: 'measured', findings: [finding], notes: [] }
  },
}

const windowSec = ({ quick }: Bench) => (quick ? 8 : 25)
/** Connecting and filling the ring are over after that. */
const fillSec = ({ quick }: Bench) => (quick ? 4 : 8)
/** An agent runs for months: the half minute in which V8 compiles what runs often is not what it costs. */
const compileSec = ({ quick }: Bench) => (quick ? 10 : 40)

async function ringPercent(bench: Bench, program: BenchProgram, cameras: readonly BenchCamera[]) {
  await program.ask({ cameras }, z.null())
  const percent = await percentOver(bench, [program.pid])
  await program.ask({ cameras: [] }, z.null())
  return percent
}

async function segmentsPercent(bench: Bench, ffmpegPath: string, cameras: readonly BenchCamera[]) {
  const running: Segments[] = []
  try {
    for (const [index, camera] of cameras.entries()) {
      const folder = path.join(bench.folder, `segments-${performance.now()}-${index}`)
      running.push(await Segments.start(ffmpegPath, camera, folder))
    }
    await Promise.all(running.map((segments) => segments.reach(1)))
    const pids = running.map(({ pid }) => pid)
    return await percentOver(bench, pids)
  } finally {
    await Promise.all(running.map((segments) => segments[Symbol.asyncDispose]()))
  }
}

/** Percent of a core that a camera takes in these processes. */
async function percentOver(bench: Bench, pids: readonly number[]): Promise<number> {
  await sleep(fillSec(bench) * 1000)
  const [startedAt, before] = [performance.now(), await processTime(pids)]
  await sleep(windowSec(bench) * 1000)
  const [endedAt, after] = [performance.now(), await processTime(pids)]
  return ((after - before) * 100_000) / (endedAt - startedAt) / cameraCount
}
