import type { Tx } from '../../platform/database/handles.js'
import type { EventHooks } from '../event.hooks.js'
import { afterStored } from './clip-progress.js'
import { changeEvent, type IntakeRow, lockEvents } from './event-intake.repository.js'
import { type FrameSender, isOwnedBy } from './intake-frame.service.js'

/** What a medium of an event takes over from it. */
export type UploadedEvent = Pick<IntakeRow, 'id' | 'camera_id' | 'site_id' | 'clip_status'>

/** Locks a listed event of this sender. */
export async function lockForUpload(
  tx: Tx,
  orgId: string,
  sender: FrameSender,
  eventId: string,
): Promise<UploadedEvent | undefined> {
  const [event] = await lockEvents(tx, orgId, [eventId])
  return event && isOwnedBy(sender, event) && event.is_listed ? event : undefined
}

/** The snapshot of an event is stored and verified. */
export async function snapshotStored(tx: Tx, orgId: string, eventId: string, mediaId: string): Promise<void> {
  await changeEvent(tx, orgId, eventId, { snapshot_id: mediaId })
}

/** The clip of an event is stored and verified. */
export async function clipStored(hooks: EventHooks, tx: Tx, orgId: string, eventId: string): Promise<void> {
  const [event] = await lockEvents(tx, orgId, [eventId])
  const change = event && afterStored(event)
  if (!change) return
  await changeEvent(tx, orgId, eventId, change)
  await hooks.onClipStored(tx, orgId, eventId)
}
