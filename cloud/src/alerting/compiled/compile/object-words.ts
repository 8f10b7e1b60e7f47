import { knownLabels, labelOf, rolesOfPersons } from '../../../understanding/labels/label.service.js'
import { boundsOfComparison, comparisonAfter, comparisonAt, numberAt } from './number-words.js'
import { isUnderstoodElsewhere } from './plain-words.js'
import type { Reader, Reading } from './reading.js'
import { longestPhrase, type Token } from './tokens.js'

const roles = new Set(rolesOfPersons)

const none = new Set(['nobody', 'none'])

/** Quantities in words: how many, and whether that was a guess. */
const vague: readonly (readonly [string, number])[] = [
  ['a couple of', 2],
  ['a pair of', 2],
  ['multiple', 2],
  ['several', 3],
  ['a few', 3],
  ['a group of', 3],
  ['groups of', 3],
  ['many', 5],
  ['lots of', 5],
  ['a crowd of', 5],
]

/** A thing or person, with a number if there is one: `more than two people`. */
export const readObject: Reader = (tokens, at) =>
  readNobody(tokens, at) ?? readCounted(tokens, at) ?? readThing(tokens, at)

const readNobody: Reader = (tokens, at) => {
  const isNoOne = tokens[at]?.plain === 'no' && tokens[at + 1]?.plain === 'one'
  if (!isNoOne && !none.has(tokens[at]?.plain ?? '')) return undefined
  return { length: isNoOne ? 2 : 1, meaning: { kind: 'object', label: 'person' }, negated: true }
}

const readCounted: Reader = (tokens, at) => {
  const count = countAt(tokens, at)
  if (!count) return undefined
  const start = at + count.length
  const bare = readThing(tokens, start)
  // `three red cars`: how things look stands between number and thing.
  const skipped = bare || tokens[start]?.kind !== 'word' || isUnderstoodElsewhere(tokens[start].plain) ? 0 : 1
  const thing = bare ?? (skipped === 1 ? readThing(tokens, start + 1) : undefined)
  const look = tokens[start]
  if (thing?.meaning?.kind !== 'object') return undefined
  return {
    length: count.length + skipped + thing.length,
    meaning: { kind: 'object', label: thing.meaning.label, ...count.bounds },
    assumptions: [...count.assumptions, ...(thing.assumptions ?? [])],
    ...(skipped === 1 && look && { unexpressed: [{ words: look.text, reason: howItLooks }] }),
  }
}

export const howItLooks =
  'how things look is in the description only; put the word in quotes to look for it there'

const readThing: Reader = (tokens, at) => {
  for (const length of [3, 2, 1]) {
    const part = tokens.slice(at, at + length)
    if (part.length < length || part.some(({ kind }) => kind !== 'word')) continue
    const words = part.map(({ plain }) => plain).join(' ')
    const label = labelOf(words)
    if (roles.has(label)) return asPerson(length, words)
    if (knownLabels.has(label)) return { length, meaning: { kind: 'object', label } }
  }
  return undefined
}

function asPerson(length: number, words: string): Reading {
  return {
    length,
    meaning: { kind: 'object', label: 'person' },
    assumptions: [`"${words}" is read as any person: pictures do not tell who may be there`],
  }
}

interface Count {
  readonly length: number
  readonly bounds: { least?: number; most?: number }
  readonly assumptions: readonly string[]
}

function countAt(tokens: readonly Token[], at: number): Count | undefined {
  const guessed = longestPhrase(tokens, at, vague)
  if (guessed) {
    const words = tokens
      .slice(at, at + guessed.length)
      .map(({ text }) => text)
      .join(' ')
    return {
      length: guessed.length,
      bounds: { least: guessed.value },
      assumptions: [`"${words}" is read as at least ${guessed.value}`],
    }
  }
  const between = rangeAt(tokens, at)
  if (between) return between
  const comparison = comparisonAt(tokens, at)
  const start = at + (comparison?.length ?? 0)
  const value = numberAt(tokens, start) ?? (comparison && isOne(tokens[start]) ? 1 : undefined)
  if (value === undefined || !Number.isInteger(value) || value > 100) return undefined
  if (comparison) return compared(comparison.length + 1, boundsOfComparison(comparison.value, value))
  const behind = comparisonAfter(tokens, start + 1)
  if (behind) return compared(1 + behind.length, boundsOfComparison(behind.value, value))
  const several = `"${tokens[start]?.text ?? ''}" is read as at least ${value}`
  return { length: 1, bounds: { least: value }, assumptions: value > 1 ? [several] : [] }
}

/** `2 to 4 people`, `between 2 and 4 people` */
function rangeAt(tokens: readonly Token[], at: number): Count | undefined {
  const lead = tokens[at]?.plain === 'between' || tokens[at]?.plain === 'from' ? 1 : 0
  const least = numberAt(tokens, at + lead)
  const join = tokens[at + lead + 1]?.plain
  const joins =
    tokens[at]?.plain === 'between' ? join === 'and' : join === 'to' || (join === 'or' && lead === 0)
  const most = joins ? numberAt(tokens, at + lead + 2) : undefined
  if (least === undefined || most === undefined || most < least || most > 100) return undefined
  return Number.isInteger(least) && Number.isInteger(most) ? compared(lead + 3, { least, most }) : undefined
}

function isOne(token: Token | undefined): boolean {
  return token?.plain === 'a' || token?.plain === 'an'
}

function compared(length: number, bounds: { least?: number; most?: number }): Count | undefined {
  if (bounds.most !== undefined && bounds.most < 0) return undefined
  if (bounds.least !== undefined && bounds.least > 100) return undefined
  const { least, most } = bounds
  const nothing = most !== undefined && most > 0 && least === undefined
  return {
    length,
    bounds: { ...(least !== undefined && least > 0 && { least }), ...(most !== undefined && { most }) },
    assumptions: nothing ? [`at most ${most} is also met where none is seen`] : [],
  }
}
