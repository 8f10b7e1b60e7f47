import { expect, test } from 'vitest'
import { missingParts, partBytes, partCount } from './upload-parts.js'

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
