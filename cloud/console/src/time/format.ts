import type { Language } from '../text/text.js'
import { dayOf, knownZone, zoneNotKnownYet } from './zone.js'

/** In whose words and by whose clock a time is said. */
export interface TimeManner {
  readonly language: Language
  /** IANA name of the zone of the site where it happened. */
  readonly zone: string
}

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }
export const localeOf = (language: Language): string => locales[language]

const formats = new Map<string, Intl.DateTimeFormat>()

function format({ language, zone }: TimeManner, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, zone, options])
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locales[language], { ...options, timeZone: knownZone(zone) })
  formats.set(key, made)
  return made
}

/** Stands where a time will be said. */
const notYet = '…'

const clockParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** 21:51, or with seconds 21:51:40. */
export function clockTime(at: Date, manner: TimeManner, seconds = false): string {
  if (manner.zone === zoneNotKnownYet) return notYet
  return format(manner, seconds ? { ...clockParts, second: '2-digit' } : clockParts).format(at)
}

/**
 * A time as it is said beside other things (design, section 7): today with seconds, this week with its day, else with its date.
 * @param now by the clock of the service
 */
export function momentOf(at: Date, now: Date, manner: TimeManner): string {
  if (manner.zone === zoneNotKnownYet) return notYet
  const day = dayOf(at.getTime(), manner.zone)
  const today = dayOf(now.getTime(), manner.zone)
  if (day === today) return clockTime(at, manner, true)
  const daysAgo = (Date.parse(today) - Date.parse(day)) / 86_400_000
  if (daysAgo > 0 && daysAgo < 7)
    return `${format(manner, { weekday: 'short' }).format(at)} ${clockTime(at, manner)}`
  const date = format(manner, { day: 'numeric', month: 'long', year: 'numeric' }).format(at)
  return `${date}, ${clockTime(at, manner)}`
}

/** A day with its name, such as Thursday 12 March; with its year where that is another than now. */
export function dayName(at: Date, now: Date, manner: TimeManner): string {
  const isThisYear =
    dayOf(at.getTime(), manner.zone).slice(0, 4) === dayOf(now.getTime(), manner.zone).slice(0, 4)
  return format(manner, {
    ...({ weekday: 'short', day: 'numeric', month: 'long' } as const),
    ...(isThisYear ? {} : ({ year: 'numeric' } as const)),
  }).format(at)
}

/** The day of a time in the zone of this browser, YYYY-MM-DD. */
export const dayHere = (at: Date): string =>
  // Swedes write days as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(at)

/** All of a time, with its offset from UTC: for titles. */
export function exactTime(at: Date, manner: TimeManner): string {
  return format(manner, { dateStyle: 'full', timeStyle: 'long' }).format(at)
}

/** A length as 32 s, 4 min 10 s, 2 h 40 min, 3 d. Number and unit never part at a line's end. */
export function durationOf(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.round(seconds))
  const say = (value: number, unit: string) => `${countOf(value, language)}\u00a0${unit}`
  if (whole < 60) return say(whole, 's')
  if (whole < 3600) return pair(say(Math.floor(whole / 60), 'min'), whole % 60, (rest) => say(rest, 's'))
  if (whole < 86_400)
    return pair(say(Math.floor(whole / 3600), 'h'), Math.floor((whole % 3600) / 60), (rest) =>
      say(rest, 'min'),
    )
  return say(Math.floor(whole / 86_400), language === 'de' ? 'T' : 'd')
}

const pair = (first: string, rest: number, say: (rest: number) => string): string =>
  rest === 0 ? first : `${first} ${say(rest)}`

/** A number with the marks of its language: 9,999; 12,400. */
export function countOf(value: number, language: Language): string {
  return new Intl.NumberFormat(locales[language]).format(value)
}

const sizeUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes as 512 bytes, 4.2 GB, 61 GB: two figures at least. Thousands, as disks are sold. */
export function sizeOf(bytes: number, language: Language): string {
  const step = bytes < 1 ? 0 : Math.min(sizeUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  const figures = new Intl.NumberFormat(locales[language], {
    maximumFractionDigits: step > 0 && value < 10 ? 1 : 0,
  })
  return `${figures.format(value)}\u00a0${sizeUnits[step] ?? ''}`
}
