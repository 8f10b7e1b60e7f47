import type { Predicate, PredicateNode } from '@sightline/protocol'
import { isWithinHours, weekdays } from '../../../platform/time/wall-clock.js'
import { covers, labelOf } from '../../../understanding/labels/label.service.js'
import { necessaryConditions } from '../predicate/necessary.js'
import { boundsOf } from '../predicate/object-condition.js'
import type { TimeCondition } from '../predicate/time-condition.js'
import { isCondition } from '../predicate/walk.js'

/** What deserves a review before a predicate is used: that it can never be met, or is met by nearly everything. */
export function doubtsAbout({ version, where }: Predicate): string[] {
  const { cameras, sites, categories } = necessaryConditions({ version, where })
  const contradictions = [
    ...(cameras?.length === 0 ? ['no camera can be all of those that are asked'] : []),
    ...(sites?.length === 0 ? ['no site can be all of those that are asked'] : []),
    ...(categories?.length === 0 ? ['no event is of all kinds that are asked'] : []),
    ...partsOf(where).flatMap((part) => [...hoursThatNeverMeet(part), ...seenAndNotSeen(part)]),
  ]
  const isOnlyNegative = partsOf(where).some((part) => part.every(({ op }) => op === 'not'))
  return [
    ...contradictions.map((contradiction) => `${contradiction}: this can never match`),
    ...(isOnlyNegative ? ['this says only what must not be: every other event matches'] : []),
  ]
}

/** The nodes that must hold together, for each alternative. */
function partsOf(where: PredicateNode): PredicateNode[][] {
  if (where.op === 'any') return where.of.flatMap(partsOf)
  return [where.op === 'all' ? where.of : [where]]
}

function hoursThatNeverMeet(nodes: readonly PredicateNode[]): string[] {
  const windows = nodes.flatMap((node): { condition: TimeCondition; wanted: boolean }[] => {
    if (node.op === 'time') return [{ condition: node, wanted: true }]
    return node.op === 'not' && node.of.op === 'time' ? [{ condition: node.of, wanted: false }] : []
  })
  const zones = new Set(windows.map(({ condition }) => condition.timezone))
  if (windows.length < 2 || zones.size > 1) return []
  const meets = weekdays.some((weekday) =>
    minutesOfDay.some((minute) =>
      windows.every(({ condition, wanted }) => isWithinHours(condition, { weekday, minute }) === wanted),
    ),
  )
  return meets ? [] : ['the hours never meet']
}

const minutesOfDay = Array.from({ length: 24 * 60 }, (_, minute) => minute)

function seenAndNotSeen(nodes: readonly PredicateNode[]): string[] {
  const objects = nodes.filter((node) => isCondition(node)).filter((node) => node.op === 'object')
  const labels = new Set(objects.map(({ label }) => labelOf(label)))
  return [...labels].flatMap((label) => {
    const least = Math.max(
      ...objects.filter((node) => covers(label, labelOf(node.label))).map((node) => boundsOf(node).least),
    )
    const most = Math.min(
      ...objects.filter((node) => labelOf(node.label) === label).map((node) => boundsOf(node).most),
    )
    return least > most ? [`so many and so few ${label} at once cannot be`] : []
  })
}
