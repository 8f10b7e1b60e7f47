import { partsOfDay } from '../../../platform/time/wall-clock.js'
import { type Days, readDays, workdays } from './day-words.js'
import { readHours } from './hours-between.js'
import type { Reader } from './reading.js'
import { longestPhrase, textOf } from './tokens.js'

interface PartOfDay {
  readonly from: string
  readonly to: string
  readonly days?: Days
  readonly negated?: true
}

const business: PartOfDay = { from: '09:00', to: '17:00', days: workdays }

/** Parts of the day that each reader takes to begin at another time: they are always reported as an assumption. */
const namesOfParts: readonly (readonly [string, PartOfDay])[] = [
  ...[
    'at night',
    'by night',
    'at nighttime',
    'nighttime',
    'overnight',
    'during the night',
    'in the night',
    'night',
    'nights',
    'at nights',
  ].map((words) => [words, partsOfDay.night] as const),
  ...['by day', 'during the day', 'daytime', 'in the daytime', 'during daytime'].map(
    (words) => [words, { from: '06:00', to: '22:00' }] as const,
  ),
  ...['in the morning', 'mornings', 'morning'].map((words) => [words, partsOfDay.morning] as const),
  ...['in the afternoon', 'afternoons', 'afternoon'].map((words) => [words, partsOfDay.afternoon] as const),
  ...['in the evening', 'evenings', 'evening'].map((words) => [words, partsOfDay.evening] as const),
  ...['business', 'office', 'working', 'opening', 'work'].flatMap((word) => [
    [`${word} hours`, business] as const,
    [`outside ${word} hours`, { ...business, negated: true }] as const,
    [`outside of ${word} hours`, { ...business, negated: true }] as const,
    [`after ${word} hours`, { ...business, negated: true }] as const,
  ]),
  ['after hours', { ...business, negated: true }],
  ['out of hours', { ...business, negated: true }],
]

/** Hours, parts of the day and days: `between 22:00 and 06:00`, `at night`, `Monday to Friday`. */
export const readTime: Reader = (tokens, at) =>
  readPartOfDay(tokens, at) ?? readHours(tokens, at) ?? readDays(tokens, at) ?? readOutside(tokens, at)

const readPartOfDay: Reader = (tokens, at) => {
  const found = longestPhrase(tokens, at, namesOfParts)
  if (!found) return undefined
  const { from, to, days, negated } = found.value
  const words = textOf(tokens.slice(at, at + found.length))
  const on = days ? ', Monday to Friday' : ''
  return {
    length: found.length,
    meaning: { kind: 'hours', from, to, ...(days && { days }) },
    ...(negated && { negated }),
    assumptions: [`"${words}" is read as ${negated ? 'not ' : ''}${from} to ${to}${on}`],
  }
}

const notOfTheWeek: readonly (readonly [string, string])[] = [
  ...['today', 'tomorrow', 'tonight', 'yesterday', 'this week', 'next week'].map(
    (words) => [words, 'rules know times of the day and days of the week, not single dates'] as const,
  ),
  ...'january,february,march,april,june,july,august,september,october,november,december,christmas,summer,winter,holidays,holiday'
    .split(',')
    .map((word) => [word, 'rules know times of the day and days of the week, not dates or seasons'] as const),
  ...['after dark', 'sunset', 'sunrise', 'dusk', 'dawn', 'after sunset', 'before sunrise', 'in the dark'].map(
    (words) => [words, 'when it is dark is not known; say the hours'] as const,
  ),
]

const readOutside: Reader = (tokens, at) => {
  const found = longestPhrase(tokens, at, notOfTheWeek)
  if (!found) return undefined
  return {
    length: found.length,
    unexpressed: [{ words: textOf(tokens.slice(at, at + found.length)), reason: found.value }],
  }
}
