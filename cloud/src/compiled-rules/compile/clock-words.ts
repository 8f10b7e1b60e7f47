import { clockOf, partsOfDay, weekdays } from '../../platform/wall-clock.js'
import { type HourMark, hourAt, settle } from './hour-words.js'
import { isUnderstoodElsewhere } from './plain-words.js'
import type { Meaning, Reader, Reading } from './reading.js'
import { longestPhrase, type Token, textOf } from './tokens.js'

type Days = Extract<Meaning, { kind: 'days' }>['days']

interface PartOfDay {
  readonly from: string
  readonly to: string
  readonly days?: Days
  readonly negated?: true
}

const workdays: Days = ['mon', 'tue', 'wed', 'thu', 'fri']
const business: PartOfDay = { from: '09:00', to: '17:00', days: workdays }

/** Parts of the day that each reader takes to begin at another time: they are always told as an assumption. */
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

const readDays: Reader = (tokens, at) => {
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

const begins = ['after', 'from', 'since', 'later than', 'past'].map((words) => [words, true] as const)
const ends = ['before', 'until', 'till', 'earlier than', 'up to', 'by'].map((words) => [words, true] as const)
const joins = ['to', 'until', 'till', 'and', 'and before', 'and until', 'before', 'or before'].map(
  (words) => [words, true] as const,
)

const readHours: Reader = (tokens, at) => {
  const lead = longestPhrase(tokens, at, [
    ['between', 'between'],
    ...begins.map(([words]) => [words, words] as const),
  ])
  const first = hourAt(tokens, at + (lead?.length ?? 0))
  if (first) {
    const middle = at + (lead?.length ?? 0) + first.length
    const join = longestPhrase(tokens, middle, joins)
    const second = join && hourAt(tokens, middle + join.length)
    const isAnd = tokens[middle]?.plain === 'and' && join?.length === 1
    if (
      join &&
      second &&
      (!isAnd || lead?.value === 'between') &&
      (lead || isClock(first) || isClock(second))
    ) {
      const length = middle + join.length + second.length - at
      return countsThings(tokens, at + length, first, second)
        ? undefined
        : hours(tokens.slice(at, at + length), first, second)
    }
    if (lead && lead.value !== 'between' && (isClock(first) || lead.value !== 'from'))
      return afterHour(
        tokens.slice(at, middle),
        first,
        /^(?:on|onwards|onward)$/.test(tokens[middle]?.plain ?? ''),
      )
    if (!lead && isClock(first)) return pointInTime(tokens.slice(at, middle))
  }
  const until = longestPhrase(tokens, at, ends)
  const end = until && hourAt(tokens, at + until.length)
  if (!until || !end || (!isClock(end) && until.length === 1 && tokens[at]?.plain === 'by')) return undefined
  return beforeHour(tokens.slice(at, at + until.length + end.length), end)
}

/** A number that something follows which is counted or measured is no hour: `between 2 and 4 people`. */
function countsThings(tokens: readonly Token[], at: number, first: HourMark, second: HourMark): boolean {
  if (isClock(first) || isClock(second)) return false
  const next = tokens[at]
  return next?.kind === 'word' && !isUnderstoodElsewhere(next.plain) && !dayWords.has(next.plain)
}

function isClock(mark: HourMark): boolean {
  return mark.sure
}

function hours(words: readonly Token[], first: HourMark, second: HourMark): Reading {
  const text = textOf(words)
  const { from, to, guessed } = settle(first, second)
  const flaw = from.flaw ?? to.flaw
  if (flaw !== undefined) return { length: words.length, unexpressed: [{ words: text, reason: flaw }] }
  const ending = to.minutes === 0 ? '24:00' : clockOf(to.minutes)
  const beginning = clockOf(from.minutes % 1440)
  if (beginning === ending || (beginning === '00:00' && ending === '00:00'))
    return { length: words.length, unexpressed: [{ words: text, reason: 'these hours end when they begin' }] }
  return {
    length: words.length,
    meaning: { kind: 'hours', from: beginning, to: ending },
    ...(guessed && { assumptions: [`"${text}" is read as ${beginning} to ${ending}`] }),
  }
}

function afterHour(words: readonly Token[], { minutes, flaw, sure }: HourMark, onwards: boolean): Reading {
  const text = textOf(words)
  const length = words.length + (onwards ? 1 : 0)
  if (flaw !== undefined) return { length, unexpressed: [{ words: text, reason: flaw }] }
  // Who says `after 10pm` to a guard means the night.
  const from = clockOf(minutes % 1440)
  const isEvening = minutes >= 18 * 60 || minutes % 1440 === 0
  const to = isEvening ? '06:00' : '24:00'
  const isPlain = sure && !isEvening
  return {
    length,
    meaning: { kind: 'hours', from, to },
    assumptions: isPlain ? [] : [`"${text}" is read as ${from} to ${to}`],
  }
}

function beforeHour(words: readonly Token[], { minutes, flaw, sure }: HourMark): Reading {
  const text = textOf(words)
  if (flaw !== undefined) return { length: words.length, unexpressed: [{ words: text, reason: flaw }] }
  const to = minutes % 1440 === 0 ? '24:00' : clockOf(minutes)
  return {
    length: words.length,
    meaning: { kind: 'hours', from: '00:00', to },
    assumptions: sure ? [] : [`"${text}" is read as 00:00 to ${to}`],
  }
}

function pointInTime(words: readonly Token[]): Reading {
  const reason = 'this is one moment; say from when to when'
  return { length: words.length, unexpressed: [{ words: textOf(words), reason }] }
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
