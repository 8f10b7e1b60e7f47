import type { CameraThumbnail } from '@sightline/protocol'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import type { Caller } from '../../../platform/caller.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { notThere } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { requireCamera } from '../camera.service.js'
import { findNewestPicture } from './camera-facts.repository.js'

/** How long the link to a picture is good (interface: Limits). */
export const pictureLinkSec = 3600
/** The same for a page with a live token, which may be revoked: as long as a browser needs to fetch it. */
export const pageLinkSec = 60

/**
 * The newest picture of a camera: of an event, or one that was asked for; `linkSec` is for how long its address is good.
 * @throws AppError missing (also while there is no picture), or forbidden outside the caller's sites
 */
export async function getThumbnail(
  { database }: Pick<Platform, 'database'>,
  { links, linkSec }: { readonly links: MediaLinks; readonly linkSec: number },
  caller: Caller,
  id: string,
): Promise<CameraThumbnail> {
  const db = database.forOrg(caller.orgId)
  await requireCamera(db, caller, id)
  const picture = await findNewestPicture(db, caller, id)
  if (!picture) throw notThere('there is no picture of this camera yet: ask for a snapshot')
  const { url, expiresAt } = links.urlFor(caller.orgId, picture.id, linkSec)
  return {
    camera_id: id,
    url,
    expires_at: toTimestamp(expiresAt),
    taken_at: toTimestamp(picture.taken_at),
    event_id: picture.event_id,
    width: picture.width,
    height: picture.height,
  }
}
