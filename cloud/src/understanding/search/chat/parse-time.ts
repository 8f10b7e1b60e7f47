import { dayAfter, localDay, startOfDay } from '../../../platform/time/calendar.js'
import { clockOf, type DailyHours } from '../../../platform/time/wall-clock.js'
import {
  between,
  dayBefore,
  daysAgo,
  endOfDay,
  hoursOfPart,
  isRealDay,
  latest,
  type Moment,
  monthOf,
  partOf,
  type Span,
  weekOf,
} from './relative-days.js'

/** The time that a question speaks of. */
export interface SpokenTime extends Span {
  /** Hours of each day on the clock of the site. */
  readonly daily: DailyHours | null
  /** The question without what was understood. */
  readonly rest: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}

/** What one kind of phrase means. Null: it is no time after all, such as a 30th of February. */
type Meaning = Span | DailyHours | null

interface Phrase {
  readonly pattern: RegExp
  readonly meaning: (found: RegExpExecArray, at: Moment) => Meaning
}

/**
 * Understands the times of an English question: yesterday, last night, this morning, on Monday, 2026-03-14, two days ago,
 * the last 3 hours, last week, between 22:00 and 06:00, after 10 pm, at night.
 * @param timezone IANA name
 */
export function parseTime(question: string, now: number, timezone: string): SpokenTime {
  let rest = ` ${question.toLowerCase().replaceAll(/\s+/g, ' ')} `
  let span: Span = { from: null, before: null }
  let daily: DailyHours | null = null
  for (const { pattern, meaning } of phrases) {
    const found = pattern.exec(rest)
    const meant = found && meaning(found, { now, timezone })
    if (!found || !meant) continue
    if ('before' in meant) {
      // The first phrase that names days counts; what else is said of days is left to the search for words.
      if (span.from !== null || span.before !== null) continue
      span = meant
    } else if (daily === null) daily = meant
    else continue
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
  }
  return { ...span, daily, rest: rest.replaceAll(/ {2,}/g, ' ').trim() }
}

const count = '(\\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten)'
const clock = '(\\d{1,2})(?:[:.](\\d{2}))? ?(am|pm|h|o.clock)?'
const partNames = '(morning|afternoon|evening|night)'

/** In the order in which they are matched: the longer before what is part of it. */
const phrases: readonly Phrase[] = [
  {
    pattern: /\b(?:last night|yesterday night|tonight)\b/,
    meaning: ([text], at) => {
      const today = localDay(at.now, at.timezone)
      const evening = text === 'tonight' ? today : dayBefore(today)
      return between(at, `${evening} 20:00`, `${dayAfter(evening)} 06:00`)
    },
  },
  {
    pattern: new RegExp(`\\b(yesterday|this|today|today.s) ${partNames}\\b`),
    meaning: ([, day = '', part = ''], at) => {
      const today = localDay(at.now, at.timezone)
      return partOf(at, day === 'yesterday' ? dayBefore(today) : today, part)
    },
  },
  { pattern: /\bthe day before yesterday\b/, meaning: (_, at) => daysAgo(at, 2) },
  { pattern: /\byesterday\b/, meaning: (_, at) => daysAgo(at, 1) },
  { pattern: /\btoday\b/, meaning: (_, at) => daysAgo(at, 0) },
  {
    pattern: new RegExp(`\\b${count} (minute|hour|day|week)s? ago\\b`),
    meaning: ([, many = '', unit = ''], at) => {
      if (unit === 'day') return daysAgo(at, numberOf(many))
      if (unit === 'week') return daysAgo(at, numberOf(many) * 7)
      // About then: people round.
      const ms = numberOf(many) * (unit === 'hour' ? hourMs : minuteMs)
      return { from: at.now - ms * 1.25 - minuteMs, before: at.now - ms * 0.75 + minuteMs }
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:in |during |over |within )?(?:the )?(?:last|past) (?:${count} )?(minute|hour|day)s?\\b`,
    ),
    meaning: ([, many = '1', unit = ''], at) => {
      const ms = { minute: minuteMs, hour: hourMs, day: 24 * hourMs }[unit] ?? hourMs
      return { from: at.now - numberOf(many) * ms, before: null }
    },
  },
  {
    pattern: new RegExp(`\\b(?:in |during |over |within )?(?:the )?(?:last|past) ${count} weeks\\b`),
    meaning: ([, many = ''], at) => ({ from: at.now - numberOf(many) * 7 * 24 * hourMs, before: null }),
  },
  {
    pattern: /\b(last|past|this) week\b/,
    meaning: ([, which = ''], at) => weekOf(at, which === 'this' ? 0 : 1),
  },
  {
    pattern: /\b(last|past|this) month\b/,
    meaning: ([, which = ''], at) => monthOf(at, which === 'this' ? 0 : 1),
  },
  {
    pattern: /\b(?:on |since )?(\d{4}-\d{2}-\d{2})\b/,
    meaning: ([text, day = ''], at) => {
      if (!isRealDay(day)) return null
      return {
        from: startOfDay(day, at.timezone),
        before: text.startsWith('since') ? null : endOfDay(at, day),
      }
    },
  },
  {
    pattern: new RegExp(`\\b(?:on |last |since )?(${weekdays.join('|')})(?: ${partNames})?\\b`),
    meaning: ([text, name = '', part], at) => {
      const day = latest(at, weekdays.indexOf(name), text.startsWith('last '))
      if (part !== undefined) return partOf(at, day, part)
      return {
        from: startOfDay(day, at.timezone),
        before: text.startsWith('since ') ? null : endOfDay(at, day),
      }
    },
  },
  {
    pattern: new RegExp(`\\b(?:between|from) ${clock} (?:and|to|until|till|-) ${clock}(?!\\d)`),
    meaning: ([, hour1, minute1, half1, hour2, minute2, half2]) => {
      const to = clockTime(hour2, minute2, half2)
      // "between 8 and 10 pm": one word for both.
      const from = clockTime(hour1, minute1, half1 ?? (half2 === 'pm' ? 'pm' : undefined))
      return from === null || to === null || from === to ? null : { from, to }
    },
  },
  {
    pattern: new RegExp(`\\b(after|before|since|until) ${clock}(?!\\d|-)`),
    meaning: ([, word = '', hour, minute, half]) => {
      const time = clockTime(hour, minute, half)
      if (time === null || time === '00:00') return null
      return ['before', 'until'].includes(word) ? { from: '00:00', to: time } : { from: time, to: '00:00' }
    },
  },
  {
    pattern: new RegExp(`\\b(?:at|by|during the|in the|every|each) ${partNames}s?\\b`),
    meaning: ([, part = '']) => hoursOfPart(part),
  },
]

const numberOf = (word: string): number => numbers[word] ?? Number(word)

/** `HH:MM`; null where a clock does not show it. */
function clockTime(hourText?: string, minuteText?: string, half?: string): string | null {
  const hour = Number(hourText)
  const shown = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour
  const minute = Number(minuteText ?? 0)
  if (shown > 24 || minute > 59 || (shown === 24 && minute > 0)) return null
  return clockOf((shown % 24) * 60 + minute)
}
