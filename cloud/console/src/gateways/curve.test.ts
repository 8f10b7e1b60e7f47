import { expect, test } from 'vitest'
import { curveOf } from './curve.js'

const minute = 60_000
const frame = { to: 40 * minute, leastMs: 40 * minute, stepMs: 5 * minute, least: 10, width: 80, height: 20 }
const at = (minutes: number, value: number | null) => ({
  at: new Date(minutes * minute).toISOString(),
  value,
})

test('lies between the least that the top stands for and nothing', () => {
  const points = [at(0, 0), at(5, 5), at(10, 20), at(15, 0)]
  expect(curveOf(points, frame)).toEqual({ path: 'M0.0 20.0L10.0 15.0L20.0 0.0L30.0 20.0', most: 20 })
  expect(curveOf([at(0, 5), at(5, 5)], frame)?.path).toBe('M0.0 10.0L10.0 10.0')
})

test('has a gap where nothing was reported', () => {
  expect(curveOf([at(0, 0), at(5, null), at(10, 0), at(30, 0), at(35, 0)], frame)?.path).toBe(
    'M0.0 20.0L20.0 20.0M60.0 20.0L70.0 20.0',
  )
})

test('begins with the first report, once that is long enough ago', () => {
  expect(curveOf([at(-40, 0), at(-35, 5)], frame)?.path).toBe('M0.0 20.0L5.0 10.0')
})

test('is nothing before there are two points', () => {
  expect(curveOf([], frame)).toBe(null)
  expect(curveOf([at(0, 3), at(5, null)], frame)).toBe(null)
})
