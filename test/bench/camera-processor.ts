import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { BenchCameras, type BenchPicture } from './cameras/bench-cameras.js'
import { Receiver } from './cameras/receiver.js'
import {
  ReferenceCameras,
  type ReferenceKind,
  referenceCount,
  referenceName,
} from './cameras/reference-cameras.js'
import { inTurn } from './measure/in-turn.js'
import { processorShare } from './measure/processor-share.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { figure, withSpread } from './table.js'

/** A side of a pair, seconds: an agent runs for months, so what it does once per stream is over when it is measured. */
interface Lengths {
  /** The time in which V8 compiles what runs often. */
  readonly warmUp: number
  readonly settle: number
  readonly window: number
  /** ffmpeg does the same each second. */
  readonly referenceWindow: number
}

interface Kind {
  readonly number: number
  readonly title: string
  readonly reference: ReferenceKind
  readonly watched: boolean
  readonly pictures: readonly BenchPicture[]
  readonly goal: number
  readonly lengths: { readonly full: Lengths; readonly quick: Lengths }
}

/** Row 1: what one 1080p25 camera costs in processor time, received, kept, and watched for movement. */
export const motionCost = processorRow({
  number: 1,
  title: 'agent CPU per 1080p25 camera, ring plus motion watch',
  reference: 'segments and keyframes',
  watched: true,
  // In the second, sizes tell nothing of what moves: pictures are decoded by the clock, within a budget for all.
  pictures: ['quiet', 'bench'],
  goal: 0.25,
  // A keyframe is compared every 24 to 30 s, and the first few teach what is restless: the simulated picture has a
  // counter in it that changes with every frame, as real ones have a clock.
  lengths: {
    full: { warmUp: 60, settle: 80, window: 60, referenceWindow: 20 },
    quick: { warmUp: 30, settle: 80, window: 30, referenceWindow: 10 },
  },
})

/** Row 2: the same, received and kept, nothing else. */
export const ringCost = processorRow({
  number: 2,
  title: 'agent CPU per 1080p25 camera, ring only',
  reference: 'segments',
  watched: false,
  pictures: ['bench'],
  goal: 0.65,
  lengths: {
    full: { warmUp: 40, settle: 8, window: 25, referenceWindow: 20 },
    quick: { warmUp: 10, settle: 4, window: 8, referenceWindow: 8 },
  },
})

function processorRow(kind: Kind): BenchRow {
  const { number, title } = kind
  return {
    number,
    title,
    async measure(bench): Promise<Outcome> {
      const { ffmpeg } = bench
      if (process.platform !== 'linux')
        return { kind: 'skipped', reason: 'processor time is read from /proc' }
      if (ffmpeg === null) return { kind: 'skipped', reason: 'there is no ffmpeg to compare with' }
      const findings: Finding[] = []
      const notes: string[] = []
      for (const count of bench.cameraCounts) {
        for (const picture of kind.pictures) {
          const { finding, events } = await measureWith(kind, bench, ffmpeg.path, { count, picture })
          findings.push(finding)
          if (events > 0)
            notes.push(`row ${number}: ${events} movements were told of ${count} cameras where nothing moves`)
        }
      }
      return { kind: 'measured', findings, notes }
    },
  }
}

const pictureNames = { quiet: 'quiet picture', bench: 'grain at 4 Mbit/s' } as const

async function measureWith(
  kind: Kind,
  bench: Bench,
  ffmpegPath: string,
  { count, picture }: { readonly count: number; readonly picture: BenchPicture },
) {
  const { warmUp, settle, window, referenceWindow } = bench.quick ? kind.lengths.quick : kind.lengths.full
  await using cameras = await BenchCameras.start(count, picture)
  await using receiver = new Receiver()
  const decoder = kind.watched ? ffmpegPath : null
  bench.say(`${count} cameras, ${pictureNames[picture]}, warming up for ${warmUp} s`)
  await receiver.receive(cameras.all, decoder)
  await sleep(warmUp * 1000)
  let events = 0
  const { product, reference } = await inTurn(
    bench.pairs,
    {
      product: async () => {
        events += (await receiver.receive(cameras.all, decoder)).events
        await sleep(settle * 1000)
        const share = await processorShare([receiver.pid], window)
        events += (await receiver.receive([], null)).events
        return share / count
      },
      reference: async () => {
        await using running = await ReferenceCameras.start(bench, kind.reference, ffmpegPath, cameras.all)
        await sleep(lessSettling * 1000)
        return (await processorShare(running.pids, referenceWindow)) / referenceCount(count)
      },
    },
    (pair) => bench.say(`pair ${pair}: ${count} cameras, ${window} s each side`),
  )
  const ratio = median(ratiosOf(product, reference))
  const finding = {
    metric: `${kind.title}, ${pictureNames[picture]}, ${count} cameras`,
    product: withSpread(summaryOf(product), '% of a core'),
    reference: `${withSpread(summaryOf(reference), '%')} (${referenceName(kind.reference, count)})`,
    ratio: figure(ratio),
    goal: `at most ${kind.goal}`,
    holds: ratio <= kind.goal && events === 0,
  }
  return { finding, events }
}

/** ffmpeg is compiled, and has nothing to learn. */
const lessSettling = 4
