import type { ClipStatus, MediaLink } from '@sightline/protocol'
import { recordAudit } from '../audit/audit.service.js'
import { type Caller, requireSite } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { AppError, conflict, missing } from '../platform/errors.js'
import { type EventRow, findEvent } from './event.repository.js'
import type { EventDeps } from './event-deps.js'
import { findStoredMedium, type StoredMedium } from './event-media.repository.js'
import { holderOf } from './link-holder.js'

/** An hour, the longest that a link may live. */
const validSec = 3600

type LinkDeps = Pick<EventDeps, 'database' | 'mediaUrls'>

/**
 * A link to an event's clip. Who was given it stands in the audit.
 * @throws AppError missing, or forbidden outside the caller's sites; conflict while the clip is not there yet; missing
 *   if there is none
 */
export function clipLink(deps: LinkDeps, caller: Caller, eventId: string): Promise<MediaLink> {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    const event = await requireEvent(tx, caller, eventId)
    const clip = await findStoredMedium(tx, caller.orgId, eventId, 'clip')
    if (!clip) throw absent('clip', event)
    const data = { camera_id: event.camera_id, media_id: clip.id }
    await recordAudit(
      tx,
      caller.orgId,
      caller.actor,
      'event.clip_viewed',
      { kind: 'event', id: eventId },
      data,
    )
    return linkOf(deps, caller, clip)
  })
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

async function requireEvent(tx: Tx, caller: Caller, id: string): Promise<EventRow> {
  const event = await findEvent(tx, caller.orgId, id)
  if (!event) throw missing('event')
  requireSite(caller, event.site_id, 'event')
  return event
}

function linkOf({ mediaUrls }: LinkDeps, caller: Caller, medium: StoredMedium): MediaLink {
  const { url, expiresAt } = mediaUrls.urlFor(caller.orgId, medium.id, validSec, holderOf(caller))
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
