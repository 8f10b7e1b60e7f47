import type { ClipStatus, MediaLink } from '@sightline/protocol'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { AppError, conflict } from '../../platform/errors.js'
import type { EventRow } from '../event.repository.js'
import { holderOf } from '../media/links/link-holder.service.js'
import { requireEvent } from '../require-event.js'
import { type EventMedium, findStoredMedium } from '../stored-medium.repository.js'
import type { EventDeps } from './event-deps.js'

/** An hour, the longest that a link may live. */
const validSec = 3600

type LinkDeps = Pick<EventDeps, 'database' | 'mediaLinks'>

/**
 * A link to an event's clip. Who was given it stands in the audit.
 * @throws AppError missing, or forbidden outside the caller's sites; conflict while the clip is not there yet; missing
 *   if there is none
 */
export function clipLink(deps: LinkDeps, caller: Caller, eventId: string): Promise<MediaLink> {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    const clip = await requireClip(tx, caller, eventId)
    await auditView(tx, caller, clip.event, clip.id)
    return linkOf(deps, caller, clip)
  })
}

/** The stored clip of an event that the caller may see. @throws AppError as `clipLink` */
export async function requireClip(
  tx: Tx,
  caller: Caller,
  eventId: string,
): Promise<EventMedium & { readonly event: EventRow }> {
  const event = await requireEvent(tx, caller, eventId)
  const clip = await findStoredMedium(tx, caller.orgId, eventId, 'clip')
  if (!clip) throw absent('clip', event)
  return { ...clip, event }
}

/** Notes in the audit that somebody was given a clip, or a preview of it, to look at. */
export async function auditView(
  tx: Tx,
  caller: Caller,
  { id, camera_id }: Pick<EventRow, 'id' | 'camera_id'>,
  mediaId: string,
): Promise<void> {
  const data = { camera_id, media_id: mediaId }
  await recordAudit(tx, caller, 'event.clip_viewed', { target: { kind: 'event', id }, data })
}

/**
 * A link to an event's snapshot.
 * @throws AppError as `clipLink`
 */
export function snapshotLink(deps: LinkDeps, caller: Caller, eventId: string): Promise<MediaLink> {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    const event = await requireEvent(tx, caller, eventId)
    const snapshot = await findStoredMedium(tx, caller.orgId, eventId, 'snapshot')
    if (!snapshot) throw absent('snapshot', event)
    return linkOf(deps, caller, snapshot)
  })
}

function linkOf({ mediaLinks }: LinkDeps, caller: Caller, medium: EventMedium): MediaLink {
  const { url, expiresAt } = mediaLinks.urlFor(caller.orgId, medium.id, validSec, holderOf(caller))
  const { content_type, bytes, sha256, codec, width, height } = medium
  return { url, expires_at: toTimestamp(expiresAt), content_type, bytes, sha256, codec, width, height }
}

/** What comes is a conflict, as it is worth asking again; what will never come is missing. */
function absent(what: string, { clip_status: status, clip_error: reason }: EventRow): AppError {
  if (isUnderWay(status)) return conflict(`the ${what} is not there yet: clip_status is ${status}`)
  const because = status === 'failed' && reason !== null ? ` (${reason})` : ''
  return new AppError('missing', `this event has no ${what}: clip_status is ${status}${because}`)
}

const isUnderWay = (status: ClipStatus): boolean => status === 'recording' || status === 'uploading'
