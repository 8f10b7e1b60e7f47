import type { Event } from '../api/events.js'

/** Parts of a clip, as shares of its length from 0 to 1. */
export interface ClipMarks {
  /** Where the trigger is; null: its time is not within the clip. */
  readonly trigger: number | null
  /** How long what was recorded before the trigger is. */
  readonly preRoll: number
  /** How long what was recorded after the end of the cause is. */
  readonly postRoll: number
}

type Recorded = Pick<Event, 'clip_start_at' | 'clip_end_at' | 'triggered_at'>

/**
 * Where things are in a clip; null while its times are not known.
 * @param postRollSec what the camera is set to record after the end of the cause
 */
export function clipMarks(
  { clip_start_at: start, clip_end_at: end, triggered_at: trigger }: Recorded,
  postRollSec: number,
): ClipMarks | null {
  if (start === null || end === null) return null
  const startMs = Date.parse(start)
  const lengthMs = Date.parse(end) - startMs
  if (lengthMs <= 0) return null
  const at = (Date.parse(trigger) - startMs) / lengthMs
  const isWithin = at >= 0 && at <= 1
  const preRoll = isWithin ? at : 0
  return {
    trigger: isWithin ? at : null,
    preRoll,
    postRoll: Math.min((postRollSec * 1000) / lengthMs, 1 - preRoll),
  }
}
