import type { Me, MePatch, PreferencesPatch } from '@sightline/protocol'
import { mostPreferences, Preferences } from '@sightline/protocol'
import { recordAudit } from '../audit/audit.service.js'
import type { UserCaller } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { invalid, unauthenticated } from '../platform/errors.js'
import { accessChanged } from './access-changed.js'
import { findUser, lockUser, saveProfile, type UserRow } from './auth.repository.js'
import type { AuthDeps } from './auth-deps.js'
import { asSessionUser } from './login.js'

/** What the service takes for a person who chose nothing. */
const defaults = { locale: 'en', timezone: 'UTC' }

/** The signed-in person. @throws AppError unauthenticated if the account went in the meantime */
export async function describeMe(deps: Pick<AuthDeps, 'database'>, caller: UserCaller): Promise<Me> {
  const user = await findUser(deps.database.forOrg(caller.orgId), caller.orgId, caller.userId)
  if (!user) throw unauthenticated()
  return toMe(user)
}

/** Changes what people may change about themselves. */
export async function updateMe(
  { database }: Pick<AuthDeps, 'database'>,
  caller: UserCaller,
  patch: MePatch,
): Promise<Me> {
  const { orgId, userId: id } = caller
  return database.inOrg(orgId, async (tx) => {
    const user = await lockSelf(tx, caller)
    const { display_name } = patch
    await saveProfile(tx, orgId, id, { display_name })
    const change = { from: user.display_name, to: display_name }
    await recordAudit(tx, orgId, caller.actor, 'user.renamed', { kind: 'user', id }, change)
    // Nodes remember the name, for the audit.
    await accessChanged(tx, { orgId, kind: 'user', id })
    return toMe({ ...user, display_name })
  })
}

/**
 * Merges into the person's preferences; null takes one away.
 * @throws AppError invalid if they would be too many
 */
export async function updatePreferences(
  { database }: Pick<AuthDeps, 'database'>,
  caller: UserCaller,
  patch: PreferencesPatch,
): Promise<Preferences> {
  return database.inOrg(caller.orgId, async (tx) => {
    const user = await lockSelf(tx, caller)
    const merged = Object.entries({ ...user.preferences, ...patch }).filter(([, value]) => value !== null)
    if (merged.length > mostPreferences) throw invalid(`there may be ${mostPreferences} preferences at most`)
    const preferences = Object.fromEntries(merged)
    await saveProfile(tx, caller.orgId, caller.userId, { preferences })
    return toMe({ ...user, preferences }).preferences
  })
}

async function lockSelf(tx: Tx, { orgId, userId }: UserCaller): Promise<UserRow> {
  const user = await lockUser(tx, orgId, userId)
  if (!user) throw unauthenticated()
  return user
}

function toMe(user: UserRow): Me {
  return { ...asSessionUser(user), preferences: Preferences.parse({ ...defaults, ...user.preferences }) }
}
