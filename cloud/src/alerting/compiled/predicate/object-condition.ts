import type { PredicateCondition } from '@sightline/protocol'
import { broaderThan, labelOf } from '../../../understanding/labels/label.service.js'
import { reaches } from './margin.js'
import type { PreparedFacts, SeenThing } from './prepared-facts.js'
import type { ConditionResult, Truth } from './truth.js'

type ObjectCondition = Extract<PredicateCondition, { op: 'object' }>

/** What is asked for, and the labels that cover it: worked out once, for all that was seen. */
interface Asked {
  readonly label: string
  readonly broader: readonly string[]
}

/** How many there were, as far as is known: at least and at most. */
interface Counted {
  readonly low: number
  readonly high: number
}

/** Whether so many of a thing were seen. What was not analysed may show any number of them. */
export function judgeObject(condition: ObjectCondition, prepared: PreparedFacts): ConditionResult {
  const label = labelOf(condition.label)
  const asked: Asked = { label, broader: broaderThan(label) }
  const counted = countOf(asked, condition.min_confidence ?? 0, prepared)
  const { least, most } = boundsOf(condition)
  const held = within(counted, least, most)
  return { held, why: `object ${label}: ${reason({ ...condition, ...asked }, held, counted, prepared)}` }
}

/** The numbers that are asked for; without any it is at least one. */
export function boundsOf({ at_least: least, at_most: most }: Pick<ObjectCondition, 'at_least' | 'at_most'>): {
  least: number
  most: number
} {
  return { least: least ?? (most === undefined ? 1 : 0), most: most ?? Number.POSITIVE_INFINITY }
}

function within({ low, high }: Counted, least: number, most: number): Truth {
  if (low >= least && high <= most) return true
  return high < least || low > most ? false : 'doubtful'
}

function countOf(asked: Asked, minConfidence: number, prepared: PreparedFacts): Counted {
  let low = 0
  let high = 0
  for (const thing of prepared.objects) {
    const counts = countsAs(thing, asked, minConfidence)
    if (counts === true) low += thing.count
    if (counts !== false) high += thing.count
  }
  // A tag says that there was one, and neither how many nor how surely.
  const tagged = prepared.tagged.map((thing) => countsAs(thing, asked, minConfidence))
  if (tagged.includes(true)) low = Math.max(low, 1)
  const open = !prepared.facts.analysed || (high === 0 && tagged.some((counts) => counts !== false))
  return { low, high: open ? Number.POSITIVE_INFINITY : high }
}

function countsAs(thing: SeenThing, { label, broader }: Asked, minConfidence: number): Truth {
  const sure = minConfidence === 0 ? true : reaches(thing.confidence, minConfidence)
  if (thing.label === label || thing.broader.includes(label)) return sure
  // A report of a vehicle does not say whether it was a car.
  return sure !== false && broader.includes(thing.label) ? 'doubtful' : false
}

function reason(
  { at_least: least, at_most: most, min_confidence: threshold, label, broader }: ObjectCondition & Asked,
  held: Truth,
  { low, high }: Counted,
  prepared: PreparedFacts,
): string {
  const asked = askedOf(least, most)
  const seen = low === 0 ? 'none seen' : low === 1 ? 'seen' : `${low} seen`
  const best = bestConfidence(label, prepared)
  const confidence = low > 0 && best !== null ? `, ${best.toFixed(2)}` : ''
  if (held !== 'doubtful') {
    const under = low === 0 && best !== null && threshold !== undefined
    return under && !held
      ? `seen with ${best.toFixed(2)}, ${threshold} asked`
      : `${seen}${confidence}${asked}`
  }
  if (!prepared.facts.analysed)
    return `${low > 0 ? `${seen}, ` : ''}not known, for the event was not analysed${asked}`
  if (low === 0 && best !== null && threshold !== undefined)
    return `seen with ${best.toFixed(2)}, a little under ${threshold}${asked}`
  const vague = [...prepared.objects, ...prepared.tagged].find((thing) => broader.includes(thing.label))
  if (low === 0 && vague) return `${vague.label} seen, which may be one${asked}`
  return high === Number.POSITIVE_INFINITY
    ? `seen, but not how many or how surely${asked}`
    : `${low} to ${high} seen${asked}`
}

function askedOf(least: number | undefined, most: number | undefined): string {
  if (most === 0) return ', none asked'
  const parts = [
    ...(least !== undefined && least > 1 ? [`at least ${least}`] : []),
    ...(most !== undefined ? [`at most ${most}`] : []),
  ]
  return parts.length > 0 ? `, ${parts.join(' and ')} asked` : ''
}

function bestConfidence(label: string, { objects }: PreparedFacts): number | null {
  const known = objects
    .filter((thing) => thing.label === label || thing.broader.includes(label))
    .flatMap(({ confidence }) => confidence ?? [])
  return known.length > 0 ? Math.max(...known) : null
}
