import type { SharedEvent } from '@sightline/protocol'
import { timezoneOf } from '../../identity/organisation/organisation.service.js'
import type { Tx } from '../../platform/database/handles.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import type { EventRow } from '../event.repository.js'
import type { MediaLinks } from '../media/links/media-links.service.js'
import { findStoredMedium } from '../stored-medium.repository.js'
import type { ShareRow } from './share.repository.js'

/** Seconds that links to clip and snapshot live: five minutes, and no longer than the share. */
const mediaSec = 300

/** An event as the holder of a share sees it, with links that are bound to the share. */
export async function toSharedEvent(
  mediaLinks: MediaLinks,
  tx: Tx,
  { share, event, now }: { readonly share: ShareRow; readonly event: EventRow; readonly now: Date },
): Promise<SharedEvent> {
  const orgId = share.org_id
  const clip = await findStoredMedium(tx, orgId, event.id, 'clip')
  const leftSec = Math.ceil((share.expires_at.getTime() - now.getTime()) / 1000)
  const validSec = Math.min(mediaSec, leftSec)
  const urlOf = (id: string | null) =>
    id === null ? null : mediaLinks.urlFor(orgId, id, validSec, `share.${share.id}`).url
  return {
    camera_name: event.camera_name,
    event_category: event.event_category,
    triggered_at: toTimestamp(event.triggered_at),
    duration_sec: event.duration_sec,
    summary: event.summary,
    clip_status: event.clip_status,
    clip_url: urlOf(clip?.id ?? null),
    clip_content_type: clip?.content_type ?? null,
    clip_bytes: clip?.bytes ?? null,
    snapshot_url: urlOf(event.snapshot_id),
    media_expires_at: toTimestamp(new Date(now.getTime() + validSec * 1000)),
    timezone: await timezoneOf(tx, orgId),
    expires_at: toTimestamp(share.expires_at),
  }
}
