import { wordsOf } from '../../platform/words.js'
import { labelOf } from '../predicate/labels.js'
import { placeWords } from './plain-words.js'
import type { NamedPlace, Reader, Reading } from './reading.js'
import { type Token, textOf } from './tokens.js'

/** More places than this for one name help nobody: then the sentence must be clearer. */
const maxFitting = 10

const longestName = 8

/** A place with the words by which it is found. */
interface KnownPlace extends NamedPlace {
  readonly words: readonly string[]
}

/**
 * Reads the names of cameras and sites: the longest that fits first, then names of which the words are a part. One word
 * alone is a name only where a place is expected (`at`, `camera`), for a camera may be called Dog.
 */
export function placeReader(places: readonly NamedPlace[]): Reader {
  const known = places.map((place): KnownPlace => ({ ...place, words: nameWords(place.name) }))
  const beginnings = new Set(known.flatMap(({ words }) => words))
  return (tokens, at) => {
    if (tokens[at]?.kind === 'quoted') return quotedPlace(tokens, at, known)
    if (!beginnings.has(comparable(tokens[at]?.plain ?? ''))) return undefined
    for (let length = Math.min(longestName, tokens.length - at); length > 0; length -= 1) {
      const reading = named(tokens, at, length, known)
      if (reading) return reading
    }
    return undefined
  }
}

function quotedPlace(
  tokens: readonly Token[],
  at: number,
  known: readonly KnownPlace[],
): Reading | undefined {
  if (!isExpected(tokens, at)) return undefined
  const words = nameWords(tokens[at]?.plain ?? '')
  const fitting = known.filter((place) => same(place.words, words))
  return fitting.length > 0 ? fits(fitting, tokens.slice(at, at + 1), true) : undefined
}

function named(
  tokens: readonly Token[],
  at: number,
  length: number,
  known: readonly KnownPlace[],
): Reading | undefined {
  const taken = tokens.slice(at, at + length)
  if (taken.some(({ kind }) => kind === 'sign' || kind === 'quoted')) return undefined
  const words = taken.flatMap(({ plain }) => wordsOf(plain)).map(comparable)
  const isAfterPlaceWord = isExpected(tokens, at)
  const kind = kindOfPlace(tokens, at, at + length)
  const ofKind = known.filter((place) => kind === undefined || place.kind === kind)
  const exact = ofKind.filter((place) => same(place.words, words))
  const isName = length > 1 || isAfterPlaceWord || kind !== undefined
  if (exact.length > 0 && isName) return fits(exact, taken, true)
  if (!isAfterPlaceWord && kind === undefined) return undefined
  const partly = ofKind.filter((place) => holds(place.words, words))
  return partly.length > 0 ? fits(partly, taken, false) : undefined
}

function fits(fitting: readonly KnownPlace[], taken: readonly Token[], exact: boolean): Reading {
  const words = textOf(taken)
  if (fitting.length > maxFitting) {
    const reason = `${fitting.length} cameras and sites have this in their names; name one in full`
    return { length: taken.length, unexpressed: [{ words, reason }] }
  }
  return { length: taken.length, meaning: { kind: 'place', place: { words, fitting, exact } } }
}

/** True where a place is expected: after `at the`, `camera`, and between names of a list. */
export function isExpected(tokens: readonly Token[], at: number): boolean {
  let before = at - 1
  while (/^(?:the|a|an|our|my|any|all)$/.test(tokens[before]?.plain ?? '')) before -= 1
  return placeWords.has(tokens[before]?.plain ?? '')
}

function kindOfPlace(tokens: readonly Token[], start: number, end: number): NamedPlace['kind'] | undefined {
  const near = [tokens[start - 1]?.plain, tokens[end]?.plain]
  if (near.some((word) => /^(?:camera|cameras|cam)$/.test(word ?? ''))) return 'camera'
  return near.some((word) => /^sites?$/.test(word ?? '')) ? 'site' : undefined
}

function nameWords(name: string): string[] {
  const words = wordsOf(name).map(comparable)
  const own = words.filter((word) => !/^(?:the|camera|cam|site)$/.test(word))
  return own.length > 0 ? own : words
}

/** The plural of a word is the same name: `gates` finds Gate. */
function comparable(word: string): string {
  return labelOf(word.toLowerCase())
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index])
}

function holds(name: readonly string[], words: readonly string[]): boolean {
  return name.some((_, start) => words.every((word, index) => name[start + index] === word))
}
