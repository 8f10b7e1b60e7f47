import { isDeepStrictEqual } from 'node:util'
import { type NoBigDealKnobs, NoBigDealPatch } from '@sightline/protocol'
import type { Lesson } from './lesson.js'

/**
 * The change of a camera's override that a lesson asks for, over the knobs that hold for it now: a list gains what is
 * new, a number only grows. Null if the override would be beyond the bounds of the knob, or the lesson's knob is none
 * that is learnt.
 */
export function patchOf({ knob, value }: Pick<Lesson, 'knob' | 'value'>, now: NoBigDealKnobs) {
  const patch = NoBigDealPatch.safeParse({ [knob]: joined(knob, value, now) })
  return patch.success ? patch.data : null
}

function joined(knob: Lesson['knob'], value: Lesson['value'], now: NoBigDealKnobs): unknown {
  switch (knob) {
    case 'min_confidence':
    case 'repeat_window_sec':
      return typeof value === 'number' ? Math.max(now[knob], value) : undefined
    case 'suppressed_tags':
    case 'suppressed_categories':
    case 'quiet_hours': {
      const stands: readonly unknown[] = now[knob]
      const added: readonly unknown[] = Array.isArray(value) ? value : []
      return [...stands, ...added.filter((one) => !stands.some((other) => isDeepStrictEqual(one, other)))]
    }
    case 'enabled':
    case 'min_severity':
    case 'never_hold_back':
    case 'learn_from_feedback':
    case 'learn_after':
    case 'learn_within_days':
      return undefined
  }
}
