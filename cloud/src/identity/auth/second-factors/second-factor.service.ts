import type { Actor } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { AccountRef } from '../auth.repository.js'
import { codesOf, forgiveFailures } from '../login/login-failure.repository.js'
import { revokeSessions } from '../sessions/session.service.js'
import { deletePasskeys } from './passkeys/passkey.repository.js'
import { deleteRecoveryCodes, deleteTotpSecrets } from './second-factor.repository.js'

export { listSecondFactorsOf } from './list-second-factors.js'

/**
 * Opens what wrong codes have locked. Before the account is locked, in the order of a login.
 */
export const unlockSecondFactor = (tx: Tx, userId: string): Promise<void> =>
  forgiveFailures(tx, codesOf(userId))

/**
 * Forgets every second factor of a person, after `unlockSecondFactor` and under the lock of the account. Their sessions end.
 * @returns how many factors there were
 */
export async function resetSecondFactors(tx: Tx, account: AccountRef, actor: Actor): Promise<number> {
  const { orgId, userId } = account
  await deleteRecoveryCodes(tx, account)
  const factors = (await deleteTotpSecrets(tx, account)) + (await deletePasskeys(tx, account))
  const sessions = await revokeSessions(tx, { orgId, userId, reason: 'second_factor_reset' })
  await recordAudit(tx, { orgId, actor }, 'user.second_factor_reset', {
    target: { kind: 'user', id: userId },
    data: { factors, sessions },
  })
  return factors
}
