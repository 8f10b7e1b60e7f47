import { type Severity, severities, severityRank } from '@sightline/protocol'
import {
  boundsOfComparison,
  type Comparison,
  comparisonAfter,
  comparisonAt,
  numberAt,
} from './number-words.js'
import type { Reader } from './reading.js'
import { type Token } from './tokens.js'

const units = new Map<string, number>([
  ...['s', 'sec', 'secs', 'second', 'seconds'].map((word) => [word, 1] as const),
  ...['min', 'mins', 'minute', 'minutes'].map((word) => [word, 60] as const),
  ...['h', 'hour', 'hours', 'hr', 'hrs'].map((word) => [word, 3600] as const),
])

/** How long an event lasts: `for longer than a minute`, `at least 30 seconds`. */
export const readDuration: Reader = (tokens, at) => {
  const lead =
    tokens[at]?.plain === 'for' || tokens[at]?.plain === 'lasting' || tokens[at]?.plain === 'lasts' ? 1 : 0
  const comparison = comparisonAt(tokens, at + lead)
  const start = at + lead + (comparison?.length ?? 0)
  const amount = amountAt(tokens, start)
  const unit = amount && units.get(tokens[start + amount.length]?.plain ?? '')
  if (!amount || unit === undefined || (lead === 0 && !comparison)) return undefined
  const end = start + amount.length + 1
  const behind = comparison ? undefined : comparisonAfter(tokens, end)
  const length = end - at + (behind?.length ?? 0)
  const bounds = boundsOfComparison(comparison?.value ?? behind?.value ?? 'least', amount.value * unit)
  const words = tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ')
  if ((bounds.least ?? 0) > 86_400 || (bounds.most ?? 0) > 86_400 || (bounds.most ?? 0) < 0)
    return { length, unexpressed: [{ words, reason: 'durations are from 0 to 24 hours' }] }
  return { length, meaning: { kind: 'duration', ...bounds } }
}

function amountAt(tokens: readonly Token[], at: number): { value: number; length: number } | undefined {
  const plain = tokens[at]?.plain
  if (plain === 'half' && /^an?$/.test(tokens[at + 1]?.plain ?? '')) return { value: 0.5, length: 2 }
  if (plain === 'a' || plain === 'an') return { value: 1, length: 1 }
  const value = numberAt(tokens, at)
  return value === undefined ? undefined : { value, length: 1 }
}

/** How sure something is: `with at least 80% confidence`. */
export const readConfidence: Reader = (tokens, at) => {
  const named = tokens[at]?.plain === 'confidence' ? 1 : 0
  const filler =
    named === 1 && /^(?:of|is|over)$/.test(tokens[at + 1]?.plain ?? '') && !comparisonAt(tokens, at + 1)
      ? 1
      : 0
  const start = at + named + filler
  const comparison = comparisonAt(tokens, start)
  const value = shareAt(tokens[start + (comparison?.length ?? 0)])
  if (value === undefined || value > 1) return undefined
  const end = start + (comparison?.length ?? 0) + 1
  const behind = /^(?:confidence|confident|sure|certain|certainty)$/.test(tokens[end]?.plain ?? '') ? 1 : 0
  if (named + behind === 0) return undefined
  const length = end + behind - at
  const words = tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ')
  const isUpper = comparison?.value === 'fewer' || comparison?.value === 'most'
  if (isUpper)
    return { length, unexpressed: [{ words, reason: 'a confidence can be asked for from below only' }] }
  return { length, meaning: { kind: 'confidence', least: value } }
}

function shareAt(token: Token | undefined): number | undefined {
  if (token?.kind === 'percent') return Math.round(Number.parseFloat(token.plain) * 100) / 10_000
  if (token?.kind === 'number' && Number(token.plain) <= 1) return Number(token.plain)
  // `0.80` looks like ten to one on a clock.
  return token?.kind === 'clock' && /^0\.\d{2}$/.test(token.plain) ? Number(token.plain) : undefined
}

/** How grave: `critical events`, `severity high or above`, `at least medium severity`. */
export const readSeverity: Reader = (tokens, at) => {
  const before = tokens[at]?.plain === 'severity' ? 1 : 0
  const filler = before === 1 && /^(?:of|is)$/.test(tokens[at + 1]?.plain ?? '') ? 1 : 0
  const comparison = comparisonAt(tokens, at + before + filler)
  const start = at + before + filler + (comparison?.length ?? 0)
  const severity = severities.find((name) => name === tokens[start]?.plain)
  if (severity === undefined) return undefined
  const early = comparison ? undefined : comparisonAfter(tokens, start + 1)
  const next = start + 1 + (early?.length ?? 0)
  const behind = tokens[next]?.plain === 'severity' ? 1 : 0
  const late = comparison || early ? undefined : comparisonAfter(tokens, next + behind)
  // `info` and `low` alone are words of other things.
  if (before + behind === 0 && severity !== 'critical') return undefined
  const length = next + behind + (late?.length ?? 0) - at
  return { length, ...severityMeaning(comparison?.value ?? early?.value ?? late?.value, severity) }
}

function severityMeaning(
  comparison: Comparison | undefined,
  severity: Severity,
): Pick<ReturnType<Reader> & object, 'meaning' | 'unexpressed' | 'assumptions'> {
  const rank = severityRank(severity)
  const at = (place: number): Severity | undefined => severities[place]
  switch (comparison) {
    case 'exactly':
      return { meaning: { kind: 'severity', least: severity, most: severity } }
    case 'least':
      return { meaning: { kind: 'severity', least: severity } }
    case 'most':
      return { meaning: { kind: 'severity', most: severity } }
    case 'more':
    case 'fewer': {
      const bound = at(comparison === 'more' ? rank + 1 : rank - 1)
      if (bound === undefined)
        return { unexpressed: [{ words: severity, reason: 'no severity is beyond this one' }] }
      return { meaning: { kind: 'severity', [comparison === 'more' ? 'least' : 'most']: bound } }
    }
    case undefined: {
      if (rank <= severityRank('low'))
        return {
          meaning: { kind: 'severity', most: severity },
          assumptions: [`severity ${severity} is read as ${severity} or below`],
        }
      const isTop = severity === 'critical'
      return {
        meaning: { kind: 'severity', least: severity },
        assumptions: isTop ? [] : [`severity ${severity} is read as ${severity} or above`],
      }
    }
  }
}
