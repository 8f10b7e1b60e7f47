import type { ShareOutcome } from '@sightline/protocol'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Actor } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import type { Origin } from '../../platform/http/authenticator.js'

/** What the audit calls an attempt to open a share; the outcome stands in the entry's data. */
const actions: Readonly<Record<ShareOutcome, string>> = {
  viewed: 'event.share_viewed',
  clip_fetched: 'event.share_media_fetched',
  snapshot_fetched: 'event.share_media_fetched',
  password_missing: 'event.share_refused',
  password_wrong: 'event.share_refused',
  locked: 'event.share_refused',
  expired: 'event.share_refused',
  revoked: 'event.share_refused',
  event_deleted: 'event.share_refused',
}

export const shareViewActions: readonly string[] = [...new Set(Object.values(actions))]

/** Writes what came of an attempt by somebody of whom nothing is known but where the request came from. */
export async function auditShareView(
  tx: Tx,
  share: { org_id: string; id: string; event_id: string },
  outcome: ShareOutcome,
  origin: Origin,
): Promise<void> {
  const holder: Actor = { kind: 'system', id: null, name: 'Holder of a share', ...origin }
  await recordAudit(tx, { orgId: share.org_id, actor: holder }, actions[outcome], {
    target: { kind: 'event_share', id: share.id },
    data: { event_id: share.event_id, outcome },
  })
}
