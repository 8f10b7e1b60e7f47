import { expect, test } from 'vitest'
import { roomSec, uploadSec } from './gateway-pace.js'

const waits = (mb: number) => ({ clips: 1, mb, oldest_at: null })
const storage = { level: 'ok', free_mb: 10_000, used_mb: 0, quota_mb: null, reserve_mb: 1000 } as const

test('what waits takes as long as the line needs for it', () => {
  // 100 MiB are 838.9 megabits.
  expect(uploadSec(waits(100), 8)).toBe(105)
  expect(uploadSec(waits(0), null)).toBe(0)
})

test.each([
  ['nothing was reported', null, 8],
  ['the line is not known', waits(1), null],
  ['nothing moves', waits(1), 0.01],
] as const)('nobody knows how long while %s', (_why, waiting, line) => {
  expect(uploadSec(waiting, line)).toBe(null)
})

test('a disk holds what is recorded for as long as its room lasts', () => {
  expect(roomSec(storage, { mb: 900, sec: 7200 })).toBe(72_000)
  expect(roomSec({ ...storage, quota_mb: 500, used_mb: 50 }, { mb: 450, sec: 7200 })).toBe(7200)
  expect(roomSec({ ...storage, free_mb: 10 }, { mb: 450, sec: 7200 })).toBe(0)
})

test.each([
  ['nothing was said of the disk', null, { mb: 1, sec: 7200 }],
  ['nothing was said of recordings', storage, null],
  ['it runs since a moment', storage, { mb: 1, sec: 60 }],
  ['nothing was recorded', storage, { mb: 0, sec: 7200 }],
] as const)('nobody knows how long where %s', (_why, disk, recorded) => {
  expect(roomSec(disk, recorded)).toBe(null)
})
