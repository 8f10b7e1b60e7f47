import type { EventOpened } from '@sightline/protocol'
import { type FiringEvent, fireAlerts } from '../alerts/alert.service.js'
import type { Tx } from '../platform/database/database.js'
import { afterOpened } from './clip-progress.js'
import {
  addEvidence,
  changeEvent,
  type IntakeRow,
  lockEvents,
  type OpenedEvent,
  type OpenedRow,
  storeOpened,
} from './event-intake.repository.js'
import { type IntakeContext, type IntakeOutcome, refused } from './intake-outcome.js'
import { isLate } from './lateness.js'
import { showEvent, toFiringEvent } from './show-event.js'

/** An `event.opened` and where it came from. */
export type OpenedFrame = IntakeContext & { readonly body: EventOpened }

/**
 * Takes a batch of `event.opened` of one organisation: new events are stored, counted and judged by the alert
 * rules; a repeat changes nothing; the event of a manual trigger is there already, and is completed.
 */
export async function takeOpened(
  tx: Tx,
  orgId: string,
  frames: readonly OpenedFrame[],
): Promise<IntakeOutcome[]> {
  const events = new Map(frames.map((frame) => [nameOf(frame), toOpenedEvent(frame)]))
  const rows = await storeOpened(tx, orgId, [...events.values()])
  const fresh = new Map(rows.filter(({ stored }) => stored).map((row) => [row.id, row]))
  const firing = [...events.values()].flatMap((event) => firingOf(event, fresh.get(event.id)))
  const others = [...events.values()].filter((event) => fresh.get(event.id)?.camera_id !== event.camera_id)
  const outcomes = await takeKnown(tx, orgId, others, firing)
  if (firing.length > 0) await fireAlerts(tx, orgId, firing)

  const seen = new Set<string>()
  return frames.map((frame) => {
    const name = nameOf(frame)
    const outcome = outcomes.get(name) ?? 'stored'
    // The same frame twice in one batch: the first one stored the event.
    const repeated = seen.has(name)
    seen.add(name)
    return repeated && outcome === 'stored' ? 'duplicate' : outcome
  })
}

/** Events that were not inserted: repeats, completed manual ones, and those to be refused. */
async function takeKnown(
  tx: Tx,
  orgId: string,
  events: readonly OpenedEvent[],
  firing: FiringEvent[],
): Promise<Map<string, IntakeOutcome>> {
  const outcomes = new Map<string, IntakeOutcome>()
  if (events.length === 0) return outcomes
  const found = await lockEvents(
    tx,
    orgId,
    events.map(({ id }) => id),
  )
  for (const event of events) {
    const row = found.find(({ id }) => id === event.id)
    outcomes.set(nameOfEvent(event), await takeOne(tx, orgId, event, row, firing))
  }
  return outcomes
}

async function takeOne(
  tx: Tx,
  orgId: string,
  event: OpenedEvent,
  row: IntakeRow | undefined,
  firing: FiringEvent[],
): Promise<IntakeOutcome> {
  if (!row) return refused('camera_unknown', 'the camera is not one of this gateway')
  if (row.gateway_id !== event.gateway_id || row.camera_id !== event.camera_id) {
    return refused('conflict', 'another event has this id')
  }
  if (row.trigger_source !== 'manual' || row.absorbed_by !== null) return 'duplicate'
  await addEvidence(tx, orgId, event)
  if (row.awaiting_answer) {
    firing.push(await showEvent(tx, orgId, row))
    return 'stored'
  }
  const change = afterOpened(row)
  if (change) await changeEvent(tx, orgId, row.id, change)
  return change ? 'stored' : 'duplicate'
}

const nameOf = ({ gatewayId, body }: OpenedFrame): string => `${body.event_id} ${gatewayId} ${body.camera_id}`
const nameOfEvent = (event: OpenedEvent): string => `${event.id} ${event.gateway_id} ${event.camera_id}`

function toOpenedEvent({ gatewayId, receivedAt, body }: OpenedFrame): OpenedEvent {
  const triggeredAt = new Date(body.triggered_at)
  return {
    id: body.event_id,
    camera_id: body.camera_id,
    gateway_id: gatewayId,
    event_category: body.event_category,
    trigger_topic: body.trigger_topic,
    trigger_source: body.trigger_source,
    raw_source: body.raw_source,
    raw_data: body.raw_data,
    triggered_at: triggeredAt,
    received_at: receivedAt,
    gateway_clock_offset_ms: body.clock_offset_ms,
    clock_synced: body.clock_synced,
    late: isLate({ triggeredAt, receivedAt, clockOffsetMs: body.clock_offset_ms }),
  }
}

function firingOf(event: OpenedEvent, row: OpenedRow | undefined): FiringEvent[] {
  if (!row || row.camera_id !== event.camera_id || row.site_id === null) return []
  return [toFiringEvent({ ...event, site_id: row.site_id }, row.camera_name ?? '')]
}
