import type { Database } from '../../../platform/database/database.js'
import { forbidden, gone, missing } from '../../../platform/errors.js'
import type { Clock } from '../../../platform/time/clock.js'
import { sharesMedium } from '../../shares/shared-media.service.js'
import type { LinkTail, MediaLinks } from '../links/media-links.service.js'
import { findServedMedia } from '../media.repository.js'
import type { BlobStore } from '../store/blob-store.service.js'
import { type Fetched, shareOf } from './fetch-audit.js'
import { fileNameOf } from './file-name.js'

/** A clip, snapshot or frame that may be handed out. */
export interface Medium extends Fetched {
  readonly key: string
  readonly contentType: string
  readonly bytes: number
  readonly sha256: string
  readonly fileName: string
  /** It is shown as part of a share, which may end at any time: nothing may keep or hand out a copy. */
  readonly isShared: boolean
}

export interface MediaDeps {
  readonly database: Database
  readonly store: BlobStore
  readonly links: MediaLinks
}

/**
 * The medium that a signed link opens. The link is the credential, whoever brings it; one that was given to a share
 * ends with it.
 * @throws AppError forbidden if the link is not ours for this; gone if its time or its share is over, or the medium was
 *   deleted; missing if there is none
 */
export async function openMedium(
  { database, clock, links }: Pick<MediaDeps, 'database' | 'links'> & { clock: Clock },
  orgId: string,
  id: string,
  tail: LinkTail,
): Promise<Medium> {
  const verdict = links.judge(orgId, id, tail)
  if (verdict === 'forged') throw forbidden('this link is not valid: fetch the event again for a new one')
  if (verdict === 'expired') throw gone('this link has expired: fetch the event again for a new one')
  const media = await findServedMedia(database.forOrg(orgId), orgId, id)
  if (!media || media.state === 'pending') throw missing('medium')
  if (media.state === 'deleted' || media.event_unlisted) throw gone('this medium has been deleted')
  const fetched = {
    orgId,
    id,
    kind: media.kind,
    eventId: media.event_id,
    cameraId: media.camera_id,
    holder: tail.to,
    expires: tail.exp ?? 0,
  }
  const shareId = shareOf(tail.to)
  if (shareId !== undefined && !(await sharesMedium({ database, clock }, { ...fetched, shareId }))) {
    throw gone('this share has ended')
  }
  return {
    ...fetched,
    isShared: shareId !== undefined,
    key: media.key,
    contentType: media.content_type,
    bytes: media.bytes,
    sha256: media.sha256,
    fileName: fileNameOf(media.camera_name, media.taken_at, media.content_type),
  }
}
