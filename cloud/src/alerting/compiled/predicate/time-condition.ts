import type { PredicateCondition } from '@sightline/protocol'
import { clockOf, isWithinHours } from '../../../platform/time/wall-clock.js'
import type { PreparedFacts } from './prepared-facts.js'
import type { ConditionResult } from './truth.js'

export type TimeCondition = Extract<PredicateCondition, { op: 'time' }>

/** Whether the clock on the wall showed a time within the hours. */
export function judgeTime(condition: TimeCondition, prepared: PreparedFacts): ConditionResult {
  const { weekday, minute } = prepared.wallTime(condition.timezone ?? prepared.facts.timezone)
  const held = isWithinHours(condition, { weekday, minute })
  const on = condition.days === undefined ? '' : ` on ${condition.days.join(', ')}`
  const shown = `${clockOf(minute)}${condition.days === undefined ? '' : ` on ${weekday}`}`
  return { held, why: `time ${shown} is ${held ? '' : 'not '}within ${condition.from}-${condition.to}${on}` }
}
