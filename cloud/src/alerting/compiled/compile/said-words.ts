import type { Predicate, PredicateCondition, PredicateNode, SaidWords } from '@sightline/protocol'
import { wordsOf } from '../../../platform/text/words.js'
import { labelOf, plainText } from '../../../understanding/labels/label.service.js'
import { isCondition } from '../predicate/walk.js'
import type { PlaceIndex } from './place-index.js'
import { itemsOf } from './read-sentence.js'
import type { Meaning, NamedPlace, Unexpressed } from './reading.js'
import { type Token, tokensOf } from './tokens.js'

/** What was made of a sentence, whoever compiled it. */
interface Made {
  readonly predicate: Predicate | null
  readonly unexpressed: readonly Unexpressed[]
}

/** Words by their tokens: the first, and the one after the last. */
interface Run {
  readonly from: number
  readonly to: number
  readonly paths: readonly string[]
}

/**
 * Which words of a sentence made which conditions. They are found by comparing what the words mean with what the predicate
 * asks, so that it holds for a model's predicate too; what a model read out of words that are not understood here has none.
 * @param places names of cameras and sites, which are found in sentences of any language
 */
export function saidWords(
  sentence: string,
  { predicate, unexpressed }: Made,
  { index, places }: { readonly index: PlaceIndex; readonly places: readonly NamedPlace[] },
): SaidWords[] {
  const tokens = tokensOf(sentence)
  const conditions = predicate ? conditionsAt(predicate.where, 'where') : []
  const runs: Run[] = [
    ...itemsOf(tokens, index).map(({ meaning, from, to }) => ({
      from,
      to,
      paths: madeBy(meaning, conditions),
    })),
    ...namesIn(tokens, conditions, places),
  ]
  const made = apart(runs.filter(({ paths }) => paths.length > 0))
  const left = unexpressed.flatMap(({ words }) => runOf(tokens, words))
  const place = placeInSentence(sentence)
  return apart([...made, ...left])
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, to, paths }) => {
      const last = tokens[to - 1]
      return {
        start: place(tokens[from]?.at ?? 0),
        end: place(last ? last.at + last.text.length : 0),
        paths: [...paths],
      }
    })
}

interface Placed {
  readonly path: string
  readonly condition: PredicateCondition
}

function conditionsAt(node: PredicateNode, path: string): Placed[] {
  if (isCondition(node)) return [{ path, condition: node }]
  if (node.op === 'not') return conditionsAt(node.of, `${path}.of`)
  return node.of.flatMap((child, at) => conditionsAt(child, `${path}.of.${at}`))
}

/** Conditions of which a sentence usually has one: a model may have read other bounds out of the same words. */
const usuallyOne: ReadonlySet<string> = new Set(['time', 'duration', 'severity', 'confidence'])

function madeBy(meaning: Meaning, conditions: readonly Placed[]): string[] {
  const same = conditions.filter(({ condition }) => says(meaning, condition))
  if (same.length > 0) return same.map(({ path }) => path)
  const op = meaning.kind === 'hours' || meaning.kind === 'days' ? 'time' : meaning.kind
  const alike = conditions.filter(({ condition }) => condition.op === op)
  return alike.length === 1 && usuallyOne.has(op) ? alike.map(({ path }) => path) : []
}

function says(meaning: Meaning, condition: PredicateCondition): boolean {
  switch (meaning.kind) {
    case 'object':
      return condition.op === 'object' && labelOf(condition.label) === labelOf(meaning.label)
    case 'place':
      return meaning.place.fitting.some(
        ({ kind, id }) =>
          condition.op === kind && 'in' in condition && condition.in.some((one) => one === id),
      )
    case 'hours':
      return condition.op === 'time' && condition.from === meaning.from && condition.to === meaning.to
    case 'days':
      return condition.op === 'time' && meaning.days.every((day) => condition.days?.includes(day) ?? true)
    case 'category':
      return condition.op === 'category' && meaning.categories.some((one) => condition.in.includes(one))
    case 'source':
      return condition.op === 'source' && condition.in.includes(meaning.source)
    case 'confidence':
      return (
        condition.op === 'confidence' ||
        (condition.op === 'object' && condition.min_confidence === meaning.least)
      )
    case 'text':
      return condition.op === 'text' && sameWords(condition.value, meaning.text)
    case 'tag':
      return condition.op === 'tag' && condition.in.some((tag) => plainText(tag) === plainText(meaning.tag))
    case 'severity':
    case 'duration':
      return false
  }
}

const sameWords = (one: string, other: string): boolean =>
  wordsOf(one).toSorted().join(' ') === wordsOf(other).toSorted().join(' ')

/** Names of the cameras and sites that a predicate asks for, where they stand in the sentence. */
function namesIn(
  tokens: readonly Token[],
  conditions: readonly Placed[],
  places: readonly NamedPlace[],
): Run[] {
  return conditions.flatMap(({ path, condition }) => {
    if (condition.op !== 'camera' && condition.op !== 'site') return []
    const asked: ReadonlySet<string> = new Set(condition.in)
    const names = places
      .filter(({ kind, id }) => kind === condition.op && asked.has(id))
      .map(({ name }) => name)
    return names.flatMap((name) => runOf(tokens, name).map((run) => ({ ...run, paths: [path] })))
  })
}

/** Where words stand one after the other in a sentence; nowhere, if they do not. */
function runOf(tokens: readonly Token[], words: string): Run[] {
  const wanted = tokensOf(words).map(({ plain }) => plain)
  if (wanted.length === 0) return []
  const from = tokens.findIndex((_token, at) => wanted.every((plain, by) => tokens[at + by]?.plain === plain))
  return from < 0 ? [] : [{ from, to: from + wanted.length, paths: [] }]
}

/** Of runs that share words the first of the list. */
function apart(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const run of runs) {
    if (kept.every(({ from, to }) => run.to <= from || run.from >= to)) kept.push(run)
  }
  return kept
}

/** Where a place in the sentence after NFKC, by which words are read, is in the sentence as it was sent. */
function placeInSentence(sentence: string): (at: number) => number {
  if (sentence.normalize('NFKC') === sentence) return (at) => at
  const lengths = Array.from(
    { length: sentence.length + 1 },
    (_, end) => sentence.slice(0, end).normalize('NFKC').length,
  )
  return (at) => {
    const found = lengths.findIndex((length) => length >= at)
    return found < 0 ? sentence.length : found
  }
}
