import { happeningBeside } from './clips.js'
import type { Happening } from './happening.js'
import type { Stretch } from './span.js'

const secondMs = 1000
const minuteMs = 60 * secondMs

interface SliderState {
  readonly at: number
  /** The day that is looked at; its end is now, if that is earlier. */
  readonly day: Stretch
  /** By their beginning. */
  readonly happenings: readonly Happening[]
}

/** Where a key of the timeline leads: arrows 10 s, pages 10 min, ends of the day, with Shift from event to event; null: nowhere. */
export function movedByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { at, day, happenings }: SliderState,
): number | null {
  const to = (ms: number): number => Math.min(day.to, Math.max(day.from, ms))
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return shiftKey ? (happeningBeside(at, happenings, -1)?.from ?? null) : to(at - 10 * secondMs)
    case 'ArrowRight':
    case 'ArrowUp':
      return shiftKey ? (happeningBeside(at, happenings, 1)?.from ?? null) : to(at + 10 * secondMs)
    case 'PageDown':
      return to(at - 10 * minuteMs)
    case 'PageUp':
      return to(at + 10 * minuteMs)
    case 'Home':
      return day.from
    case 'End':
      return day.to
    default:
      return null
  }
}
