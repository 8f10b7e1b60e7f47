import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { runChaos } from './chaos-run.js'

const size = { events: 40, kills: 10, ffmpegKills: 4, cuts: 8, cameras: 4 }
const seed = randomInt(2 ** 31)

it(`loses nothing over ten kills, and a line and an ffmpeg that fail (seed ${seed})`, async () => {
  const { done, clips, withoutClip, ...run } = await runChaos(size, seed)
  expect(done).toEqual({ kill: size.kills, ffmpeg: size.ffmpegKills, cut: size.cuts })
  expect(run).toMatchObject({ lost: [], twice: [], broken: [], leftFiles: [] })
  expect(run.events).toBeGreaterThanOrEqual(size.events)
  const without = Object.values(withoutClip).reduce((sum, count) => sum + count, 0)
  expect(clips + without).toBe(run.events)
  // Only what was killed before its first picture was on disk may have none.
  expect(
    Object.keys(withoutClip).filter((why) => !/before a picture was recorded|did not answer/.test(why)),
  ).toEqual([])
}, 600_000)
