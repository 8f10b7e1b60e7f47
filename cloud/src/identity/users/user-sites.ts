import type { SiteAccess } from '@sightline/protocol'
import { type Caller, requireNotAbove } from '../../platform/caller.js'
import { missing } from '../../platform/errors.js'
import { recordAudit } from '../audit/audit.service.js'
import { accessChanged } from '../auth/access-changed.service.js'
import { requireSites } from '../sites/site.service.js'
import { findUser, lockUser, replaceUserSites } from './user.repository.js'
import type { UserDeps } from './user-deps.js'

/** @throws AppError missing */
export async function getUserSites(
  { database }: Pick<UserDeps, 'database'>,
  { orgId }: Caller,
  id: string,
): Promise<SiteAccess> {
  const user = await findUser(database.forOrg(orgId), orgId, id)
  if (!user) throw missing('user')
  return { site_ids: user.site_ids }
}

/**
 * Puts these sites in place of those that the person had; it acts on the next request. Without meaning while their
 * role is not viewer.
 * @throws AppError missing for the person or a site; forbidden for somebody above the caller
 */
export function setUserSites(
  { database }: Pick<UserDeps, 'database'>,
  caller: Caller,
  id: string,
  { site_ids }: SiteAccess,
): Promise<SiteAccess> {
  const { orgId } = caller
  const siteIds = [...new Set(site_ids)].toSorted()
  return database.inOrg(orgId, async (tx) => {
    const user = await lockUser(tx, orgId, id)
    if (!user) throw missing('user')
    requireNotAbove(caller, user.role)
    await requireSites(tx, orgId, siteIds)
    await replaceUserSites(tx, orgId, id, siteIds)
    const target = { kind: 'user', id }
    await recordAudit(tx, caller, 'user.site_access_changed', { target, data: { site_ids: siteIds } })
    await accessChanged(tx, { orgId, kind: 'user', id })
    return { site_ids: siteIds }
  })
}
