import { expect, test } from 'vitest'
import { DecodeOrder } from './decode-order.js'

function decode(depth: number, shown: readonly number[]) {
  const order = new DecodeOrder(depth, 40)
  return shown.map((at) => order.next(at + order.leadUs))
}

test('without B-frames decoding is showing', () => {
  expect(decode(0, [0, 40, 80, 200])).toEqual([0, 40, 80, 200])
})

test('one picture reordered', () => {
  // I P B B P B B
  expect(decode(1, [0, 120, 40, 80, 240, 160, 200])).toEqual([0, 40, 80, 120, 160, 200, 240])
})

test('two pictures reordered, as in a pyramid', () => {
  // I P B b b P B b b
  const shown = [0, 160, 80, 40, 120, 320, 240, 200, 280]
  const order = decode(2, shown)
  expect(order).toEqual([0, 40, 80, 120, 160, 200, 240, 280, 320])
  for (const [index, at] of order.entries()) expect(at).toBeLessThanOrEqual((shown[index] ?? 0) + 80)
})

test('a gap in presentation keeps the order', () => {
  const order = decode(2, [0, 160, 80, 40, 120, 5160, 5080, 5040])
  for (const [index, at] of order.slice(1).entries()) expect(at).toBeGreaterThan(order[index] ?? 0)
})

test('more reordering than known is noticed', () => {
  expect(decode(0, [0, 120, 40])).toEqual([0, 120, null])
  expect(decode(1, [0, 160, 80, 40])).toEqual([0, 40, 120, null])
})
