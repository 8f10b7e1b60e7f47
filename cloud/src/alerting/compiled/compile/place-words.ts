import { wordsOf } from '../../../platform/text/words.js'
import {
  comparable,
  type Fitting,
  maxFitting,
  nameWords,
  type PlaceIndex,
  type PlaceLookup,
} from './place-index.js'
import { placeWords } from './plain-words.js'
import type { NamedPlace, Reader, Reading } from './reading.js'
import { type Token, textOf } from './tokens.js'

const longestName = 8

/**
 * Reads the names of cameras and sites: the longest that fits first, then names of which the words are a part. One word
 * alone is a name only where a place is expected (`at`, `camera`), for a camera may be called Dog.
 */
export function placeReader(places: PlaceIndex): Reader {
  const lookup = places.lookup()
  return (tokens, at) => {
    if (tokens[at]?.kind === 'quoted') return quotedPlace(tokens, at, lookup)
    if (!lookup.isKnown(tokens[at]?.plain ?? '')) return undefined
    for (let length = Math.min(longestName, tokens.length - at); length > 0; length -= 1) {
      const reading = named(tokens, at, length, lookup)
      if (reading) return reading
    }
    return undefined
  }
}

function quotedPlace(tokens: readonly Token[], at: number, lookup: PlaceLookup): Reading | undefined {
  if (!isExpected(tokens, at)) return undefined
  const fitting = lookup.called(nameWords(tokens[at]?.plain ?? ''), undefined)
  return isNone(fitting) ? undefined : fits(fitting, tokens.slice(at, at + 1), true)
}

function named(
  tokens: readonly Token[],
  at: number,
  length: number,
  lookup: PlaceLookup,
): Reading | undefined {
  const taken = tokens.slice(at, at + length)
  if (taken.some(({ kind }) => kind === 'sign' || kind === 'quoted')) return undefined
  const words = taken.flatMap(({ plain }) => wordsOf(plain)).map(comparable)
  const isAfterPlaceWord = isExpected(tokens, at)
  const kind = kindOfPlace(tokens, at, at + length)
  const exact = lookup.called(words, kind)
  const isName = length > 1 || isAfterPlaceWord || kind !== undefined
  if (!isNone(exact) && isName) return fits(exact, taken, true)
  if (!isAfterPlaceWord && kind === undefined) return undefined
  const partly = lookup.withPart(words, kind)
  return isNone(partly) ? undefined : fits(partly, taken, false)
}

function isNone(fitting: Fitting): boolean {
  return fitting !== 'too_many' && fitting.length === 0
}

function fits(fitting: Fitting, taken: readonly Token[], exact: boolean): Reading {
  const words = textOf(taken)
  if (fitting === 'too_many') {
    const reason = `more than ${maxFitting} cameras and sites have this, or much like it, in their names; name one in full`
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
