import { expect, test } from 'vitest'
import { hasIdr } from './has-idr.js'

const units = (...kinds: number[]) => Uint8Array.from(kinds.flatMap((kind) => [0, 0, 0, 2, 0x60 | kind, 9]))

test('a picture with an IDR slice is one at which a browser begins, also behind other units', () => {
  expect(hasIdr(units(5))).toBe(true)
  expect(hasIdr(units(6, 5, 5))).toBe(true)
})

test('a recovery point, and what cannot be read, is none', () => {
  expect(hasIdr(units(6, 1, 1))).toBe(false)
  expect(hasIdr(new Uint8Array())).toBe(false)
  expect(hasIdr(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x61))).toBe(false)
})
