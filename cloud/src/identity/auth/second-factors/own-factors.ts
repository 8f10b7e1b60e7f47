import { mostSecondFactors, type SecondFactorAdded } from '@sightline/protocol'
import type { UserCaller } from '../../../platform/caller.js'
import type { LookupDb, Tx } from '../../../platform/database/handles.js'
import { conflict, unauthenticated } from '../../../platform/errors.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { UserRow } from '../../users/user.table.js'
import { accessChanged } from '../access-changed.service.js'
import { lockUser } from '../auth.repository.js'
import { admitSessions } from '../sessions/session.repository.js'
import { type FactorRow, listFactors, toSecondFactor } from './list-second-factors.js'
import { hashOfRecoveryCode, makeRecoveryCodes } from './recovery-code.js'
import { countRecoveryCodes, replaceRecoveryCodes } from './second-factor.repository.js'

/** A minute and person: setting up, and what proves it. */
const attemptsPerMinute = 20
const tooMany = 'you tried too often; wait a moment'

/** @throws AppError rate_limited for who tries to set up too often */
export const requireTry = (lookup: LookupDb, { userId }: UserCaller): Promise<void> =>
  requireToken(lookup, { key: `second-factor:${userId}`, perMinute: attemptsPerMinute }, tooMany)

/** The caller's own account, locked: their second factors change one by one. @throws AppError unauthenticated */
export async function lockSelf(tx: Tx, { orgId, userId }: UserCaller): Promise<UserRow> {
  const user = await lockUser(tx, orgId, userId)
  if (!user?.enabled) throw unauthenticated()
  return user
}

/** @throws AppError conflict for one factor too many */
export async function requireRoom(tx: Tx, caller: UserCaller): Promise<void> {
  if ((await listFactors(tx, caller)).length >= mostSecondFactors)
    throw conflict(`a person has ${mostSecondFactors} second factors at most: remove one first`)
}

/**
 * What follows from a factor that counts from now on, under the lock of the account: sessions that were good for setting one up are
 * good for everything, and who has no recovery codes gets some.
 */
export async function factorAdded(tx: Tx, caller: UserCaller, row: FactorRow): Promise<SecondFactorAdded> {
  const { orgId, userId } = caller
  await recordAudit(tx, caller, 'user.second_factor_added', {
    target: { kind: 'user', id: userId },
    data: { kind: row.kind, name: row.name },
  })
  await admitSessions(tx, orgId, userId)
  await accessChanged(tx, { orgId, kind: 'user', id: userId })
  const added = { second_factor: toSecondFactor(row) }
  if ((await countRecoveryCodes(tx, caller)) > 0) return added
  return { ...added, recovery_codes: await issueRecoveryCodes(tx, caller) }
}

/** Makes recovery codes in place of those that there were. @returns them, to be shown once */
export async function issueRecoveryCodes(tx: Tx, caller: UserCaller): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await replaceRecoveryCodes(tx, caller, codes.map(hashOfRecoveryCode))
  return codes
}
