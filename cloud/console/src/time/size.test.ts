import { expect, it } from 'vitest'
import { sizeOf } from './format.js'

it.each([
  [0, '0\u00a0bytes'],
  [999, '999\u00a0bytes'],
  [4_240_000_000, '4.2\u00a0GB'],
  [61_400_000_000, '61\u00a0GB'],
  [2_000_000_000_000, '2\u00a0TB'],
  [5e15, '5,000\u00a0TB'],
])('%i is %s', (bytes, said) => {
  expect(sizeOf(bytes, 'en')).toBe(said)
})
