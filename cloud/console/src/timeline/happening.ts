import type { components } from '@sightline/client'
import { type Kind, kindOf } from '../events/kind.js'

type TimelineEvent = components['schemas']['CameraTimelineEvent']

/** An event as a bar of the timeline. Times are ms since the epoch. */
export interface Happening {
  readonly id: string
  readonly kind: Kind
  readonly from: number
  /** Not before `from`; of one that is recorded now, as far as it is known. */
  readonly to: number
  readonly triggeredAt: number
  readonly clip: TimelineEvent['clip_status']
  readonly alert: TimelineEvent['alert_status']
  readonly isStarred: boolean
  readonly category: TimelineEvent['event_category']
  readonly snapshot: string | null
  /** What the model said of it; null: nothing. */
  readonly summary: string | null
  readonly isByHand: boolean
}

/** @param nowMs until when an event without an end lasts, if it is recorded */
export function happeningOf(event: TimelineEvent, nowMs: number): Happening {
  const from = Date.parse(event.start_at)
  const end =
    event.end_at === null ? (event.clip_status === 'recording' ? nowMs : from) : Date.parse(event.end_at)
  return {
    id: event.id,
    kind: kindOf(event),
    from,
    to: Math.max(from, end),
    triggeredAt: Date.parse(event.triggered_at),
    clip: event.clip_status,
    alert: event.alert_status,
    isStarred: event.starred,
    category: event.event_category,
    snapshot: event.snapshot_url ?? null,
    summary: event.summary ?? null,
    isByHand: event.trigger_source === 'manual',
  }
}
