import { oneLine } from '../../../platform/mail/mail-text.js'
import { shortTime } from '../local-time.js'
import type { GroupedAlert } from '../notification.table.js'

/** Alerts that a digest names; of those before them it says how many. */
const digestNamesAtMost = 10

/** What a digest is about. */
interface Digest {
  /** All alerts of the group, also those that are not named. */
  readonly count: number
  /** The newest of them, in any order. */
  readonly latest: readonly GroupedAlert[]
  /** They came more than 15 minutes after they happened. */
  readonly late: boolean
  /** IANA name. */
  readonly timezone: string
}

/**
 * What happened, in English: of one alert its description, of several a heading and a line each, by trigger time. At
 * most twelve lines of 240 characters; no line of it holds a control character, whatever people named their cameras.
 */
export function digestText({ count, latest, late, timezone }: Digest): string {
  const named = latest
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .slice(-digestNamesAtMost)
    .map(({ at, description }) => ({
      time: shortTime(new Date(at), timezone),
      description: oneLine(description),
    }))
  const [first] = named
  if (!first) return ''
  if (count <= 1) return first.description
  const earlier = count - named.length
  return [
    `${count} alerts${late ? ' that arrived late' : ''} (times of ${timezone}):`,
    ...(earlier > 0 ? [`${earlier} earlier`] : []),
    ...named.map(({ time, description }) => `${time}  ${description}`),
  ].join('\n')
}
