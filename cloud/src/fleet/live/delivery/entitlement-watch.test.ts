import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../platform/log.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import type { LiveEnd, Viewer } from '../viewers/viewer.js'
import { EntitlementWatch } from './entitlement-watch.js'

type Verify = Viewer['verify']

const holds: Verify = () => Promise.resolve({ socket: null, cameras: new Map() })
const fails: Verify = () => Promise.reject(new Error('PostgreSQL is away'))
const hangs: Verify = () => new Promise(() => {})

/** A watch of somebody whose checks go as `verify` says. */
function watching(clock: FakeClock, { expiresAt = null }: { expiresAt?: Date | null } = {}) {
  const seen = { checks: 0, ends: [] as LiveEnd[], verify: holds }
  const verify: Verify = (ids) => {
    seen.checks += 1
    return seen.verify(ids)
  }
  const watch = new EntitlementWatch(
    { clock, log: silentLog },
    { expiresAt, verify },
    { cameraIds: () => [], socketEnds: (end) => seen.ends.push(end), cameraEnds: () => {} },
  )
  onTestFinished(() => watch.end())
  return { seen, watch }
}

const codes = ({ ends }: { ends: readonly LiveEnd[] }) => ends.map(({ code }) => code)

test.each([
  ['fails', fails],
  ['never answers', hangs],
])('a viewer whose check %s watches for fifteen seconds, and connects again', async (_, verify) => {
  const clock = createFakeClock()
  const { seen } = watching(clock)
  await clock.advance(60_000)
  expect(codes(seen)).toEqual([])
  seen.verify = verify
  await clock.advance(9_000)
  expect(codes(seen)).toEqual([])
  await clock.advance(7_000)
  expect(codes(seen)).toEqual([1012])
  expect(clock.waiting).toBe(0)
})

test('a check that failed is made again soon, and what it then finds counts', async () => {
  const clock = createFakeClock()
  const { seen, watch } = watching(clock)
  seen.verify = fails
  watch.look()
  await clock.advance(200)
  expect(seen.checks).toBe(1)
  seen.verify = () =>
    Promise.resolve({ socket: { code: 4401, reason: 'session_over', message: 'over' }, cameras: new Map() })
  await clock.advance(1_000)
  expect(codes(seen)).toEqual([4401])
})

test('a check that never answers keeps no later one back', async () => {
  const clock = createFakeClock()
  const { seen } = watching(clock)
  seen.verify = hangs
  await clock.advance(5_000)
  seen.verify = holds
  await clock.advance(60_000)
  expect(seen.checks).toBeGreaterThan(10)
  expect(codes(seen)).toEqual([])
})

test.each([
  ['fails', fails],
  ['never answers', hangs],
])('a token ends at its own time while the check %s', async (_, verify) => {
  const clock = createFakeClock()
  const { seen } = watching(clock, { expiresAt: new Date(clock.now() + 6_000) })
  seen.verify = verify
  await clock.advance(11_000)
  expect(codes(seen)).toEqual([4401])
})
