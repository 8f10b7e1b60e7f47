import type { Predicate } from '../../api/rules.js'
import type { TrialSoFar } from '../../api/trial-so-far.js'
import { offsetAt } from '../../time/zone.js'
import { type Condition, nodeAt, replaced } from './predicate-edit.js'

/** One condition changed so that what was nearly told would be. */
export interface Relaxed {
  readonly predicate: Predicate
  /** The condition as it would be; null: left out. */
  readonly becomes: Condition | null
  readonly was: Condition
  /** Near misses that it would make matches; null: more were near than are known, and trying it tells. */
  readonly gained: number | null
}

type Near = TrialSoFar['nearMisses'][number]

/**
 * The one change of a condition that would tell of the most of what was nearly told. Hours grow to the half hour, lists of places
 * and kinds grow; any other condition is left out. @returns null where nothing was near
 */
export function relaxed(
  predicate: Predicate,
  { nearMisses, counts }: Pick<TrialSoFar, 'nearMisses' | 'counts'>,
  zoneOf: (siteId: string) => string,
): Relaxed | null {
  const areAll = nearMisses.length >= counts.near_miss + counts.outside_rule
  const byPath = new Map<string, Near[]>()
  for (const near of nearMisses) {
    const [path] = near.missing
    if (path === undefined || near.outside_rule !== null) continue
    byPath.set(path, [...(byPath.get(path) ?? []), near])
  }
  const found = [...byPath].toSorted(([, one], [, other]) => other.length - one.length)
  for (const [path, near] of found) {
    const was = nodeAt(predicate, path)
    // What is wanted not to be is no bound that grows.
    if (!was || was.op === 'all' || was.op === 'any' || was.op === 'not' || path.endsWith('.of')) continue
    const becomes = grown(was, near, zoneOf)
    const changed = replaced(predicate, path, becomes)
    if (changed) return { predicate: changed, becomes, was, gained: areAll ? near.length : null }
  }
  return null
}

function grown(was: Condition, near: readonly Near[], zoneOf: (siteId: string) => string): Condition | null {
  switch (was.op) {
    case 'camera':
      return { ...was, in: [...new Set([...was.in, ...near.map(({ camera_id: id }) => id)])] }
    case 'site':
      return { ...was, in: [...new Set([...was.in, ...near.map(({ site_id: id }) => id)])] }
    case 'time':
      return grownHours(
        was,
        near.map((event) => minuteOf(event.triggered_at, was.timezone ?? zoneOf(event.site_id))),
      )
    case 'object':
    case 'category':
    case 'source':
    case 'severity':
    case 'confidence':
    case 'duration':
    case 'tag':
    case 'text':
    case 'topic':
      return null
  }
}

const day = 1440
const minutesOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}
const clockOf = (minutes: number): string => {
  const of = ((minutes % day) + day) % day
  return `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`
}

function minuteOf(at: string, zone: string): number {
  const ms = Date.parse(at)
  return Math.floor(((ms + offsetAt(ms, zone)) % 86_400_000) / 60_000)
}

/** Hours that begin earlier or end later, whichever is less, until they hold every minute; null: then they are the whole day. */
function grownHours(was: Extract<Condition, { op: 'time' }>, minutes: readonly number[]): Condition | null {
  // Days are left as they are: an event of another day is not reached by other hours.
  if (was.days) return null
  let [from, to] = [minutesOf(was.from), minutesOf(was.to)]
  if (to <= from) to += day
  for (const minute of minutes) {
    const at = minute < from ? minute + day : minute
    if (at < to) continue
    const [earlier, later] = [from + day - at, at - to + 1]
    if (earlier <= 0) continue
    if (earlier <= later) from -= Math.ceil(earlier / 30) * 30
    else to += Math.ceil(later / 30) * 30
    if (to - from >= day) return null
  }
  return { ...was, from: clockOf(from), to: to % day === 0 && to > 0 ? '24:00' : clockOf(to) }
}
