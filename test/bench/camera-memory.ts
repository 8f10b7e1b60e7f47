import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { type BenchCamera, BenchCameras } from './cameras/bench-cameras.js'
import { Receiver } from './cameras/receiver.js'
import {
  ReferenceCameras,
  type ReferenceKind,
  referenceCount,
  referenceName,
} from './cameras/reference-cameras.js'
import { inTurn } from './measure/in-turn.js'
import { familyPss } from './measure/memory.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { figure, withSpread } from './table.js'

const goal = 0.15
const bytesPerMb = 1e6
const samples = 10
const sampleEveryMs = 1000

/** Until rings are full and V8 has collected many times. */
const settleSec = ({ quick }: Bench) => (quick ? 20 : 45)

const kinds = [
  { watched: false, metric: 'ring only', reference: 'segments' },
  { watched: true, metric: 'ring plus motion watch', reference: 'segments and keyframes' },
] as const satisfies readonly { watched: boolean; metric: string; reference: ReferenceKind }[]

/**
 * Row 3: what one 1080p25 camera takes of the memory beside the bytes in its ring: what a process has grown by since
 * it received none, garbage that V8 has not collected yet and decoders included.
 */
export const cameraMemory: BenchRow = {
  number: 3,
  title: 'agent memory per 1080p25 camera beyond the bytes in the ring',
  async measure(bench): Promise<Outcome> {
    const { ffmpeg } = bench
    if (process.platform !== 'linux') return { kind: 'skipped', reason: 'memory is read from /proc' }
    if (ffmpeg === null) return { kind: 'skipped', reason: 'there is no ffmpeg to compare with' }
    const findings: Finding[] = []
    for (const count of bench.cameraCounts) {
      await using cameras = await BenchCameras.start(count)
      for (const { watched, metric, reference: kind } of kinds) {
        const { product, reference } = await inTurn(
          bench.pairs,
          {
            product: () => oursMb(bench, cameras.all, watched ? ffmpeg.path : null),
            reference: () => referenceMb(bench, kind, ffmpeg.path, cameras.all),
          },
          (pair) => bench.say(`pair ${pair}: ${count} cameras, ${metric}`),
        )
        const ratio = median(ratiosOf(product, reference))
        findings.push({
          metric: `agent memory per 1080p25 camera beyond its ring, ${metric}, ${count} cameras`,
          product: withSpread(summaryOf(product), 'MB'),
          reference: `${withSpread(summaryOf(reference), 'MB')} (PSS; ${referenceName(kind, count)})`,
          ratio: figure(ratio),
          goal: `at most ${goal}`,
          holds: ratio <= goal,
        })
      }
    }
    return { kind: 'measured', findings, notes: [] }
  },
}

/** A process of its own each time, for the memory of one that ran before does not shrink. */
async function oursMb(bench: Bench, cameras: readonly BenchCamera[], ffmpegPath: string | null) {
  await using receiver = new Receiver()
  await receiver.facts()
  const idle = await familyPss([receiver.pid])
  await receiver.receive(cameras, ffmpegPath)
  const bytes = await sampled(bench, async () => {
    const { ringBytes } = await receiver.facts()
    return (await familyPss([receiver.pid])) - ringBytes - idle
  })
  return bytes / cameras.length / bytesPerMb
}

async function referenceMb(
  bench: Bench,
  kind: ReferenceKind,
  ffmpegPath: string,
  cameras: readonly BenchCamera[],
) {
  await using running = await ReferenceCameras.start(bench, kind, ffmpegPath, cameras)
  const bytes = await sampled({ ...bench, quick: true }, () => familyPss(running.pids))
  return bytes / referenceCount(cameras.length) / bytesPerMb
}

/** The mean over some seconds, once all has settled. */
async function sampled(bench: Bench, sample: () => Promise<number>): Promise<number> {
  await sleep(settleSec(bench) * 1000)
  let sum = 0
  for (let taken = 0; taken < samples; taken += 1) {
    sum += await sample()
    await sleep(sampleEveryMs)
  }
  return sum / samples
}
