import { weekdays } from '../../../platform/time/wall-clock.js'
import type { Meaning, Reader } from './reading.js'
import { longestPhrase } from './tokens.js'

export type Days = Extract<Meaning, { kind: 'days' }>['days']

export const workdays: Days = ['mon', 'tue', 'wed', 'thu', 'fri']

const dayWords = new Map<string, Days>([
  ...weekdays.flatMap((day, index) => {
    const full = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'][index] ?? day
    return [day, full, `${full}s`].map((word): [string, Days] => [word, [day]])
  }),
  ['tues', ['tue']],
  ['thurs', ['thu']],
  ...['weekday', 'weekdays', 'workday', 'workdays'].map((word): [string, Days] => [word, workdays]),
  ...['weekend', 'weekends'].map((word): [string, Days] => [word, ['sat', 'sun']]),
])

/** True for the name of a day, or of several. */
export function namesDays(plain: string): boolean {
  return dayWords.has(plain)
}

/** Days of the week: `Friday`, `Monday to Friday`, `weekends and Wednesdays`. */
export const readDays: Reader = (tokens, at) => {
  const first = dayWords.get(tokens[at]?.plain ?? '')
  if (!first) return undefined
  const [from] = first
  const [to] = dayWords.get(tokens[at + 2]?.plain ?? '') ?? []
  const isRange = /^(?:to|through|until|till)$/.test(tokens[at + 1]?.plain ?? '')
  if (isRange && from && to) return { length: 3, meaning: { kind: 'days', days: daysBetween(from, to) } }
  const days = new Set(first)
  let end = at + 1
  for (;;) {
    const joins = longestPhrase(tokens, end, joinsOfDays)
    const more = joins && dayWords.get(tokens[end + joins.length]?.plain ?? '')
    if (!joins || !more) break
    for (const day of more) days.add(day)
    end += joins.length + 1
  }
  return { length: end - at, meaning: { kind: 'days', days: weekdays.filter((day) => days.has(day)) } }
}

const joinsOfDays = [',', 'and', 'or', ', and', ', or', 'and on', 'or on'].map(
  (words) => [words, true] as const,
)

function daysBetween(from: Days[number], to: Days[number]): Days {
  const start = weekdays.indexOf(from)
  const count = ((weekdays.indexOf(to) - start + 7) % 7) + 1
  return weekdays.filter((_, index) => (index - start + 7) % 7 < count)
}
