import type { ChatTurn } from '@sightline/protocol'
import type { TimeSlice } from '../../../platform/concurrency/time-slice.js'
import { searchTerms } from '../search-terms.js'
import { parseTime, type SpokenTime } from './parse-time.js'

/** A camera that the asker may see, and where it stands. */
export interface NamedCamera {
  readonly cameraId: string
  readonly cameraName: string
  readonly siteName: string
}

/** What is searched for. */
export interface ParsedQuestion extends Omit<SpokenTime, 'rest'> {
  /** Words to search texts for; those that name a camera or site are among them. */
  readonly words: readonly string[]
  /** The cameras whose name or site the question names; empty: it names none. */
  readonly cameras: readonly NamedCamera[]
  /** The words that name them. */
  readonly nameWords: readonly string[]
}

/**
 * Takes a question apart by rules, without a model: times (`timeIn`), cameras and sites by their names, and words to
 * search for. A question of fillers alone, such as "and before that?", takes its words from the one before.
 * @param timezone IANA name
 */
export async function parseQuestion(
  question: string,
  history: readonly ChatTurn[],
  {
    now,
    timezone,
    cameras,
    timeSlice,
  }: { now: number; timezone: string; cameras: readonly NamedCamera[]; timeSlice: TimeSlice },
): Promise<ParsedQuestion> {
  const { rest, ...time } = parseTime(question, now, timezone)
  const own = searchTerms(rest)
  const before = own.length > 0 ? undefined : history.findLast(({ role }) => role === 'user')
  const words = before ? searchTerms(parseTime(before.text, now, timezone).rest) : own
  return { ...time, words, ...(await camerasNamedIn(words, cameras, timeSlice)) }
}

/** The cameras that share the most words with the question, if any does: "front door" is not the back door. */
async function camerasNamedIn(
  words: readonly string[],
  cameras: readonly NamedCamera[],
  timeSlice: TimeSlice,
): Promise<Pick<ParsedQuestion, 'cameras' | 'nameWords'>> {
  const named: { camera: NamedCamera; words: string[] }[] = []
  for (const camera of cameras) {
    const names = new Set(searchTerms(`${camera.cameraName} ${camera.siteName}`).map(singular))
    named.push({ camera, words: words.filter((word) => names.has(singular(word))) })
    await timeSlice.yieldIfSpent()
  }
  const most = Math.max(0, ...named.map((one) => one.words.length))
  const best = most === 0 ? [] : named.filter((one) => one.words.length === most)
  return {
    cameras: best.map(({ camera }) => camera),
    nameWords: [...new Set(best.flatMap((one) => one.words))],
  }
}

/** Gates are asked for by cameras named Gate. */
const singular = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word)
