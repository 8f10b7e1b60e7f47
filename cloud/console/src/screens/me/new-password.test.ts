import { expect, it } from 'vitest'
import { lacksOf } from './new-password.js'

it.each([
  ['', ['length', 'upper', 'lower', 'digit', 'symbol']],
  ['Correct-Horse-7', []],
  ['correct horse 7', ['upper', 'symbol']],
  ['SHORT-1', ['length', 'lower']],
  ['ÄÖÜäöü-٣-ÄÖÜäöü', []],
])('%j lacks %j', (wanted, lacking) => {
  expect(lacksOf({ old: 'x', wanted, again: wanted })).toEqual({ old: false, wanted: lacking, again: false })
})

it('asks for the old one, and for the same twice', () => {
  expect(lacksOf({ old: '', wanted: 'Correct-Horse-7', again: 'Correct-Horse-8' })).toMatchObject({
    old: true,
    again: true,
  })
})
