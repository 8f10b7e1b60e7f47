import type { Predicate } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { conditionsOf } from '../predicate/walk.js'
import { compileSentence } from './compile-sentence.js'
import { PlaceIndex } from './place-index.js'
import { saidWords } from './said-words.js'
import { at, places, sentences } from './sentences.fixture.js'

const index = PlaceIndex.of(places)

/** The words, and by which operator each was taken; `-`: by none. */
function said(sentence: string, compiled = compileSentence(sentence, places, null)): string[] {
  const conditions = compiled.predicate ? pathsOf(compiled.predicate) : new Map<string, string>()
  return saidWords(sentence, compiled, { index, places }).map(
    ({ start, end, paths }) =>
      `${sentence.slice(start, end)}: ${paths.map((path) => conditions.get(path) ?? 'nowhere').join(' ') || '-'}`,
  )
}

function pathsOf(
  { where }: Predicate,
  path = 'where',
  paths = new Map<string, string>(),
): Map<string, string> {
  if (where.op === 'all' || where.op === 'any')
    where.of.forEach((child, place) => pathsOf({ version: 1, where: child }, `${path}.of.${place}`, paths))
  else if (where.op === 'not') pathsOf({ version: 1, where: where.of }, `${path}.of`, paths)
  else paths.set(path, where.op)
  return paths
}

test.each([
  [
    'a person at the front gate between 22:00 and 06:00',
    ['person: object', 'front gate: camera', 'between 22:00 and 06:00: time'],
  ],
  [
    'a person without a helmet at the loading dock',
    ['person: object', 'without a helmet: object', 'loading dock: camera'],
  ],
  ['a man climbing after dark', ['man: object', 'climbing: -', 'after dark: -']],
  [
    'nobody is at the loading dock on weekdays from 9 to 5',
    ['nobody: object', 'loading dock: camera', 'weekdays: time', 'from 9 to 5: time'],
  ],
  ['  a dog in the yard', ['dog: object', 'yard: camera']],
  ['everything', ['everything: -']],
  ['', []],
])('%j', (sentence, words) => {
  expect(said(sentence)).toEqual(words)
})

test('every condition of a sentence that is understood whole was said by some of its words', () => {
  for (const [sentence] of sentences) {
    const compiled = compileSentence(sentence, places, null)
    const paths = new Set(saidWords(sentence, compiled, { index, places }).flatMap((one) => one.paths))
    expect(paths.size, sentence).toBe(compiled.predicate ? conditionsOf(compiled.predicate).length : 0)
  }
})

test('words of a predicate that a model wrote are found by what they mean, in any language by the names of places', () => {
  const predicate: Predicate = {
    version: 1,
    where: {
      op: 'all',
      of: [{ op: 'object', label: 'person' }, at(3), { op: 'time', from: '21:00', to: '05:00' }],
    },
  }
  const compiled = { predicate, unexpressed: [{ words: 'mit Helm', reason: 'unclear' }] }
  const saidOf = (sentence: string) =>
    saidWords(sentence, compiled, { index, places }).map(({ start, end }) => sentence.slice(start, end))
  expect(saidOf('a person at the loading dock at night')).toEqual(['person', 'loading dock', 'at night'])
  expect(saidOf('Eine Person mit Helm am Loading dock')).toEqual(['Person', 'mit Helm', 'Loading dock'])
})

test('places are those of the sentence as it was sent, whatever its letters become when it is read', () => {
  const sentence = 'ﬁnd ｐｅｒｓｏｎ at the ﬁre… a dog'
  const found = saidWords(sentence, compileSentence(sentence, places, null), { index, places })
  const words = found
    .filter(({ paths }) => paths.length > 0)
    .map(({ start, end }) => sentence.slice(start, end))
  expect(words).toEqual(['ｐｅｒｓｏｎ', 'ﬁre', 'dog'])
})
