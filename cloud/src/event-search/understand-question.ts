import type { ChatTurn } from '@sightline/protocol'
import { tellingWords } from './telling-words.js'
import { type SpokenTime, timeIn } from './time-words.js'

/** A camera that the asker may see, and where it stands. */
export interface Place {
  readonly cameraId: string
  readonly cameraName: string
  readonly siteId: string
  readonly siteName: string
}

/** What is looked for. */
export interface Understood extends Omit<SpokenTime, 'rest'> {
  /** Words to search texts for; those that name a place are among them. */
  readonly words: readonly string[]
  /** The cameras whose name or site the question names; empty: it names none. */
  readonly places: readonly Place[]
  /** The words that name them. */
  readonly placeWords: readonly string[]
}

/**
 * Takes a question apart by rules, without a model: times (`timeIn`), cameras and sites by their names, and words to
 * search for. A question of fillers alone, such as "and before that?", takes its words from the one before.
 * @param timezone IANA name
 */
export function understandQuestion(
  question: string,
  history: readonly ChatTurn[],
  { now, timezone, places }: { now: number; timezone: string; places: readonly Place[] },
): Understood {
  const { rest, ...time } = timeIn(question, now, timezone)
  const own = tellingWords(rest)
  const before = own.length > 0 ? undefined : history.findLast(({ role }) => role === 'user')
  const words = before ? tellingWords(timeIn(before.text, now, timezone).rest) : own
  return { ...time, words, ...placesIn(words, places) }
}

/** The cameras that share the most words with the question, if any does: "front door" is not the back door. */
function placesIn(
  words: readonly string[],
  places: readonly Place[],
): Pick<Understood, 'places' | 'placeWords'> {
  const named = places.map((place) => {
    const names = new Set(tellingWords(`${place.cameraName} ${place.siteName}`).map(singular))
    return { place, words: words.filter((word) => names.has(singular(word))) }
  })
  const most = Math.max(0, ...named.map((one) => one.words.length))
  const best = most === 0 ? [] : named.filter((one) => one.words.length === most)
  return {
    places: best.map(({ place }) => place),
    placeWords: [...new Set(best.flatMap((one) => one.words))],
  }
}

/** Gates are asked for by cameras named Gate. */
const singular = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word)
