import { expect, test } from 'vitest'
import { clockOffSec, diskOf } from './figures.js'

const storage = {
  level: 'ok',
  free_mb: 400,
  used_mb: 300,
  quota_mb: null,
  reserve_mb: 50,
  size_mb: 1000,
} as const

test('a disk is as full as its size and what is free say', () => {
  expect(diskOf({ storage })).toEqual({ percent: 60, usedMb: 600, sizeMb: 1000, leftMb: 350 })
  expect(diskOf({ storage: { ...storage, quota_mb: 320 } })?.leftMb).toBe(20)
  expect(diskOf({ storage: { ...storage, quota_mb: 200 } })?.leftMb).toBe(0)
  expect(diskOf({ storage: null })).toBeNull()
})

test('of a gateway that does not say its size only what is left is known', () => {
  const { size_mb: _, ...older } = storage
  expect(diskOf({ storage: older })).toEqual({ percent: null, usedMb: null, sizeMb: null, leftMb: 350 })
})

test('a clock is right within five seconds', () => {
  const off = (offset_ms: number | null) => clockOffSec({ clock: { synced: null, offset_ms } })
  expect([off(null), off(-4999), off(5000), off(-90_000)]).toEqual([null, 0, 5, 90])
})
