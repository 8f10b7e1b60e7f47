import { expect, test } from 'vitest'
import { missingParts, partBytes, partCount, partSizeOf } from './upload-parts.js'

test.each([
  [1, [1]],
  [99, [99]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
])('%i bytes in parts of 100', (bytes, parts) => {
  const cut = { bytes, size: 100 }
  expect(partCount(cut)).toBe(parts.length)
  expect(parts.map((_, index) => partBytes(cut, index + 1))).toEqual(parts)
  expect(missingParts(cut, [])).toEqual(parts.map((_, index) => index + 1))
})

test('there is no part before the first, between two or after the last', () => {
  for (const number of [0, -1, 1.5, 4, Number.NaN])
    expect(partBytes({ bytes: 250, size: 100 }, number)).toBeNull()
})

test('what has arrived is not missing', () => {
  expect(missingParts({ bytes: 450, size: 100 }, [4, 2, 2, 9])).toEqual([1, 3, 5])
})

const KiB = 1024
const MiB = 1024 * KiB

test.each([
  ['of the usual size', 20 * MiB, undefined, 64 * KiB, 8 * MiB],
  ['as small as pass the way', 20 * MiB, 256 * KiB, 64 * KiB, 256 * KiB],
  ['no larger than usual, whatever passes', 20 * MiB, 64 * MiB, 64 * KiB, 8 * MiB],
  ['no smaller than a bucket takes', 20 * MiB, 256 * KiB, 5 * MiB, 5 * MiB],
  ['not more than 8192 of the largest clip', 2048 * MiB, 64 * KiB, 64 * KiB, 256 * KiB],
])('parts are %s', (_, bytes, most, least, size) => {
  expect(partSizeOf(bytes, most, least)).toBe(size)
})
