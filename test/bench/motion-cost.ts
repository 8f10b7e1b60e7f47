import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Bench, BenchRow, Outcome } from './bench-row.js'
import { type BenchCamera, BenchCameras } from './cameras/bench-cameras.js'
import { WatchedSegments } from './cameras/watched-segments.js'
import { inTurn } from './measure/in-turn.js'
import { processTime } from './measure/process-time.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { figure, withSpread } from './table.js'

/** Several at once: they share decoders, as the cameras of a site do. */
const cameraCount = 4
const goal = 0.25

/** Row 1: what one 1080p25 camera costs in processor time, received, kept, and watched for movement. */
export const motionCost: BenchRow = {
  number: 1,
  title: 'agent CPU per 1080p25 camera, ring plus motion watch, quiet picture',
  async measure(bench): Promise<Outcome> {
    const { ffmpeg } = bench
    if (process.platform !== 'linux') return { kind: 'skipped', reason: 'processor time is read from /proc' }
    if (ffmpeg === null) return { kind: 'skipped', reason: 'there is no ffmpeg to compare with' }
    await using cameras = await BenchCameras.start(cameraCount)
    await using program = new BenchProgram('motion')
    let events = 0
    const watch = async (watched: readonly BenchCamera[]) => {
      const { events: told } = await program.ask({ cameras: watched, ffmpegPath: ffmpeg.path }, Told)
      events += told
    }
    bench.say(`warming up for ${compileSec(bench)} s`)
    await watch(cameras.all)
    await sleep(compileSec(bench) * 1000)
    const { product, reference } = await inTurn(
      bench.pairs,
      {
        product: async () => {
          await watch(cameras.all)
          // What is compared once per stream and not again is over after that.
          await sleep(settleSec * 1000)
          const percent = await percentOver(bench, [program.pid])
          await watch([])
          return percent
        },
        reference: () => segmentsPercent(bench, ffmpeg.path, cameras.all),
      },
      (pair) => bench.say(`pair ${pair}: ${cameraCount} cameras, ${windowSec(bench)} s each side`),
    )
    const ratio = median(ratiosOf(product, reference))
    const finding = {
      metric: this.title,
      product: withSpread(summaryOf(product), '% of a core'),
      reference: `${withSpread(summaryOf(reference), '%')} (ffmpeg -c copy to 2 s segments, keyframes to a gray pipe)`,
      ratio: figure(ratio),
      goal: `at most ${goal}`,
      holds: ratio <= goal && events === 0,
    }
    const notes =
      events === 0 ? [] : [`row 1: ${events} movements were told of a picture in which nothing moves`]
    return { kind: 'measured', findings: [finding], notes }
  },
}

const Told = z.object({ events: z.number() })

/** A keyframe is compared at least every 30 s: a window holds whole rounds of that. */
const windowSec = ({ quick }: Bench) => (quick ? 30 : 60)
/** Learning sizes takes some seconds of every stream. */
const settleSec = 30
/** An agent runs for months: the half minute in which V8 compiles what runs often is not what it costs. */
const compileSec = ({ quick }: Bench) => (quick ? 30 : 60)

async function segmentsPercent(bench: Bench, ffmpegPath: string, cameras: readonly BenchCamera[]) {
  const running: WatchedSegments[] = []
  try {
    for (const [index, camera] of cameras.entries()) {
      const folder = path.join(bench.folder, `watched-${performance.now()}-${index}`)
      running.push(await WatchedSegments.start(ffmpegPath, camera, folder))
    }
    await sleep(4000)
    return await percentOver(
      bench,
      running.map(({ pid }) => pid),
    )
  } finally {
    await Promise.all(running.map((each) => each[Symbol.asyncDispose]()))
  }
}

/** Percent of a core that a camera takes in these processes and in children of theirs that ended. */
async function percentOver(bench: Bench, pids: readonly number[]): Promise<number> {
  const [startedAt, before] = [performance.now(), await processTime(pids)]
  await sleep(windowSec(bench) * 1000)
  const [endedAt, after] = [performance.now(), await processTime(pids)]
  return ((after - before) * 100_000) / (endedAt - startedAt) / cameraCount
}
