import type { TimeSlice } from '../../../platform/concurrency/time-slice.js'
import { wordsOf } from '../../../platform/text/words.js'
import { labelOf } from '../../../understanding/labels/label.service.js'
import type { NamedPlace } from './reading.js'

/** More places than this for one name help nobody: then the sentence must be clearer. */
export const maxFitting = 10

/**
 * Positions in names that are compared for one sentence, at most: some ten milliseconds. Names that are all alike, and a
 * sentence made of their words, would keep everybody waiting otherwise.
 */
const mostLooks = 100_000

/** Words of names are numbered; those of one name stand one after the other, with nothing between two names. */
const noWord = -1

type Kind = NamedPlace['kind'] | undefined

/** What was found of a name: the places, or that there are more than help. */
export type Fitting = readonly NamedPlace[] | 'too_many'

/** The names of cameras and sites by their words. */
export class PlaceIndex {
  readonly #numberOfWord = new Map<string, number>()
  readonly #comparable = new Map<string, string>()
  /** The words of all names, each name followed by `noWord`. */
  readonly #words: number[] = []
  /** For each word of `#words` the place that it belongs to. */
  readonly #placeAt: NamedPlace[] = []
  /** For each word by its number: where in `#words` it stands. */
  readonly #standsAt: number[][] = []
  readonly #whole = new Map<string, NamedPlace[]>()

  static of(places: readonly NamedPlace[]): PlaceIndex {
    const index = new PlaceIndex()
    for (const place of places) index.#add(place)
    return index
  }

  /** The same, letting others have their turn meanwhile. */
  static async build(places: readonly NamedPlace[], timeSlice: TimeSlice): Promise<PlaceIndex> {
    const index = new PlaceIndex()
    for (const place of places) {
      index.#add(place)
      await timeSlice.yieldIfSpent()
    }
    return index
  }

  /** Each sentence has a lookup of its own, which counts what it may cost. */
  lookup(): PlaceLookup {
    return new PlaceLookup({
      numberOf: (word) => this.#numberOfWord.get(word),
      whole: (key) => this.#whole.get(key) ?? [],
      standsAt: (number) => this.#standsAt[number] ?? [],
      wordAt: (at) => this.#words[at],
      placeAt: (at) => this.#placeAt[at],
    })
  }

  #add(place: NamedPlace): void {
    const words = nameWords(place.name, (word) => this.#comparableOf(word))
    for (const word of words) {
      const number = this.#numbered(word)
      this.#standsAt[number]?.push(this.#words.length)
      this.#words.push(number)
      this.#placeAt.push(place)
    }
    this.#words.push(noWord)
    this.#placeAt.push(place)
    for (const kind of [place.kind, undefined]) {
      const key = keyOf(words, kind)
      const known = this.#whole.get(key)
      if (!known) this.#whole.set(key, [place])
      else if (known.length <= maxFitting) known.push(place)
    }
  }

  #numbered(word: string): number {
    const known = this.#numberOfWord.get(word)
    if (known !== undefined) return known
    const number = this.#numberOfWord.size
    this.#numberOfWord.set(word, number)
    this.#standsAt.push([])
    return number
  }

  /** Names share their words. */
  #comparableOf(word: string): string {
    const known = this.#comparable.get(word) ?? comparable(word)
    this.#comparable.set(word, known)
    return known
  }
}

interface Names {
  numberOf(word: string): number | undefined
  whole(key: string): readonly NamedPlace[]
  standsAt(number: number): readonly number[]
  wordAt(at: number): number | undefined
  placeAt(at: number): NamedPlace | undefined
}

/** The names as one sentence asks for them. */
export class PlaceLookup {
  readonly #names: Names
  readonly #parts = new Map<string, Fitting>()
  #looks = 0

  constructor(names: Names) {
    this.#names = names
  }

  /** Whether a name has this word. */
  isKnown(word: string): boolean {
    return this.#names.numberOf(comparable(word)) !== undefined
  }

  /** The places that are called just so. @param words as `comparable` and `nameWords` make them */
  called(words: readonly string[], kind: Kind): Fitting {
    return bounded(this.#names.whole(keyOf(words, kind)))
  }

  /** The places whose names have these words one after the other. */
  withPart(words: readonly string[], kind: Kind): Fitting {
    if (words.length === 0) return []
    const key = keyOf(words, kind)
    const known = this.#parts.get(key) ?? this.#findPart(words, kind)
    this.#parts.set(key, known)
    return known
  }

  #findPart(words: readonly string[], kind: Kind): Fitting {
    const numbers = words.map((word) => this.#names.numberOf(word))
    const standing = numbers.map((number) => (number === undefined ? [] : this.#names.standsAt(number)))
    const rarest = standing.reduce(
      (best, at, index) => (at.length < (standing[best]?.length ?? 0) ? index : best),
      0,
    )
    const found = new Set<NamedPlace>()
    for (const at of standing[rarest] ?? []) {
      this.#looks += numbers.length
      if (this.#looks > mostLooks) return 'too_many'
      const begin = at - rarest
      const place = this.#names.placeAt(at)
      if (!place || (kind !== undefined && place.kind !== kind)) continue
      if (numbers.every((number, index) => this.#names.wordAt(begin + index) === number)) found.add(place)
      if (found.size > maxFitting) return 'too_many'
    }
    return [...found]
  }
}

function bounded(places: readonly NamedPlace[]): Fitting {
  return places.length > maxFitting ? 'too_many' : places
}

/** Words hold no blank. */
function keyOf(words: readonly string[], kind: Kind): string {
  return `${kind ?? ''} ${words.join(' ')}`
}

/** The words by which a name is found. */
export function nameWords(name: string, compare: (word: string) => string = comparable): string[] {
  const words = wordsOf(name).map(compare)
  const own = words.filter((word) => !/^(?:the|camera|cam|site)$/.test(word))
  return own.length > 0 ? own : words
}

/** The plural of a word is the same name: `gates` finds Gate. */
export function comparable(word: string): string {
  return labelOf(word.toLowerCase()).replaceAll(' ', '_')
}
