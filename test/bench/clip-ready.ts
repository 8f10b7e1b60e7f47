import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { type BenchCamera, BenchCameras } from './cameras/bench-cameras.js'
import { concatClip } from './cameras/concat-clip.js'
import { Segments, segmentSec } from './cameras/segments.js'
import { inTurn } from './measure/in-turn.js'
import { percentile } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { figure } from './table.js'

/** So many are recorded, out of all that are received. */
const recordedCount = 4
const clip = { preSec: 3, durationSec: 5, postSec: 2 }
const clipSec = clip.preSec + clip.durationSec + clip.postSec
/** The ends of the clips of a pair fall evenly into the length of a segment. */
const apartMs = (segmentSec * 1000) / recordedCount
const goalMs = 150
const fewestClips = 15

const Clips = z.array(z.object({ readyMs: z.number(), finishedMs: z.number() }))
/** A clip on either side; `finishedMs` is the product's only. */
type Clip = z.infer<typeof Clips>[number]

/** Row 4: how long after its planned end a clip can be played. */
export const clipReady: BenchRow = {
  number: 4,
  title: 'clip playable after its post-roll, p95',
  async measure(bench): Promise<Outcome> {
    const { ffmpeg } = bench
    if (ffmpeg === null) return { kind: 'skipped', reason: 'there is no ffmpeg to compare with' }
    const findings: Finding[] = []
    const notes: string[] = []
    for (const count of bench.cameraCounts) {
      const { finding, told } = await measureWith(bench, ffmpeg.path, count)
      findings.push(finding)
      notes.push(...told)
    }
    return { kind: 'measured', findings, notes }
  },
}

async function measureWith(bench: Bench, ffmpegPath: string, count: number) {
  await using cameras = await BenchCameras.start(count)
  const pairs = await inTurn(
    bench.pairs,
    {
      product: () => recordedClips(bench, ffmpegPath, cameras.all),
      reference: () => joinedClips(bench, ffmpegPath, cameras.all.slice(0, recordedCount)),
    },
    (pair) => bench.say(`pair ${pair}: ${count} cameras, ${recordedCount} clips of ${clipSec} s each side`),
  )
  const product = pairs.product.flat()
  const ready = product.map(({ readyMs }) => readyMs)
  const finished = product.map(({ finishedMs }) => finishedMs)
  const reference = pairs.reference.flat().map(({ readyMs }) => readyMs)
  const p95 = percentile(ready, 95)
  const finding: Finding = {
    metric: `${clipReady.title}, ${count} cameras`,
    product: `${figure(p95)} ms (${described(ready)})`,
    reference: `${figure(percentile(reference, 95))} ms (concat of 2 s segments; ${recordedCount} processes)`,
    ratio: figure(p95 / percentile(reference, 95)),
    goal: `at most ${goalMs} ms`,
    holds: p95 <= goalMs,
  }
  const told = [
    `row 4, ${count} cameras: finished by ffmpeg (snapshot, decode check; one clip at a time, low priority): ` +
      `p95 ${figure(percentile(finished, 95))} ms after the post-roll (${described(finished)})`,
  ]
  if (ready.length < fewestClips) told.push(`row 4: a p95 of ${ready.length} clips is a hint only`)
  return { finding, told }
}

const described = (values: readonly number[]) =>
  `median ${figure(percentile(values, 50))}, most ${figure(Math.max(...values))}, ${values.length} clips`

async function recordedClips(
  { folder }: Bench,
  ffmpegPath: string,
  cameras: readonly BenchCamera[],
): Promise<Clip[]> {
  await using program = new BenchProgram('clip')
  const dataDir = path.join(folder, `agent-${performance.now()}`)
  return await program.ask({ cameras, recorded: recordedCount, dataDir, ffmpegPath, apartMs, ...clip }, Clips)
}

async function joinedClips(
  { folder }: Bench,
  ffmpegPath: string,
  cameras: readonly BenchCamera[],
): Promise<Clip[]> {
  const running: Segments[] = []
  try {
    for (const [index, camera] of cameras.entries()) {
      const own = path.join(folder, `joined-${performance.now()}-${index}`)
      running.push(await Segments.start(ffmpegPath, camera, own))
    }
    await Promise.all(running.map((segments) => segments.reach(Math.ceil(clipSec / segmentSec) + 1)))
    return await Promise.all(
      running.map(async (segments, index) => {
        await sleep(index * apartMs)
        const readyMs = await concatClip(ffmpegPath, segments, clipSec)
        return { readyMs, finishedMs: readyMs }
      }),
    )
  } finally {
    await Promise.all(running.map((segments) => segments[Symbol.asyncDispose]()))
  }
}
