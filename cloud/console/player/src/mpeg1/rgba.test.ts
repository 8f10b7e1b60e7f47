import { expect, test } from 'vitest'
import { rgbaOf } from './rgba.js'

/** A picture of one colour. */
const plain = (y: number, cb: number, cr: number) => ({
  y: new Uint8ClampedArray(256).fill(y),
  cb: new Uint8ClampedArray(64).fill(cb),
  cr: new Uint8ClampedArray(64).fill(cr),
  stride: 16,
})

test.each([
  ['black', [16, 128, 128], [0, 0, 0]],
  ['white', [235, 128, 128], [255, 255, 255]],
  ['red', [81, 90, 240], [254, 0, 0]],
  ['green', [145, 54, 34], [0, 255, 1]],
  ['blue', [41, 240, 110], [0, 0, 255]],
] as const)('%s', (_name, [y, cb, cr], [red, green, blue]) => {
  const pixels = rgbaOf(plain(y, cb, cr), { width: 6, height: 4 })
  expect(pixels).toHaveLength(6 * 4 * 4)
  expect([...pixels.subarray(-4)]).toEqual([red, green, blue, 255])
})

test('what lies beside the picture in its planes is left out', () => {
  const planes = plain(16, 128, 128)
  planes.y.fill(235, 16, 18)
  const pixels = rgbaOf(planes, { width: 2, height: 2 })
  expect([...pixels].filter((_, at) => at % 4 === 0)).toEqual([0, 0, 255, 255])
})
