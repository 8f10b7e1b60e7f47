import { afterEach, beforeEach, expect, it } from 'vitest'
import { KeptFiles } from '../upload/kept-files.fixture.js'
import { writeChanges } from './open-database.js'

let kept: KeptFiles

beforeEach(async () => {
  kept = await KeptFiles.open()
})
afterEach(() => kept[Symbol.asyncDispose]())

it('counts each loss once, however often its write is repeated, also over restarts', async () => {
  for (let n = 0; n < 3; n += 1) await kept.losses.note('clips', 'a')
  await writeChanges(kept.database, [kept.losses.count('snapshots', 'a'), kept.losses.count('clips', 'b')])
  expect(kept.losses.counts).toEqual({ snapshots: 1, clips: 2, events: 0 })
  await kept.restart()
  await kept.losses.note('events', 'c')
  await kept.restart()
  expect(kept.losses.counts).toEqual({ snapshots: 1, clips: 2, events: 1 })
})

it('adds up on the way, so that an outage of weeks fills no memory', async () => {
  for (let n = 0; n < 1100; n += 1) await kept.losses.note('clips', String(n))
  expect(kept.losses.counts.clips).toBe(1100)
  expect(await kept.database.keys({ gte: 'lost!', lt: 'lost"' }).all()).toHaveLength(99)
  await kept.restart()
  expect(kept.losses.counts.clips).toBe(1100)
})
