import type { EventClosed, EventExtended, EventOpened } from '@sightline/protocol'
import type { Database } from '../../platform/database/database.js'
import type { Tx } from '../../platform/database/handles.js'
import type { Log } from '../../platform/log.js'
import type { Clock } from '../../platform/time/clock.js'
import type { EventHooks } from '../event.hooks.js'
import { afterClosed, durationSec } from './clip-progress.js'
import { changeEvent, type IntakeRow, lockEvents } from './event-intake.repository.js'
import { IntakeBatcher } from './intake-batch.js'
import { blameOf, type FrameFailure, isOwnTrouble, isValueError, reasonOf } from './intake-error.js'
import {
  type FrameSender,
  type IntakeContext,
  type IntakeFrame,
  type IntakeOutcome,
  isOwnedBy,
  refused,
  staleLease,
} from './intake-frame.service.js'
import { absorbEvent } from './manual-event.service.js'
import { quarantine, quarantineAfterItsEvent } from './quarantine/quarantine.service.js'
import { showEvent } from './show-event.js'
import { isClosedStorable, isOpenedStorable } from './storable.repository.js'
import { type OpenedFrame, takeOpened } from './take-opened.js'

export type { FrameFailure } from './intake-error.js'

/**
 * Takes the durable frames of gateways and relays. It resolves after COMMIT only; a frame that throws was not committed and may
 * come again. Frames of one event are to be handed over one at a time, in their order.
 */
export interface EventIntake {
  take(context: IntakeContext, frame: IntakeFrame): Promise<IntakeOutcome>
  /**
   * Keeps a frame that failed again and again, if that may lie in it or in what it meets: it is tried again, and
   * operators see it. @returns true once it is durable, so that it may be confirmed; false if the trouble is everybody's
   * @throws QuarantineFull if the organisation has no room for it
   */
  quarantine(context: IntakeContext, frame: IntakeFrame, failure: FrameFailure): Promise<boolean>
}

interface IntakeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly hooks: EventHooks
}

export function createEventIntake({ database, clock, log, hooks }: IntakeDeps): EventIntake {
  const batcher = new IntakeBatcher<OpenedFrame, IntakeOutcome>({
    keyOf: ({ orgId }) => orgId,
    store: (orgId, frames) => database.inOrg(orgId, (tx) => takeOpened(hooks, tx, orgId, frames)),
    blameOf,
    size: 256,
    inFlight: { key: 2, all: 4 },
  })

  /** Frames of relays are few, and each is taken under its lease: they go alone. */
  const takeOne = (frame: OpenedFrame): Promise<IntakeOutcome> =>
    inTransaction(frame, async (tx) => {
      const [outcome] = await takeOpened(hooks, tx, frame.orgId, [frame])
      if (!outcome) throw new Error('a frame was given no outcome')
      return outcome
    })

  /** The work in one transaction, under the lease of the frame if it has one. */
  const inTransaction = (
    { orgId, lease }: IntakeContext,
    work: (tx: Tx) => Promise<IntakeOutcome>,
  ): Promise<IntakeOutcome> =>
    database.inOrg(orgId, async (tx) =>
      lease && !(await lease.hold(tx)) ? { rejected: staleLease } : work(tx),
    )

  /** A value of the frame itself that can never be stored refuses it; all else that fails may work later. */
  const unlessUnstorable = async (
    taken: Promise<IntakeOutcome>,
    isStorable: () => Promise<boolean>,
    eventId: string,
  ): Promise<IntakeOutcome> => {
    try {
      return await taken
    } catch (error) {
      if (!isValueError(error) || (await isStorable())) throw error
      log.error({ err: error, eventId }, 'event.cannot_be_stored')
      return refused('invalid', 'it holds values that cannot be stored')
    }
  }

  const opened = (context: IntakeContext, body: EventOpened): Promise<IntakeOutcome> => {
    const frame = { ...context, body }
    return unlessUnstorable(
      context.lease ? takeOne(frame) : batcher.take(frame),
      () => isOpenedStorable(database.forOrg(context.orgId), body),
      body.event_id,
    )
  }

  const extended = (context: IntakeContext, body: EventExtended): Promise<IntakeOutcome> =>
    inTransaction(context, async (tx) => {
      const { orgId } = context
      const { event_id: eventId, absorbed_event_id: absorbedId } = body
      const named = absorbedId === null ? [eventId] : [eventId, absorbedId]
      const known = ownedBy(context, await lockEvents(tx, orgId, named)).map(({ id }) => id)
      if (!known.includes(eventId)) return withoutEvent(tx, context, { type: 'event.extended', body })
      if (absorbedId === null || absorbedId === eventId || !known.includes(absorbedId)) return 'duplicate'
      return (await absorbEvent(tx, orgId, absorbedId, eventId)) ? 'stored' : 'duplicate'
    })

  const closed = (context: IntakeContext, body: EventClosed): Promise<IntakeOutcome> => {
    const taken = inTransaction(context, async (tx) => {
      const { orgId } = context
      const [event] = ownedBy(context, await lockEvents(tx, orgId, [body.event_id]))
      if (!event) return withoutEvent(tx, context, { type: 'event.closed', body })
      const change = closedChange(event, body, new Date(clock.now()))
      if (event.awaiting_answer) await hooks.onOpened(tx, orgId, [await showEvent(tx, orgId, event, change)])
      else await changeEvent(tx, orgId, event.id, change)
      if (change.clip_status === 'failed') {
        await hooks.onClipFailed(tx, orgId, event.id, change.clip_error)
      }
      return event.closed_at === null ? 'stored' : 'duplicate'
    })
    return unlessUnstorable(
      taken,
      () => isClosedStorable(database.forOrg(context.orgId), body),
      body.event_id,
    )
  }

  return {
    take(context, frame) {
      switch (frame.type) {
        case 'event.opened':
          return opened(context, frame.body)
        case 'event.extended':
          return extended(context, frame.body)
        case 'event.closed':
          return closed(context, frame.body)
      }
    },

    async quarantine(context, frame, failure) {
      if (!isOwnTrouble(failure)) return false
      const { error } = failure
      const outcome = await inTransaction(context, async (tx) => {
        await quarantine(tx, context, frame, reasonOf(error))
        return 'stored'
      })
      log.error({ err: error, eventId: frame.body.event_id, type: frame.type }, 'intake.quarantined')
      return outcome === 'stored'
    },
  }
}

/**
 * A frame about an event that is not there.
 * @throws Error if it is by now: it may have left quarantine between the two reads
 */
async function withoutEvent(tx: Tx, context: IntakeContext, frame: IntakeFrame): Promise<IntakeOutcome> {
  if (await quarantineAfterItsEvent(tx, context, frame)) return 'stored'
  const [event] = ownedBy(context, await lockEvents(tx, context.orgId, [frame.body.event_id]))
  if (event) throw new Error('the event of a frame came while the frame was being taken')
  return unknownEvent
}

function closedChange(event: IntakeRow, { clip, error, note = null }: EventClosed, now: Date) {
  const change = { ...afterClosed(event, { clip, error }), closed_at: event.closed_at ?? now }
  if (!clip) return change.clip_status === 'failed' ? { ...change, clip_note: null } : change
  const [startAt, endAt] = [new Date(clip.start_at), new Date(clip.end_at)]
  return {
    ...change,
    clip_note: note,
    clip_start_at: startAt,
    clip_end_at: endAt,
    clip_codec: clip.codec,
    duration_sec: durationSec(startAt, endAt),
  }
}

const ownedBy = (sender: FrameSender, events: IntakeRow[]): IntakeRow[] =>
  events.filter((event) => isOwnedBy(sender, event))

const unknownEvent = refused('not_found', 'there is no such event of this gateway')
