import type { Database } from '../../platform/database/database.js'
import type { Origin } from '../../platform/http/authenticator.js'
import type { Clock } from '../../platform/time/clock.js'
import type { MediaTable } from '../media/media.table.js'
import { findShare } from './share.repository.js'
import { auditShareView } from './share-audit.js'
import { shareStatus } from './share-state.js'

/** A clip or snapshot that is fetched by the link of a share. */
interface SharedMedium {
  readonly orgId: string
  readonly shareId: string
  /** The event that the medium belongs to; null for none. */
  readonly eventId: string | null
  readonly kind: MediaTable['kind']
}

/**
 * True while the share serves the medium. Asked with every fetch, so that revoking acts on the next. A lock bars new
 * views only: who fetches has passed it.
 */
export async function sharesMedium(
  { database, clock }: { database: Database; clock: Clock },
  { orgId, shareId, eventId, kind }: SharedMedium,
): Promise<boolean> {
  // Neither the frames of an analysis nor previews are shared.
  if (kind === 'frame' || kind === 'preview') return false
  const share = await findShare(database.forOrg(orgId), orgId, shareId)
  if (!share || share.event_id !== eventId) return false
  const status = shareStatus(share, new Date(clock.now()))
  return status === 'active' || status === 'locked'
}

/** Notes in the audit that a shared clip or snapshot was fetched; a share shows nothing else. */
export async function auditSharedMedium(
  database: Database,
  { orgId, shareId, kind }: SharedMedium,
  origin: Origin,
): Promise<void> {
  if (kind === 'frame' || kind === 'preview') return
  await database.inOrg(orgId, async (tx) => {
    const share = await findShare(tx, orgId, shareId)
    if (share) await auditShareView(tx, share, `${kind}_fetched`, origin)
  })
}
