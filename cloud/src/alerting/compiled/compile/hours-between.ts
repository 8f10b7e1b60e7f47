import { clockOf } from '../../../platform/time/wall-clock.js'
import { namesDays } from './day-words.js'
import { type HourMark, hourAt, settle } from './hour-words.js'
import { isUnderstoodElsewhere } from './plain-words.js'
import type { Reader, Reading } from './reading.js'
import { longestPhrase, type Token, textOf } from './tokens.js'

const begins = ['after', 'from', 'since', 'later than', 'past'].map((words) => [words, true] as const)
const ends = ['before', 'until', 'till', 'earlier than', 'up to', 'by'].map((words) => [words, true] as const)
const joins = ['to', 'until', 'till', 'and', 'and before', 'and until', 'before', 'or before'].map(
  (words) => [words, true] as const,
)

/** Hours of the day: `between 22:00 and 06:00`, `from 9 to 5`, `after 10pm`, `until noon`. */
export const readHours: Reader = (tokens, at) => {
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
  return next?.kind === 'word' && !isUnderstoodElsewhere(next.plain) && !namesDays(next.plain)
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
