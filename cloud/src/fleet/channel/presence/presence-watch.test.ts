import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { PresenceWatch } from './presence-watch.js'

let scene: TestDatabase
let clock: FakeClock
let one: PresenceWatch
let other: PresenceWatch

beforeEach(async () => {
  scene = await createTestDatabase()
  clock = createFakeClock()
  const node = () => new PresenceWatch(createTestPlatform(scene, { clock }))
  ;[one, other] = [node(), node()]
})
afterEach(() => scene.close())

/** Time passes for PostgreSQL, in which nobody wrote. */
const silence = async (seconds: number) => {
  await scene.query(
    `update presence_watch set beat_at = beat_at - make_interval(secs => $1),
       steady_since = steady_since - make_interval(secs => $1)`,
    [seconds],
  )
  await clock.advance(1_000)
}
/** Time passes in which the watch was kept. */
const steady = async (seconds: number) => {
  await scene.query(`update presence_watch set steady_since = steady_since - make_interval(secs => $1)`, [
    seconds,
  ])
  await clock.advance(1_000)
}

test('nobody judges before signs of life were taken for a grace period', async () => {
  expect(await one.mayJudge()).toBe(false)
  // The time that the test takes is added to that.
  await steady(20)
  expect(await one.mayJudge()).toBe(false)
  await steady(10)
  expect(await one.mayJudge()).toBe(true)
})

test('one node judges, and another takes over from one that is not heard, without a new wait', async () => {
  await one.mayJudge()
  await steady(30)
  expect([await one.mayJudge(), await other.mayJudge()]).toEqual([true, false])
  await silence(4)
  expect([await other.mayJudge(), await one.mayJudge()]).toEqual([true, false])
})

test('after PostgreSQL was away nobody judges for another grace period', async () => {
  await one.mayJudge()
  await steady(30)
  expect(await one.mayJudge()).toBe(true)
  await silence(40)
  expect([await one.mayJudge(), await other.mayJudge()]).toEqual([false, false])
  await steady(30)
  expect(await one.mayJudge()).toBe(true)
})

test('PostgreSQL standing still for less than a short grace period is its own silence too', async () => {
  const watch = new PresenceWatch(createTestPlatform(scene, { clock, config: { offlineGraceMs: 2_500 } }))
  await watch.mayJudge()
  await steady(3)
  expect(await watch.mayJudge()).toBe(true)
  await silence(2.2)
  expect(await watch.mayJudge()).toBe(false)
})
