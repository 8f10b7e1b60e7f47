import { fireAlerts } from '../alerts/alert.service.js'
import { noClipReason, skipAnalysis } from '../analysis/analysis-queue.service.js'
import type { Tx } from '../platform/database/database.js'
import { changeEvent, type IntakeRow, lockEvents } from './event-intake.repository.js'
import { insertManualEvent, type ManualTrigger } from './manual-event.repository.js'
import { showEvent } from './show-event.js'

/** Makes the unseen event, with the camera's site of now. */
export async function openManualEvent(tx: Tx, trigger: ManualTrigger): Promise<void> {
  await insertManualEvent(tx, trigger)
}

/**
 * The gateway answered `triggered`, in time or late: the event is seen from now on, its alerts fire with it, and
 * a clip given up for lost is recording after all.
 * @returns false if nothing changed
 */
export function showManualEvent(tx: Tx, orgId: string, eventId: string): Promise<boolean> {
  return change(tx, orgId, eventId, async (event) => {
    if (event.awaiting_answer) {
      await fireAlerts(tx, orgId, [await showEvent(tx, orgId, event)])
      return true
    }
    if (event.clip_status !== 'failed' || event.closed_at !== null) return false
    await changeEvent(tx, orgId, eventId, { clip_status: 'recording', clip_error: null })
    return true
  })
}

/**
 * No answer in time: the event stands, its clip failed with the reason. Nothing happens if the answer or the
 * gateway's own frame came first.
 * @returns false if nothing changed
 */
export function failClip(tx: Tx, orgId: string, eventId: string, reason: string): Promise<boolean> {
  return change(tx, orgId, eventId, async (event) => {
    if (!event.awaiting_answer) return false
    const failed = { clip_status: 'failed', clip_error: reason } as const
    await fireAlerts(tx, orgId, [await showEvent(tx, orgId, event, failed)])
    await skipAnalysis(tx, orgId, eventId, 'clip_failed', noClipReason(reason))
    return true
  })
}

/**
 * The trigger made no recording of its own: it extended the event `absorbedBy`. An unseen event stays unseen for
 * ever; one that was shown meanwhile stays, and says where its recording is. A trigger that was refused needs
 * nothing: its event stays unseen, unless the gateway's own frame comes after all.
 * @returns false if nothing changed
 */
export function dropUnseenEvent(
  tx: Tx,
  orgId: string,
  eventId: string,
  absorbedBy: string,
): Promise<boolean> {
  return change(tx, orgId, eventId, async (event) => {
    if (event.awaiting_answer) {
      await changeEvent(tx, orgId, eventId, { awaiting_answer: false, absorbed_by: absorbedBy })
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
