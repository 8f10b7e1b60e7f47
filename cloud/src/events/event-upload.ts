import { type QueueDeps, queueAnalysis } from '../analysis/analysis-queue.service.js'
import type { Tx } from '../platform/database/database.js'
import { afterStored } from './clip-progress.js'
import { changeEvent, type IntakeRow, lockEvents } from './event-intake.repository.js'
import { type FrameSender, isOf } from './intake-outcome.js'

/** What a medium of an event takes over from it. */
export type UploadedEvent = Pick<IntakeRow, 'id' | 'camera_id' | 'site_id' | 'clip_status'>

/** Locks an event of this sender that is not deleted. */
export async function lockForUpload(
  tx: Tx,
  orgId: string,
  sender: FrameSender,
  eventId: string,
): Promise<UploadedEvent | undefined> {
  const [event] = await lockEvents(tx, orgId, [eventId])
  return event && isOf(sender, event) && event.deleted_at === null ? event : undefined
}

/** The snapshot of an event is stored and verified. */
export async function snapshotStored(tx: Tx, orgId: string, eventId: string, mediaId: string): Promise<void> {
  await changeEvent(tx, orgId, eventId, { snapshot_id: mediaId })
}

/** The snapshot of an event is being removed: lists and answers stop to show it. */
export async function forgetSnapshot(tx: Tx, orgId: string, eventId: string): Promise<void> {
  await changeEvent(tx, orgId, eventId, { snapshot_id: null })
}

/** The clip of an event is stored and verified: from here on the event waits to be analysed. */
export async function clipStored(deps: QueueDeps, tx: Tx, orgId: string, eventId: string): Promise<void> {
  const [event] = await lockEvents(tx, orgId, [eventId])
  const change = event && afterStored(event)
  if (!change) return
  await changeEvent(tx, orgId, eventId, change)
  await queueAnalysis(deps, tx, orgId, eventId, 'clip_stored')
}
