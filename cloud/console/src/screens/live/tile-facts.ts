import type { Alert } from '../../api/alerts.js'
import type { EventItem } from '../../api/events.js'

/** How long an event that is over still stands on its tile, ms. */
const shownMs = 60_000
/** A recording that goes on for longer is not believed: its end may have been lost with the line. */
const longestMs = 10 * 60_000

/** What of each camera is to be told on its tile: the newest event of now, by camera. */
export function eventsNow(events: readonly EventItem[], nowMs: number): ReadonlyMap<string, EventItem> {
  const now = new Map<string, EventItem>()
  for (const event of events) {
    const ageMs = nowMs - Date.parse(event.triggered_at)
    const isNow = isRecording(event) ? ageMs < longestMs : ageMs - (event.duration_sec ?? 0) * 1000 < shownMs
    if (isNow && !now.has(event.camera_id)) now.set(event.camera_id, event)
  }
  return now
}

export const isRecording = ({ clip_status: status }: EventItem): boolean => status === 'recording'

/** How long it lasts so far, or lasted, seconds. */
export const secondsOf = (event: EventItem, nowMs: number): number =>
  event.duration_sec !== null && !isRecording(event)
    ? event.duration_sec
    : Math.max(0, Math.round((nowMs - Date.parse(event.triggered_at)) / 1000))

/** The newest alert of each camera that nobody took. @param alerts newest first */
export function untakenByCamera(alerts: readonly Alert[]): ReadonlyMap<string, Alert> {
  const untaken = new Map<string, Alert>()
  for (const alert of alerts)
    if (alert.status === 'new' && alert.camera_id !== null && !untaken.has(alert.camera_id))
      untaken.set(alert.camera_id, alert)
  return untaken
}
