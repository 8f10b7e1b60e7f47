import { ShareOutcome, type ShareView } from '@sightline/protocol'
import type { Caller } from '../../platform/caller.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { decodeCursor, type Page, toPage } from '../../platform/pagination/page.js'
import { countShareViews, pageOfShareViews, type ShareViewRow } from './share-audit.repository.js'
import { requireShare, type ShareDeps, SharePlace } from './share-event.js'

/**
 * Who opened a share, or tried to, newest first: the part of the audit that is about it.
 * @throws AppError missing, forbidden, or invalid for a foreign cursor
 */
export async function listShareViews(
  deps: ShareDeps,
  caller: Caller,
  path: { eventId: string; shareId: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ShareView>> {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const { id } = await requireShare(db, caller, path.eventId, path.shareId)
  const list = `share views ${caller.orgId} ${id}`
  const position = cursor === undefined ? null : decodeCursor(deps.keys, list, cursor, SharePlace)
  const after = position && { at: new Date(position.at), id: position.id }
  const [rows, total] = await Promise.all([
    pageOfShareViews(db, caller.orgId, id, { after, limit: limit + 1 }),
    countShareViews(db, caller.orgId, id),
  ])
  return toPage(rows, {
    limit,
    total,
    keys: deps.keys,
    list,
    positionOf: (row) => ({ at: toTimestamp(row.at), id: row.id }),
    toItem: toView,
  })
}

function toView({ id, at, address, user_agent, data }: ShareViewRow): ShareView {
  return { id, at: toTimestamp(at), outcome: ShareOutcome.parse(data['outcome']), address, user_agent }
}
