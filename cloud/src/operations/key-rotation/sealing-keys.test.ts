import { expect, it } from 'vitest'
import { fitOf } from './sealing-keys.js'

it.each([
  ['fits', [], ['a'], []],
  ['fits', ['a'], ['b', 'a'], []],
  ['wrong', ['a'], ['b'], []],
  ['wrong', ['a', 'c'], ['b'], ['a']],
  ['partly', ['a', 'b'], ['b'], []],
  ['partly', ['a', 'c'], ['b'], ['a', 'c']],
])('%s: sealed with %j, held are %j, given up %j', (kind, sealing, held, lost) => {
  expect(fitOf(sealing, { held, lost }).kind).toBe(kind)
})
