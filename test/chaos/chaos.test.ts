import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { fullSize } from './chaos-plan.js'
import { type ChaosRun, runChaos } from './chaos-run.js'

/** `npm run chaos` does it all; the tests do a tenth of the kills. */
const isFull = process.env.CHAOS === 'full'
const size = isFull ? fullSize : { events: 40, kills: 10, ffmpegKills: 4, cuts: 8, cameras: 4 }
const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))

/** An event that was cut short before its first picture was on disk has no clip, and one whose site never heard of it. */
const permitted = /before a picture was recorded|did not answer|before it could be told/

const startedMs = performance.now()
const say = (line: string) => {
  if (isFull) process.stdout.write(`${Math.round((performance.now() - startedMs) / 1000)} s  ${line}\n`)
}

function tell(run: ChaosRun): void {
  const { done, events, clips, withoutSnapshot, withoutClip } = run
  say(`agent killed ${done.kill} times, ffmpeg ${done.ffmpeg}, line cut ${done.cut}`)
  say(`${events} events: ${clips} with a whole clip, ${withoutSnapshot} of those without a snapshot`)
  for (const [why, count] of Object.entries(run.missingPictures)) say(`${count} pictures not taken: ${why}`)
  for (const [why, count] of Object.entries(withoutClip)) say(`${count} without a clip: ${why}`)
  say(`lost ${run.lost.length}, shown twice ${run.twice.length}, broken ${run.broken.length}`)
}

it(`loses nothing over ${size.kills} kills, and a line and an ffmpeg that fail (seed ${seed})`, async () => {
  const run = await runChaos(size, seed, say)
  tell(run)
  expect(run.done).toEqual({ kill: size.kills, ffmpeg: size.ffmpegKills, cut: size.cuts })
  expect(run).toMatchObject({ lost: [], twice: [], broken: [], leftFiles: [] })
  expect(run.events).toBeGreaterThanOrEqual(size.events)
  expect(Object.keys(run.withoutClip).filter((why) => !permitted.test(why))).toEqual([])
  const without = Object.values(run.withoutClip).reduce((sum, count) => sum + count, 0)
  expect(run.clips + without).toBe(run.events)
}, 5_400_000)
