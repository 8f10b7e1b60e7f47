import type { Me, MePatch, PreferencesPatch } from '@sightline/protocol'
import { longestPauseDays, mostPreferences, Preferences } from '@sightline/protocol'
import type { UserCaller } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { invalid, unauthenticated } from '../../platform/errors.js'
import { requireDatabaseZone } from '../../platform/time/database-zone.js'
import { recordAudit } from '../audit/audit.service.js'
import type { UserRow } from '../users/user.table.js'
import { accessChanged } from './access-changed.service.js'
import { findUser, lockUser, saveProfile } from './auth.repository.js'
import type { AuthDeps } from './auth-deps.js'
import { asSessionUser } from './login/login.js'
import { signsInByIssuer } from './single-sign-on/signs-in-by-issuer.js'

/** What the service takes for a person who chose nothing. */
const defaults = { locale: 'en', timezone: 'UTC' }

/** The signed-in person. @throws AppError unauthenticated if the account went in the meantime */
export async function describeMe(deps: Pick<AuthDeps, 'database'>, caller: UserCaller): Promise<Me> {
  const db = deps.database.forOrg(caller.orgId)
  const user = await findUser(db, caller.orgId, caller.userId)
  if (!user) throw unauthenticated()
  return {
    ...toMe(user),
    ...(caller.onlyToSetUp && { second_factor_to_set_up: true as const }),
    ...((await signsInByIssuer(db, user)) && { single_sign_on: true as const }),
  }
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
    await recordAudit(tx, caller, 'user.renamed', { target: { kind: 'user', id }, data: change })
    // Nodes remember the name, for the audit.
    await accessChanged(tx, { orgId, kind: 'user', id })
    return toMe({ ...user, display_name })
  })
}

/**
 * Merges into the person's preferences; null takes one away.
 * @throws AppError invalid if they would be too many, notifications would be paused for too long, or PostgreSQL does not know the time zone
 */
export async function updatePreferences(
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
  caller: UserCaller,
  patch: PreferencesPatch,
): Promise<Preferences> {
  const { notifications_paused_until: pause } = patch
  const known = { ...patch, ...(pause && { notifications_paused_until: pauseFrom(pause, clock.now()) }) }
  return database.inOrg(caller.orgId, async (tx) => {
    await requireDatabaseZone(tx, patch.timezone)
    const user = await lockSelf(tx, caller)
    const merged = Object.entries({ ...user.preferences, ...known }).filter(([, value]) => value !== null)
    if (merged.length > mostPreferences) throw invalid(`there may be ${mostPreferences} preferences at most`)
    const preferences = Object.fromEntries(merged)
    await saveProfile(tx, caller.orgId, caller.userId, { preferences })
    return toMe({ ...user, preferences }).preferences
  })
}

/** In UTC, as it is kept. A forgotten pause must not silence somebody for ever. */
function pauseFrom(wanted: string, now: number): string {
  const until = new Date(wanted)
  if (until.getTime() > now + longestPauseDays * 86_400_000)
    throw invalid(`notifications may be paused for ${longestPauseDays} days at most`)
  return until.toISOString()
}

async function lockSelf(tx: Tx, { orgId, userId }: UserCaller): Promise<UserRow> {
  const user = await lockUser(tx, orgId, userId)
  if (!user) throw unauthenticated()
  return user
}

function toMe(user: UserRow): Me {
  return { ...asSessionUser(user), preferences: Preferences.parse({ ...defaults, ...user.preferences }) }
}
