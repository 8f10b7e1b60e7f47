import type { EventClosed, EventExtended, EventOpened } from '@sightline/protocol'
import { fireAlerts } from '../alerts/alert.service.js'
import { noClipReason, skipAnalysis } from '../analysis/analysis-queue.service.js'
import type { Clock } from '../platform/clock.js'
import type { Database, Tx } from '../platform/database/database.js'
import type { Log } from '../platform/log.js'
import { afterClosed, durationSec } from './clip-progress.js'
import { changeEvent, type IntakeRow, lockEvents } from './event-intake.repository.js'
import { IntakeBatcher } from './intake-batch.js'
import {
  type FrameSender,
  type IntakeContext,
  type IntakeOutcome,
  isOf,
  refused,
  staleLease,
} from './intake-outcome.js'
import { dropUnseenEvent } from './manual-event.js'
import { showEvent } from './show-event.js'
import { type OpenedFrame, takeOpened } from './take-opened.js'

/**
 * Takes the durable frames of gateways and relays. Each resolves after COMMIT only; one that throws was not committed and may
 * come again. Frames of one event are to be handed over one at a time, in their order.
 */
export interface EventIntake {
  intakeOpened(context: IntakeContext, body: EventOpened): Promise<IntakeOutcome>
  intakeExtended(context: IntakeContext, body: EventExtended): Promise<IntakeOutcome>
  intakeClosed(context: IntakeContext, body: EventClosed): Promise<IntakeOutcome>
}

export interface IntakeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

export function createEventIntake({ database, clock, log }: IntakeDeps): EventIntake {
  const batcher = new IntakeBatcher<OpenedFrame, IntakeOutcome>({
    keyOf: ({ orgId }) => orgId,
    store: (orgId, frames) => database.inOrg(orgId, (tx) => takeOpened(tx, orgId, frames)),
    isEntryFault,
    size: 256,
    inFlight: { key: 2, all: 4 },
  })

  /** Frames of relays are few, and each is taken under its lease: they go alone. */
  const takeOne = (frame: OpenedFrame): Promise<IntakeOutcome> =>
    inTransaction(frame, async (tx) => {
      const [outcome] = await takeOpened(tx, frame.orgId, [frame])
      if (!outcome) throw new Error('a frame was given no outcome')
      return outcome
    })

  /** The work in one transaction, under the lease of the frame if it has one. */
  const inTransaction = (
    { orgId, lease }: IntakeContext,
    work: (tx: Tx) => Promise<IntakeOutcome>,
  ): Promise<IntakeOutcome> =>
    database.inOrg(orgId, async (tx) => (lease && !(await lease.hold(tx)) ? staleLease : work(tx)))

  return {
    async intakeOpened(context, body) {
      try {
        const frame = { ...context, body }
        return await (context.lease ? takeOne(frame) : batcher.take(frame))
      } catch (error) {
        if (!isEntryFault(error)) throw error
        log.error({ err: error, eventId: body.event_id }, 'event.cannot_be_stored')
        return refused('invalid', 'it holds values that cannot be stored')
      }
    },

    intakeExtended: (context, body) =>
      inTransaction(context, async (tx) => {
        const { orgId } = context
        const { event_id: eventId, absorbed_event_id: absorbedId } = body
        const [event] = ownedBy(context, await lockEvents(tx, orgId, [eventId]))
        if (!event) return unknownEvent
        if (absorbedId === null || absorbedId === eventId) return 'duplicate'
        const [absorbed] = ownedBy(context, await lockEvents(tx, orgId, [absorbedId]))
        if (!absorbed) return 'duplicate'
        return (await dropUnseenEvent(tx, orgId, absorbedId, eventId)) ? 'stored' : 'duplicate'
      }),

    intakeClosed: (context, body) =>
      inTransaction(context, async (tx) => {
        const { orgId } = context
        const [event] = ownedBy(context, await lockEvents(tx, orgId, [body.event_id]))
        if (!event) return unknownEvent
        const change = closedChange(event, body, new Date(clock.now()))
        if (event.awaiting_answer) await fireAlerts(tx, orgId, [await showEvent(tx, orgId, event, change)])
        else await changeEvent(tx, orgId, event.id, change)
        if (change.clip_status === 'failed') {
          await skipAnalysis(tx, orgId, event.id, 'clip_failed', noClipReason(change.clip_error))
        }
        return event.closed_at === null ? 'stored' : 'duplicate'
      }),
  }
}

function closedChange(event: IntakeRow, { clip, error }: EventClosed, now: Date) {
  const change = { ...afterClosed(event, { clip, error }), closed_at: event.closed_at ?? now }
  if (!clip) return change
  const [startAt, endAt] = [new Date(clip.start_at), new Date(clip.end_at)]
  return {
    ...change,
    clip_start_at: startAt,
    clip_end_at: endAt,
    clip_codec: clip.codec,
    duration_sec: durationSec(startAt, endAt),
  }
}

const ownedBy = (sender: FrameSender, events: IntakeRow[]): IntakeRow[] =>
  events.filter((event) => isOf(sender, event))

const unknownEvent = refused('not_found', 'there is no such event of this gateway')

/** SQLSTATE classes 22 and 23: the values themselves cannot be stored, now or later. */
function isEntryFault(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^2[23]\w{3}$/.test(error.code)
  )
}
