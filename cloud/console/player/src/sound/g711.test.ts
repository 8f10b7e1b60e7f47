import { expect, test } from 'vitest'
import { decodeG711 } from './g711.js'

const samples = (codec: 'pcma' | 'pcmu', ...octets: number[]) =>
  Array.from(decodeG711(codec, Uint8Array.from(octets)), (sample) => Math.round(sample * 32_768))

test('A-law: the values of the standard', () => {
  expect(samples('pcma', 0xd5, 0x55, 0xaa, 0x2a, 0x80, 0x00)).toEqual([8, -8, 32_256, -32_256, 5504, -5504])
})

test('mu-law: the values of the standard', () => {
  expect(samples('pcmu', 0xff, 0x7f, 0x80, 0x00, 0xf0)).toEqual([0, -0, 32_124, -32_124, 120])
})
