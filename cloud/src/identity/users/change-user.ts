import type { ChangedUser, UserPatch } from '@sightline/protocol'
import { type Caller, requireNotAbove } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { forbidden, missing } from '../../platform/errors.js'
import { recordAudit } from '../audit/audit.service.js'
import { accessChanged } from '../auth/access-changed.service.js'
import { revokeSessions } from '../auth/sessions/session.service.js'
import { lockOrganisation } from '../organisation/organisation.service.js'
import { countEnabledOwners, lockUser, saveUser } from './user.repository.js'
import type { UserRow } from './user.table.js'
import type { UserDeps } from './user-deps.js'

/**
 * Changes name, role or enabled. A changed role acts on the next request; disabling ends all sessions.
 * @throws AppError missing; forbidden for a person or a role above the caller, and for what would leave the
 *   organisation without an owner who can sign in
 */
export function updateUser(
  { database }: Pick<UserDeps, 'database'>,
  caller: Caller,
  id: string,
  patch: UserPatch,
): Promise<ChangedUser> {
  const { orgId } = caller
  return database.inOrg(orgId, async (tx) => {
    // Whoever may take an owner away waits here for whoever does so now, and counts after them.
    if (patch.role !== undefined || patch.enabled !== undefined) await lockOrganisation(tx, orgId)
    const user = await lockUser(tx, orgId, id)
    if (!user) throw missing('user')
    requireNotAbove(caller, user.role)
    requireNotAbove(caller, patch.role ?? user.role)
    await requireAnotherOwner(tx, user, patch)
    const saved = await saveUser(tx, orgId, id, {
      display_name: patch.display_name ?? user.display_name,
      role: patch.role ?? user.role,
      enabled: patch.enabled ?? user.enabled,
    })
    await auditChanges(tx, caller, user, saved)
    if (user.enabled && !saved.enabled) await revokeSessions(tx, { orgId, userId: id, reason: 'disabled' })
    await accessChanged(tx, { orgId, kind: 'user', id })
    return { id, display_name: saved.display_name, role: saved.role, enabled: saved.enabled }
  })
}

/**
 * Takes a person's access away; the account, its audit trail and its history stay. Doing it twice changes nothing more.
 * @throws as `updateUser`
 */
export async function disableUser(
  deps: Pick<UserDeps, 'database'>,
  caller: Caller,
  id: string,
): Promise<void> {
  await updateUser(deps, caller, id, { enabled: false })
}

/** At least one enabled owner remains. Asked under the lock of the organisation. */
async function requireAnotherOwner(tx: Tx, user: UserRow, patch: UserPatch): Promise<void> {
  const isOwner = user.role === 'owner' && user.enabled
  const remains = (patch.role ?? 'owner') === 'owner' && patch.enabled !== false
  if (!isOwner || remains) return
  if ((await countEnabledOwners(tx, user.org_id)) < 2)
    throw forbidden('this is the only owner: make somebody else an owner first')
}

/** One entry for each thing that changed; none for a change to what was. */
async function auditChanges(tx: Tx, caller: Caller, before: UserRow, after: UserRow): Promise<void> {
  const record = (action: string, data = {}) =>
    recordAudit(tx, caller, action, { target: { kind: 'user', id: before.id }, data })
  if (before.display_name !== after.display_name)
    await record('user.renamed', { from: before.display_name, to: after.display_name })
  if (before.role !== after.role) await record('user.role_changed', { from: before.role, to: after.role })
  if (before.enabled !== after.enabled) await record(after.enabled ? 'user.enabled' : 'user.disabled')
}
