import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { previewRetention } from './preview-retention.js'
import { now, RetentionScene } from './retention-scene.fixture.js'

let database: TestDatabase
let here: RetentionScene
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  here = await RetentionScene.begin(database)
  return () => here[Symbol.asyncDispose]()
})

const preview = (clips?: number, events?: number) =>
  previewRetention(
    { database: here.platform.database, clock: { ...here.platform.clock, now: () => now } },
    here.org,
    { clip_retention_days: clips, event_retention_days: events },
  )

test('counts what a run with those days takes away, and nothing else', async () => {
  for (const days of [1, 5, 12, 29]) await here.addEvent(days)
  await here.addEvent(12, { starred: true })
  await here.addShare(await here.addEvent(12))
  await here.addEvent(12, { clipStatus: 'expired' })
  expect(await preview()).toEqual({ clips: 0, events: 0 })
  expect(await preview(10)).toEqual({ clips: 2, events: 0 })
  // A clip goes with its event at the latest.
  expect(await preview(30, 10)).toEqual({ clips: 2, events: 3 })

  await here.keep(here.org, 10, 365)
  await here.run()
  expect(await here.counted('clip')).toBe(2)
  expect(await preview()).toEqual({ clips: 0, events: 0 })
})
