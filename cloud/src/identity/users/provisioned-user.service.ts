import type { Role } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { systemActor } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { recordAudit } from '../audit/audit.service.js'
import { accessChanged } from '../auth/access-changed.service.js'
import { findUser, insertUser, lockUserByEmail, replaceUserSites, saveUser } from './user.repository.js'
import type { UserRow } from './user.table.js'

export { lockUserByEmail }

/** What somebody gets who is not given it by an admin. Never owner. */
interface GivenAccess {
  readonly role: Exclude<Role, 'owner'>
  /** Of a viewer; empty for other roles. */
  readonly siteIds: readonly string[]
}

/** Whose deed it is: the service acts on the word of an issuer. */
const by = { by: 'single_sign_on' }

/**
 * Makes an account without a password for somebody whom an issuer knows.
 * @throws PostgreSQL's unique violation (23505) if the organisation has an account of this address
 */
export async function createProvisionedUser(
  tx: Tx,
  { orgId, email, displayName }: { orgId: string; email: string; displayName: string },
  { role, siteIds }: GivenAccess,
): Promise<UserRow> {
  const row = { org_id: orgId, id: uuidv7(), email, display_name: displayName, role }
  const user = await insertUser(tx, row)
  await replaceUserSites(tx, orgId, user.id, siteIds)
  await recordAudit(tx, { orgId, actor: systemActor }, 'user.created', {
    target: { kind: 'user', id: user.id },
    data: { email, role, site_ids: siteIds, ...by },
  })
  return user
}

/** Gives a person, whose row is locked, this role and these sites in place of those they had. Acts on their next request. */
export async function giveAccess(tx: Tx, user: UserRow, { role, siteIds }: GivenAccess): Promise<UserRow> {
  const { org_id: orgId, id } = user
  const known = (await findUser(tx, orgId, id))?.site_ids ?? []
  const audited = { orgId, actor: systemActor }
  const target = { kind: 'user', id }
  let given = user
  if (user.role !== role) {
    given = await saveUser(tx, orgId, id, { role })
    await recordAudit(tx, audited, 'user.role_changed', {
      target,
      data: { from: user.role, to: role, ...by },
    })
  }
  const sitesChange = role === 'viewer' && known.join() !== siteIds.join()
  if (sitesChange) {
    await replaceUserSites(tx, orgId, id, siteIds)
    await recordAudit(tx, audited, 'user.site_access_changed', { target, data: { site_ids: siteIds, ...by } })
  }
  if (given !== user || sitesChange) await accessChanged(tx, { orgId, kind: 'user', id })
  return given
}
