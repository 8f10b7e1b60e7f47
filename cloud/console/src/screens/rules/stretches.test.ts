import { expect, it } from 'vitest'
import { stretchesOf } from './stretches.js'

const words = [
  { start: 2, end: 8, paths: ['where.of.0'] },
  { start: 16, end: 20, paths: [] },
]

it('a sentence is the words that made conditions, those that made none, and what is between', () => {
  const parts = stretchesOf('a person at the moon', words)
  expect(parts.map(({ text, kind }) => [text, kind])).toEqual([
    ['a ', 'plain'],
    ['person', 'condition'],
    [' at the ', 'plain'],
    ['moon', 'unexpressed'],
  ])
  expect(parts.map(({ text }) => text).join('')).toBe('a person at the moon')
})

it('blanks before it move every place, and what was typed since is plain', () => {
  const parts = stretchesOf('  a person at the moon, too', words)
  expect(parts.filter(({ kind }) => kind !== 'plain').map(({ text }) => text)).toEqual(['person', 'moon'])
  expect(parts.at(-1)).toMatchObject({ text: ', too', kind: 'plain' })
})

it('a sentence that became shorter has no words beyond its end', () => {
  expect(stretchesOf('a pers', words).map(({ text }) => text)).toEqual(['a ', 'pers'])
  expect(stretchesOf('', words)).toEqual([])
})
