import type { Tx } from '../../platform/database/handles.js'
import type { EventHooks } from '../event.hooks.js'
import { changeEvent, type IntakeRow, lockEvents } from './event-intake.repository.js'
import { appendNote, insertManualEvent, type ManualTrigger } from './manual-event.repository.js'
import { showEvent } from './show-event.js'

/** The events of manual triggers, between the trigger and what the gateway or relay says of it. */
export interface ManualEvents {
  /** Makes the unseen event, with the camera's site of now. */
  open(tx: Tx, trigger: ManualTrigger): Promise<void>
  /**
   * The gateway answered `triggered`, in time or late: the event is seen from now on, and a clip given up for lost is
   * recording after all.
   * @returns false if nothing changed
   */
  show(tx: Tx, orgId: string, eventId: string): Promise<boolean>
  /**
   * No answer in time: the event stands, its clip failed with the reason. Nothing happens if the answer or the
   * gateway's own frame came first.
   * @returns false if nothing changed
   */
  failClip(tx: Tx, orgId: string, eventId: string, reason: string): Promise<boolean>
  /** The trigger extended the recording of another event: see `absorbEvent`. */
  absorb(tx: Tx, orgId: string, eventId: string, absorbedBy: string): Promise<boolean>
}

export function createManualEvents(hooks: EventHooks): ManualEvents {
  return {
    open: insertManualEvent,

    show: (tx, orgId, eventId) =>
      change(tx, orgId, eventId, async (event) => {
        if (event.awaiting_answer) {
          await hooks.onOpened(tx, orgId, [await showEvent(tx, orgId, event)])
          return true
        }
        if (event.clip_status !== 'failed' || event.closed_at !== null) return false
        await changeEvent(tx, orgId, eventId, { clip_status: 'recording', clip_error: null })
        return true
      }),

    failClip: (tx, orgId, eventId, reason) =>
      change(tx, orgId, eventId, async (event) => {
        if (!event.awaiting_answer) return false
        const failed = { clip_status: 'failed', clip_error: reason } as const
        await hooks.onOpened(tx, orgId, [await showEvent(tx, orgId, event, failed)])
        await hooks.onClipFailed(tx, orgId, eventId, reason)
        return true
      }),

    absorb: absorbEvent,
  }
}

/**
 * The trigger made no recording of its own: it extended the event `absorbedBy`. An unseen event stays unseen for
 * ever; one that was shown meanwhile stays, and says where its recording is. A trigger that was refused needs
 * nothing: its event stays unseen, unless the gateway's own frame comes after all.
 * What the person noted is kept with the event that has the recording, as soon as that is stored.
 * @returns false if nothing changed
 */
export async function absorbEvent(
  tx: Tx,
  orgId: string,
  eventId: string,
  absorbedBy: string,
): Promise<boolean> {
  // Both in one order, as the frames of its gateway lock them.
  await lockEvents(tx, orgId, [eventId, absorbedBy])
  await appendNote(tx, orgId, eventId, absorbedBy)
  return change(tx, orgId, eventId, async (event) => {
    if (event.awaiting_answer) {
      // Or it would wait for an analysis for ever.
      const absorbed = { awaiting_answer: false, absorbed_by: absorbedBy, ai_status: 'skipped' } as const
      await changeEvent(tx, orgId, eventId, absorbed)
      return true
    }
    if (event.clip_status !== 'failed' || event.closed_at !== null) return false
    await changeEvent(tx, orgId, eventId, {
      clip_error: `The trigger extended a recording in progress: see event ${absorbedBy}.`,
    })
    return true
  })
}

async function change(
  tx: Tx,
  orgId: string,
  eventId: string,
  how: (event: IntakeRow) => Promise<boolean>,
): Promise<boolean> {
  const [event] = await lockEvents(tx, orgId, [eventId])
  if (!event || event.absorbed_by !== null) return false
  return how(event)
}
