import type { Db } from '../../../platform/database/handles.js'
import type { UserRow } from '../../users/user.table.js'
import { hasIdentityInForce } from './sign-in-identity.repository.js'

/**
 * Whether somebody signs in by the issuer of their organisation alone: they came in by it, and it is switched on. An owner
 * never does, so that an issuer that is lost or set wrongly locks nobody out for good.
 */
export async function signsInByIssuer(
  db: Db,
  { org_id: orgId, id: userId, role }: Pick<UserRow, 'org_id' | 'id' | 'role'>,
): Promise<boolean> {
  return role !== 'owner' && hasIdentityInForce(db, { orgId, userId })
}
