import { numberAt } from './number-words.js'
import type { Token } from './tokens.js'

/** A time of day as it was said. */
export interface HourMark {
  /** Tokens. */
  readonly length: number
  /** Since midnight; 1440 for 24:00. */
  readonly minutes: number
  /** False for a bare number, which may be of the morning or the afternoon, or no time at all. */
  readonly sure: boolean
  /** Why it is no time of day. */
  readonly flaw?: string
}

const named = new Map([
  ['noon', 12 * 60],
  ['midday', 12 * 60],
  ['midnight', 0],
])

/** The time of day at a position of the sentence: `22:00`, `10pm`, `noon`, `9`, `9 o'clock`. */
export function hourAt(tokens: readonly Token[], at: number): HourMark | undefined {
  const token = tokens[at]
  if (!token) return undefined
  const minutes = named.get(token.plain)
  if (minutes !== undefined) return { length: 1, minutes, sure: true }
  if (token.kind === 'clock') return { length: 1, ...parsed(token.plain) }
  const number = numberAt(tokens, at)
  if (number === undefined || !Number.isInteger(number)) return undefined
  const isSaid = tokens[at + 1]?.plain === "o'clock"
  const flaw = number > 24 ? { flaw: `${token.text} is no time of day` } : {}
  return { length: isSaid ? 2 : 1, minutes: number * 60, sure: number > 12 && number <= 24, ...flaw }
}

function parsed(plain: string): Omit<HourMark, 'length'> {
  const found = /^(\d{1,2})(?:[:.h](\d{2}))?h?([ap])?m?$/.exec(plain)
  const hour = Number(found?.[1])
  const minute = Number(found?.[2] ?? 0)
  const half = found?.[3]
  const isTime = half === undefined ? hour < 24 || (hour === 24 && minute === 0) : hour >= 1 && hour <= 12
  if (!found || !isTime || minute > 59) return { minutes: 0, sure: true, flaw: `${plain} is no time of day` }
  const whole = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return { minutes: whole * 60 + minute, sure: true }
}

/** Decides of bare numbers whether morning or afternoon is meant, so that the hours are as short as may be. */
export function settle(from: HourMark, to: HourMark): { from: HourMark; to: HourMark; guessed: boolean } {
  const isEarly = (mark: HourMark) => !mark.sure && mark.minutes <= 12 * 60
  const later = (mark: HourMark): HourMark => ({ ...mark, minutes: (mark.minutes % 720) + 720 })
  if (!isEarly(from) && !isEarly(to)) return { from, to, guessed: false }
  if (isEarly(from) && isEarly(to)) {
    // From 9 to 5 is a day's work; from 10 to 6 might be a night's, and the reading is reported as an assumption.
    return { from, to: to.minutes <= from.minutes ? later(to) : to, guessed: true }
  }
  if (isEarly(from)) {
    const isOver = from.minutes >= to.minutes
    const isAfternoon = later(from).minutes < to.minutes || isOver
    return { from: isAfternoon ? later(from) : from, to, guessed: true }
  }
  return {
    from,
    to: to.minutes <= from.minutes && later(to).minutes > from.minutes ? later(to) : to,
    guessed: true,
  }
}
