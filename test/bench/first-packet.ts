import { z } from 'zod'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { type BenchCamera, BenchCameras, urlWithAccount } from './cameras/bench-cameras.js'
import { FfmpegProcess } from './cameras/ffmpeg-process.js'
import { inTurn } from './measure/in-turn.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { figure, withSpread } from './table.js'

const goal = 0.08
/** Connections a side in each pair; the median stands for the pair. */
const connects = 4

/** Row 5: from nothing to the first packet, of one camera while the others are received. */
export const firstPacketTime: BenchRow = {
  number: 5,
  title: 'RTSP connect to first packet in the ring',
  async measure(bench): Promise<Outcome> {
    const { ffmpeg } = bench
    if (ffmpeg === null) return { kind: 'skipped', reason: 'there is no ffmpeg to compare with' }
    const findings: Finding[] = []
    for (const count of bench.cameraCounts) findings.push(await measureWith(bench, ffmpeg.path, count))
    const startUp = await medianOf(() => startUpMs(bench, ffmpeg.path))
    const notes = [`row 5: ${figure(startUp)} ms of the reference are the start of the program ffmpeg`]
    return { kind: 'measured', findings, notes }
  },
}

/** The last of so many cameras; the process that connects receives the others all the time. */
async function measureWith(bench: Bench, ffmpegPath: string, count: number): Promise<Finding> {
  await using cameras = await BenchCameras.start(count)
  await using program = new BenchProgram('first-packet')
  const camera = cameras.all.at(-1)
  if (camera === undefined) throw new Error('no camera')
  await program.ask({ beside: cameras.all.slice(0, -1) }, z.null())
  await ourMs(program, camera)
  const { product, reference } = await inTurn(
    bench.pairs,
    {
      product: () => medianOf(() => ourMs(program, camera)),
      reference: () => medianOf(() => ffmpegMs(bench, ffmpegPath, camera)),
    },
    (pair) => bench.say(`pair ${pair}: ${count} cameras, ${connects} connections each side`),
  )
  const ratio = median(ratiosOf(product, reference))
  return {
    metric: `${firstPacketTime.title}, ${count} cameras`,
    product: withSpread(summaryOf(product), 'ms'),
    reference: `${withSpread(summaryOf(reference), 'ms')} (ffmpeg, default probing)`,
    ratio: figure(ratio),
    goal: `at most ${goal}`,
    holds: ratio <= goal,
  }
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let index = 0; index < connects; index += 1) values.push(await measure())
  return median(values)
}

async function ourMs(program: BenchProgram, camera: BenchCamera): Promise<number> {
  const { tookMs } = await program.ask({ camera }, z.object({ tookMs: z.number() }))
  return tookMs
}

/** From the start of the program until it hands on the first packet. */
async function ffmpegMs({ folder }: Bench, path: string, camera: BenchCamera): Promise<number> {
  const input = ['-rtsp_transport', 'tcp', '-i', urlWithAccount(camera)]
  const output = ['-map', '0:v', '-c', 'copy', '-flush_packets', '1', '-f', 'h264', 'pipe:1']
  const startedAt = performance.now()
  await using ffmpeg = new FfmpegProcess(path, [...input, ...output], folder)
  await ffmpeg.wrote()
  return performance.now() - startedAt
}

async function startUpMs({ folder }: Bench, path: string): Promise<number> {
  const startedAt = performance.now()
  await using ffmpeg = new FfmpegProcess(path, ['-version'], folder)
  await ffmpeg.wrote()
  return performance.now() - startedAt
}
