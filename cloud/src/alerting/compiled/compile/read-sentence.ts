import { readTime } from './clock-words.js'
import { readKind, readQuoted, readSource } from './kind-words.js'
import { readConfidence, readDuration, readSeverity } from './measure-words.js'
import { howItLooks, readObject } from './object-words.js'
import type { PlaceIndex } from './place-index.js'
import { isExpected, placeReader } from './place-words.js'
import { foreignLanguage, isFiller, negators } from './plain-words.js'
import type { Meaning, Reader, Reading, Unexpressed } from './reading.js'
import { longestPhrase, phraseLength, type Token, textOf, tokensOf } from './tokens.js'

/** Something understood, with how it is joined to what stands before it. */
export interface Item {
  readonly meaning: Meaning
  readonly negated: boolean
  readonly join: 'and' | 'or' | null
  /** Its tokens, the negation before it included: the first, and the one after the last. */
  readonly from: number
  readonly to: number
}

/** What was understood of a sentence, in its order, and what was not. */
interface ReadSentence {
  readonly items: readonly Item[]
  readonly assumptions: readonly string[]
  readonly unexpressed: readonly Unexpressed[]
}

/** Reads an English sentence. Pure; `places` are the cameras and sites that its writer may see. */
export function readSentence(sentence: string, places: PlaceIndex): ReadSentence {
  const tokens = tokensOf(sentence)
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ plain }) => plain)
  const language = foreignLanguage(words)
  if (language !== undefined) {
    const reason = `this seems to be ${language}; without a model only English is understood`
    return { items: [], assumptions: [], unexpressed: [{ words: sentence, reason }] }
  }
  return new SentenceScan(tokens, places).read()
}

/** What would be understood of the words whatever their language is, with the words that say it. */
export function itemsOf(tokens: readonly Token[], places: PlaceIndex): readonly Item[] {
  return new SentenceScan(tokens, places).read().items
}

/** One pass over the words, from left to right; at each position the reader that takes the most of them wins. */
class SentenceScan {
  readonly #items: JoinedItem[] = []
  readonly #assumptions = new Set<string>()
  readonly #unexpressed: Unexpressed[] = []
  readonly #readers: readonly Reader[]
  readonly #tokens: readonly Token[]
  readonly #readings = new Map<number, Reading | undefined>()
  #at = 0
  #join: JoinedItem['join'] = null
  /** Where a negation began that still waits for what it negates. */
  #negationAt: number | null = null
  #articleSince = false

  constructor(tokens: readonly Token[], places: PlaceIndex) {
    this.#tokens = tokens
    this.#readers = [
      placeReader(places),
      readTime,
      readDuration,
      readConfidence,
      readSeverity,
      readKind,
      readSource,
      readQuoted,
      readObject,
    ]
  }

  read(): ReadSentence {
    while (this.#at < this.#tokens.length) this.#step()
    return {
      items: withoutCommas(this.#items),
      assumptions: [...this.#assumptions],
      unexpressed: this.#unexpressed,
    }
  }

  #step(): void {
    const reading = this.#readingAt(this.#at)
    const negation = this.#negationLength(this.#at)
    const placeEnd = this.#unknownPlaceEnd(reading)
    if (placeEnd !== undefined) this.#passAs(noSuchPlace, placeEnd)
    else if (reading && reading.length > negation) this.#take(reading)
    else if (negation > 0) {
      this.#negationAt ??= this.#at
      this.#at += negation
    } else this.#pass()
  }

  /** Memoised: what is not understood is read several times. */
  #readingAt(at: number): Reading | undefined {
    if (this.#readings.has(at)) return this.#readings.get(at)
    const reading = this.#longestAt(at)
    this.#readings.set(at, reading)
    return reading
  }

  #longestAt(at: number): Reading | undefined {
    let best: Reading | undefined
    for (const reader of this.#readers) {
      const reading = reader(this.#tokens, at)
      if (reading && reading.length > (best?.length ?? 0)) best = reading
    }
    return best
  }

  #negationLength(at: number): number {
    const found = longestPhrase(this.#tokens, at, negators)?.length ?? 0
    const outside = phraseLength(this.#tokens, at, 'outside of') || phraseLength(this.#tokens, at, 'outside')
    // `outside 9 to 5` is a negation, `outside the gate` a place.
    return outside > 0 && readTime(this.#tokens, at + outside) ? outside : found
  }

  #take(reading: Reading): void {
    for (const assumption of reading.assumptions ?? []) this.#assumptions.add(assumption)
    this.#unexpressed.push(...(reading.unexpressed ?? []))
    if (reading.meaning) {
      const negated =
        (this.#negationAt !== null || this.#isNegatedBefore(reading.meaning)) !== (reading.negated ?? false)
      this.#items.push({
        meaning: reading.meaning,
        negated,
        join: this.#items.length === 0 ? null : this.#join,
        from: this.#negationAt ?? this.#at,
        to: this.#at + reading.length,
      })
    }
    this.#at += reading.length
    this.#begin()
  }

  /** `no person or car`, `without helmet and vest`: what is joined to something negated is negated with it. */
  #isNegatedBefore(meaning: Meaning): boolean {
    const before = this.#items.at(-1)
    if (!before?.negated || groupOf(before.meaning) !== groupOf(meaning) || this.#join === null) return false
    return this.#join === 'or' || !this.#articleSince
  }

  #begin(): void {
    this.#join = null
    this.#negationAt = null
    this.#articleSince = false
  }

  #pass(): void {
    const token = this.#tokens[this.#at]
    const plain = token?.plain ?? ''
    if (plain === 'and' || plain === 'or') this.#join = plain
    else if (plain === ',' || plain === ';' || plain === '/') this.#join ??= ','
    else if (!isFiller(plain)) return this.#passUnknown()
    else if (/^(?:a|an|the|some|any)$/.test(plain)) this.#articleSince = true
    this.#at += 1
  }

  #passUnknown(): void {
    let end = this.#at + 1
    while (end < this.#tokens.length && this.#isUnknown(end)) end += 1
    const isLook = end === this.#at + 1 && this.#readingAt(end)?.meaning?.kind === 'object'
    if (!isLook) return this.#passAs(reasonFor(this.#tokens, this.#at, end), end)
    // How a thing looks leaves a negation to the thing: `no red cars`.
    this.#unexpressed.push({ words: this.#tokens[this.#at]?.text ?? '', reason: howItLooks })
    this.#at = end
  }

  /** What is not understood takes along the negation before it. */
  #passAs(reason: string, end: number): void {
    const words = textOf(this.#tokens.slice(this.#negationAt ?? this.#at, end))
    this.#unexpressed.push({ words, reason })
    this.#negationAt = null
    this.#at = end
  }

  #isUnknown(at: number): boolean {
    const plain = this.#tokens[at]?.plain ?? ''
    const isKnown = plain === 'and' || plain === 'or' || isFiller(plain)
    return !isKnown && this.#negationLength(at) === 0 && this.#readingAt(at) === undefined
  }

  /** Where a place ends that begins like a thing or a part of a name, and is no known one: `at the car park`. */
  #unknownPlaceEnd(reading: Reading | undefined): number | undefined {
    const meaning = reading?.meaning
    const mayBegin = meaning?.kind === 'object' || (meaning?.kind === 'place' && !meaning.place.exact)
    if (!reading || !mayBegin || !isExpected(this.#tokens, this.#at)) return undefined
    const next = this.#at + reading.length
    const isName = this.#tokens[next]?.kind === 'word' && !/(?:ing|ed)$/.test(this.#tokens[next].plain)
    if (!isName || !this.#isUnknown(next)) return undefined
    let end = next + 1
    while (end < this.#tokens.length && this.#isUnknown(end)) end += 1
    return end
  }
}

type JoinedItem = Omit<Item, 'join'> & { readonly join: Item['join'] | ',' }

/** What stands between commas is joined as the next of its kind is: `cars, vans or trucks`. */
function withoutCommas(items: readonly JoinedItem[]): Item[] {
  return items.map((item, index) => {
    if (item.join !== ',') return { ...item, join: item.join }
    const group = groupOf(item.meaning)
    const next = items
      .slice(index + 1)
      .find(({ join, meaning }) => join !== ',' || groupOf(meaning) !== group)
    const isSame = next !== undefined && groupOf(next.meaning) === group
    return { ...item, join: isSame && next.join === 'or' ? 'or' : 'and' }
  })
}

/** Meanings of one group say something about the same: days and hours are both of the time. */
export function groupOf(meaning: Meaning): string {
  return meaning.kind === 'days' || meaning.kind === 'hours' ? 'time' : meaning.kind
}

const noSuchPlace = 'no camera or site that you see is called so'

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:everything|anything|whatever|always)$/,
    'a sentence must say what is looked for; a rule for every event needs none',
  ],
  [
    /^(?:red|green|blue|white|black|yellow|grey|gray|brown|orange|big|small|large|tall|old|young|hooded|masked)$/,
    howItLooks,
  ],
  [
    /(?:.ing|.ed)$|^(?:runs?|climbs?|fights?|falls?|loiters?|lies|smokes?|throws?|breaks?|steals?|opens?|closes?|leaves?)$/,
    'what somebody does is in the description only; put the word in quotes to look for it there',
  ],
]

function reasonFor(tokens: readonly Token[], start: number, end: number): string {
  const words = tokens.slice(start, end)
  if (!words.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return 'these signs say nothing here'
  const first = words[0]?.plain ?? ''
  // `at the swimming pool` is a place, `by climbing` is none.
  const isPlace = isExpected(tokens, start)
  if (isPlace && words.length > 1) return noSuchPlace
  const known = reasons.find(([pattern]) => pattern.test(first))
  if (known) return known[1]
  if (isPlace) return noSuchPlace
  return 'not understood; name things, places, times or tags (tagged staff), or put words in quotes to look for them in the description'
}
