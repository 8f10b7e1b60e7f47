import type { EventOpened } from '@sightline/protocol'
import type { Tx } from '../../platform/database/handles.js'
import { listContinuations } from '../continuation.repository.js'
import { continuedEventOf } from '../continuation.service.js'
import type { EventHooks, OpenedEvent } from '../event.hooks.js'
import { afterOpened } from './clip-progress.js'
import {
  addEvidence,
  changeEvent,
  type IntakeRow,
  lockEvents,
  type NewEvent,
  type OpenedRow,
  storeOpened,
} from './event-intake.repository.js'
import { type IntakeContext, type IntakeOutcome, refused } from './intake-frame.service.js'
import { isLate } from './lateness.js'
import { showEvent, toOpenedEvent } from './show-event.js'

/** An `event.opened` and where it came from. */
export type OpenedFrame = IntakeContext & { readonly body: EventOpened }

/**
 * Takes a batch of `event.opened` of one organisation: new events are stored, counted and handed to the
 * hook; a repeat changes nothing; the event of a manual trigger is there already, and is completed.
 */
export async function takeOpened(
  hooks: EventHooks,
  tx: Tx,
  orgId: string,
  frames: readonly OpenedFrame[],
): Promise<IntakeOutcome[]> {
  const events = new Map(frames.map((frame) => [nameOf(frame), toNewEvent(frame)]))
  const rows = await storeOpened(tx, orgId, [...events.values()])
  const fresh = new Map(rows.filter(({ stored }) => stored).map((row) => [row.id, row]))
  const continuations = await listContinuations(tx, orgId, [...events.values()].flatMap(claimOf))
  const opened = [...events.values()].flatMap((event) =>
    openedOf(event, fresh.get(event.id), continuations.has(event.id)),
  )
  const others = [...events.values()].filter((event) => fresh.get(event.id)?.camera_id !== event.camera_id)
  const outcomes = await takeKnown(tx, orgId, others, opened)
  if (opened.length > 0) await hooks.onOpened(tx, orgId, opened)

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
  events: readonly NewEvent[],
  opened: OpenedEvent[],
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
    outcomes.set(nameOfEvent(event), await takeOne(tx, orgId, { event, row, opened }))
  }
  return outcomes
}

async function takeOne(
  tx: Tx,
  orgId: string,
  { event, row, opened }: { event: NewEvent; row: IntakeRow | undefined; opened: OpenedEvent[] },
): Promise<IntakeOutcome> {
  if (!row) return refused('camera_unknown', 'the camera is not one of this gateway')
  if (row.gateway_id !== event.gateway_id || row.camera_id !== event.camera_id) {
    return refused('conflict', 'another event has this id')
  }
  if (row.trigger_source !== 'manual' || row.absorbed_by !== null) return 'duplicate'
  await addEvidence(tx, orgId, event)
  if (row.awaiting_answer) {
    opened.push(await showEvent(tx, orgId, row))
    return 'stored'
  }
  const change = afterOpened(row)
  if (change) await changeEvent(tx, orgId, row.id, change)
  return change ? 'stored' : 'duplicate'
}

const nameOf = ({ gatewayId, body }: OpenedFrame): string => `${body.event_id} ${gatewayId} ${body.camera_id}`
const nameOfEvent = (event: NewEvent): string => `${event.id} ${event.gateway_id} ${event.camera_id}`

function toNewEvent({ gatewayId, receivedAt, isQuarantined, body }: OpenedFrame): NewEvent {
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
    gateway_clock_offset_ms: body.clock_offset_ms,
    clock_synced: body.clock_synced,
    late: isLate({ triggeredAt, receivedAt, clockOffsetMs: body.clock_offset_ms }),
    received_at: isQuarantined ? receivedAt : null,
  }
}

function openedOf(event: NewEvent, row: OpenedRow | undefined, isContinuation: boolean): OpenedEvent[] {
  if (!row || row.camera_id !== event.camera_id || row.site_id === null) return []
  return [toOpenedEvent({ ...event, site_id: row.site_id }, row.camera_name ?? '', isContinuation)]
}

/** What an event says of the one that it goes on from. */
function claimOf({ id, camera_id, raw_data }: NewEvent) {
  const continues = continuedEventOf(raw_data)
  return continues === null ? [] : [{ id, camera_id, continues }]
}
