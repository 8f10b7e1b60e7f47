import { expect, test } from 'vitest'
import { BitReader } from './bit-reader.js'

test('bits are read over the borders of bytes, and none behind the end', () => {
  const reader = new BitReader(Uint8Array.of(0b1010_0101, 0b1100_0011, 0xff))
  expect([reader.read(3), reader.read(7), reader.read(13)]).toEqual([0b101, 0b0010111, 0b0000_1111_1111_1])
  expect(reader.read(1)).toBe(1)
  expect(() => reader.read(1)).toThrow(RangeError)
})

test('start codes are found where bytes begin, also the one at the very end', () => {
  const reader = new BitReader(Uint8Array.of(0xff, 0, 0, 1, 0xb3, 7, 0, 0, 1, 0x01))
  expect(reader.findNextStartCode()).toBe(0xb3)
  expect(reader.nextBytesAreStartCode()).toBe(false)
  reader.skip(8)
  expect(reader.nextBytesAreStartCode()).toBe(true)
  expect(reader.findNextStartCode()).toBe(1)
  expect([reader.nextBytesAreStartCode(), reader.findNextStartCode()]).toEqual([true, -1])
})
