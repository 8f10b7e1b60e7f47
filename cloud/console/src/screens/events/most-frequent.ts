import type { components } from '@sightline/client'
import type { EventCategory } from '../../api/events.js'
import { categories } from './filter.js'

type Bucket = Pick<components['schemas']['EventTimelineBucket'], 'by_category'>

/** More of them do not fit beside the other filters. */
const most = 5

/** The categories that occur, the most frequent first, with how many events each has; the chosen one is among them. */
export function mostFrequent(
  buckets: readonly Bucket[],
  chosen: EventCategory | undefined,
): (readonly [EventCategory, number])[] {
  const counted = categories
    .map((category) => {
      const count = buckets.reduce((sum, { by_category: counts }) => sum + (counts[category] ?? 0), 0)
      return [category, count] as const
    })
    .filter(([category, count]) => count > 0 || category === chosen)
    .toSorted(([, one], [, other]) => other - one)
  const shown = counted.slice(0, most)
  const left = counted.find(([category]) => category === chosen && !shown.some(([one]) => one === category))
  return left ? [...shown.slice(0, most - 1), left] : shown
}
