import type { UserCreate, UserCreated } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { type Caller, requireNotAbove } from '../../platform/caller.js'
import { isSqlState } from '../../platform/database/sqlstate.js'
import { conflict } from '../../platform/errors.js'
import { recordAudit } from '../audit/audit.service.js'
import { requireSites } from '../sites/site.service.js'
import { mailPasswordLink, requirePasswordMail } from './password-link.service.js'
import { insertUser, replaceUserSites } from './user.repository.js'
import type { UserDeps } from './user-deps.js'

/**
 * Makes an account without a password, and invites its person by mail where the service sends mail. Sites matter to
 * viewers only.
 * @throws AppError forbidden for a role above the caller's own; missing for a site of another organisation; conflict
 *   if the organisation has an account of this address; rate_limited for too many invitations
 */
export async function createUser(deps: UserDeps, caller: Caller, body: UserCreate): Promise<UserCreated> {
  requireNotAbove(caller, body.role)
  await requirePasswordMail(deps, caller.orgId)
  try {
    return await insertAndInvite(deps, caller, body)
  } catch (error) {
    if (isSqlState(error, 'uniqueViolation'))
      throw conflict('this e-mail address already has an account in the organisation', error)
    throw error
  }
}

function insertAndInvite(deps: UserDeps, caller: Caller, body: UserCreate): Promise<UserCreated> {
  const { orgId } = caller
  const { email, display_name, role } = body
  const siteIds = role === 'viewer' ? [...new Set(body.site_ids)] : []
  return deps.database.inOrg(orgId, async (tx) => {
    await requireSites(tx, orgId, siteIds)
    const user = await insertUser(tx, { org_id: orgId, id: uuidv7(), email, display_name, role })
    await replaceUserSites(tx, orgId, user.id, siteIds)
    const target = { kind: 'user', id: user.id }
    await recordAudit(tx, caller, 'user.created', { target, data: { email, role, site_ids: siteIds } })
    const invitation_sent = await mailPasswordLink(deps, tx, user)
    return { user: { id: user.id, display_name, role, enabled: user.enabled }, invitation_sent }
  })
}
