import { expect, it } from 'vitest'
import { fullSize } from './chaos-plan.js'
import { type ChaosRun, runChaos } from './chaos-run.js'

/** `npm run chaos` does it all; the tests do a tenth of the kills. */
const isFull = process.env.CHAOS === 'full'
const isTold = process.env.CHAOS !== undefined
const size = isFull
  ? fullSize
  : {
      events: 40,
      kills: 10,
      ffmpegKills: 4,
      cuts: 8,
      storeFaults: 8,
      databaseResets: 6,
      databaseSlow: 1,
      databaseAwayMs: 5000,
      // Told, it is watched: what other tests leave of the machine is too little for fifteen viewers more.
      nodeFaults: isTold ? 4 : 0,
      // Each lasts for a minute and more, which is too long for the tests.
      slowBoots: isTold ? 1 : 0,
      isWatched: isTold,
      backWithinMs: 60_000,
      cameras: 4,
    }
const seed = Number(process.env.CHAOS_SEED ?? 20_261_121)

/** An event that was cut short before its first picture was on disk has no clip, and one whose site never heard of it. */
const permitted = /before a picture was recorded|did not answer|before it could be told/

const startedMs = performance.now()
const say = (line: string) => {
  if (isTold) process.stdout.write(`${Math.round((performance.now() - startedMs) / 1000)} s  ${line}\n`)
}

function tell(run: ChaosRun): void {
  const { done, events, clips, withoutSnapshot, withoutClip, lengthOffMs } = run
  say(`agent killed ${done.kill} times, ffmpeg ${done.ffmpeg}, line cut ${done.cut}`)
  say(
    `store failed ${done.store} times, database reset ${done.database}, away ${done.away}, slow ${done.slow}`,
  )
  say(`a camera booted slowly ${done.boot} times; ${run.quietCuts} quiet requests were ended by a camera`)
  const { refused, sessionsLost } = run.keepAlives
  say(`${refused} keep-alives were refused, and ${sessionsLost} sessions lost for want of one`)
  say(`${run.picturesLost} pictures were lost on the way from their cameras`)
  for (const [why, count] of Object.entries(run.brokenRuns)) say(`${count} runs ended: ${why}`)
  say(`length of a clip off by ${Math.round(lengthOffMs)} ms at most`)
  say(`${events} events: ${clips} with a whole clip, ${withoutSnapshot} of those without a snapshot`)
  for (const [why, count] of Object.entries(run.missingPictures)) say(`${count} pictures not taken: ${why}`)
  for (const [why, count] of Object.entries(withoutClip)) say(`${count} without a clip: ${why}`)
  tellLive(run)
  say(`lost ${run.lost.length}, shown twice ${run.twice.length}, broken ${run.broken.length}`)
}

function tellLive({ live, leftOfLive }: ChaosRun): void {
  const at = (values: readonly number[], part: number) =>
    Math.round(values.toSorted((a, b) => a - b)[Math.ceil(part * values.length) - 1] ?? Number.NaN)
  say(
    `${live.pictures} frames were watched; ${at(live.agesMs, 0.5)} ms old at the median, ${at(live.agesMs, 0.95)} at p95`,
  )
  for (const [after, backMs] of Object.entries(live.backMs))
    say(
      `all saw again after ${after}: ${backMs.length} times, ${at(backMs, 0.5)} ms at the median, ${at(backMs, 1)} at most`,
    )
  say(`the last of all to see again was ${live.slowest}`)
  for (const what of [...live.late, ...live.wrong, ...leftOfLive]) say(`live: ${what}`)
}

it(`loses nothing over ${size.kills} kills, with lines, cameras, a store and an ffmpeg that fail${size.isWatched ? ', watched live' : ''} (seed ${seed})`, async () => {
  const run = await runChaos(size, seed, say)
  tell(run)
  expect(run.done).toEqual({
    kill: size.kills,
    ffmpeg: size.ffmpegKills,
    cut: size.cuts,
    store: size.storeFaults,
    database: size.databaseResets,
    away: 1,
    slow: size.databaseSlow,
    node: size.nodeFaults,
    boot: size.slowBoots,
  })
  expect(run.live).toMatchObject({ wrong: [], late: [] })
  expect(run.leftOfLive).toEqual([])
  expect(run.quietCuts).toBeGreaterThan(0)
  expect(run.keepAlives.sessionsLost).toBe(0)
  if (isFull) {
    expect(run.picturesLost).toBeGreaterThan(0)
    expect(run.keepAlives.refused).toBeGreaterThan(0)
  }
  expect(run.buried).toEqual([])
  expect(run).toMatchObject({ lost: [], twice: [], broken: [], leftFiles: [] })
  expect(run.events).toBeGreaterThanOrEqual(size.events)
  expect(Object.keys(run.withoutClip).filter((why) => !permitted.test(why))).toEqual([])
  const without = Object.values(run.withoutClip).reduce((sum, count) => sum + count, 0)
  expect(run.clips + without).toBe(run.events)
}, 5_400_000)
