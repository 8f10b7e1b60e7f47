import { expect, it } from 'vitest'
import { hasWords } from './words-in.js'

it('asks for every word, in any order and case', () => {
  expect(hasWords('Ada Lovelace ada@example.com', 'LOVE ada')).toBe(true)
  expect(hasWords('Ada Lovelace', 'ada grace')).toBe(false)
  expect(hasWords('Ada', ' ')).toBe(true)
})
