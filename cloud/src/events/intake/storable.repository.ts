import type { EventClosed, EventOpened } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'
import { durationSec } from './clip-progress.js'
import { isValueError } from './intake-error.js'

/** True if PostgreSQL can hold all values of the frame: what fails with it then lies elsewhere. */
export function isOpenedStorable(db: Db, body: EventOpened): Promise<boolean> {
  const at = sql`${new Date(body.triggered_at)}::timestamptz`
  return holds(
    db,
    sql`select ${body.trigger_topic}::text, ${body.raw_source}::text, ${JSON.stringify(body.raw_data)}::jsonb,
      ${at} + make_interval(secs => coalesce(${body.clock_offset_ms}::double precision, 0) / 1000)`,
  )
}

/** The same of a frame that says what became of the clip. */
export function isClosedStorable(db: Db, { clip, error, note = null }: EventClosed): Promise<boolean> {
  if (!clip) return holds(db, sql`select ${error}::text`)
  const [start, end] = [new Date(clip.start_at), new Date(clip.end_at)]
  return holds(
    db,
    sql`select ${error}::text, ${note}::text, ${clip.codec}::text, ${start}::timestamptz, ${end}::timestamptz,
      ${durationSec(start, end)}::integer`,
  )
}

async function holds(db: Db, values: ReturnType<typeof sql>): Promise<boolean> {
  try {
    await values.execute(db)
    return true
  } catch (error) {
    if (isValueError(error)) return false
    throw error
  }
}
