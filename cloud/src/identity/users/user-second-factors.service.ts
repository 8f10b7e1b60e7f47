import type { SecondFactors } from '@sightline/protocol'
import { type Actor, type Caller, requireNotAbove } from '../../platform/caller.js'
import { missing } from '../../platform/errors.js'
import {
  listSecondFactorsOf,
  resetSecondFactors,
  unlockSecondFactor,
} from '../auth/second-factors/second-factor.service.js'
import { findUser, findUserIdByEmail, lockUser } from './user.repository.js'
import type { UserDeps } from './user-deps.js'

/**
 * By what a person signs in beside their password.
 * @throws AppError missing
 */
export async function listUserSecondFactors(
  { database, publicUrl }: Pick<UserDeps, 'database' | 'publicUrl'>,
  { orgId }: Caller,
  id: string,
): Promise<SecondFactors> {
  const db = database.forOrg(orgId)
  if (!(await findUser(db, orgId, id))) throw missing('user')
  return listSecondFactorsOf(db, { orgId, userId: id }, publicUrl())
}

/**
 * Forgets the second factors of a person who has lost them, and their recovery codes. Their sessions end.
 * @throws AppError missing; forbidden for somebody above the caller
 */
export function resetUserSecondFactor(
  { database }: Pick<UserDeps, 'database'>,
  caller: Caller,
  id: string,
): Promise<void> {
  const { orgId, actor } = caller
  return database.inOrg(orgId, async (tx) => {
    await unlockSecondFactor(tx, id)
    const user = await lockUser(tx, orgId, id)
    if (!user) throw missing('user')
    requireNotAbove(caller, user.role)
    await resetSecondFactors(tx, { orgId, userId: id }, actor)
  })
}

/** What the operator's command prints. */
export interface SecondFactorReset {
  readonly user_id: string
  readonly email: string
  /** How many there were. */
  readonly second_factors: number
}

/**
 * The same for the operator, the way back for an organisation whose only owner has lost theirs.
 * @throws AppError missing
 */
export function resetSecondFactorByOperator(
  { database }: Pick<UserDeps, 'database'>,
  actor: Actor,
  { orgId, email }: { orgId: string; email: string },
): Promise<SecondFactorReset> {
  return database.inOrg(orgId, async (tx) => {
    const userId = await findUserIdByEmail(tx, orgId, email)
    if (userId === undefined) throw missing('account of this address in this organisation')
    await unlockSecondFactor(tx, userId)
    const user = await lockUser(tx, orgId, userId)
    if (!user) throw missing('account of this address in this organisation')
    const factors = await resetSecondFactors(tx, { orgId, userId }, actor)
    return { user_id: userId, email: user.email, second_factors: factors }
  })
}
