import type { PasswordProof, RecoveryCodes } from '@sightline/protocol'
import type { UserCaller } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { conflict, missing } from '../../../platform/errors.js'
import { recordAudit } from '../../audit/audit.service.js'
import { requiresSecondFactor } from '../../organisation/organisation.service.js'
import { clearFailuresOfOnly } from '../login/login-failure.repository.js'
import { requirePassword } from '../passwords/require-password.js'
import { listFactors } from './list-second-factors.js'
import { issueRecoveryCodes, lockSelf } from './own-factors.js'
import { deletePasskey } from './passkeys/passkey.repository.js'
import { deleteRecoveryCodes, deleteTotpSecret } from './second-factor.repository.js'
import type { SecondFactorDeps } from './second-factor-deps.js'

/**
 * Takes one of the caller's second factors away; with the last one their recovery codes.
 * @throws AppError invalid for a wrong password, which counts as a failed login; account_locked; missing; conflict for the
 *   last one where the organisation asks for one
 */
export async function removeSecondFactor(
  deps: SecondFactorDeps,
  caller: UserCaller,
  id: string,
  { password }: PasswordProof,
): Promise<void> {
  const { orgId, userId } = caller
  const own = await listFactors(deps.database.forOrg(orgId), caller)
  if (!own.some((one) => one.id === id)) throw missing('second factor')
  await withPassword(deps, caller, password, async (tx) => {
    const known = await listFactors(tx, caller)
    const removed = known.find((one) => one.id === id)
    if (!removed) throw missing('second factor')
    const isLast = known.length === 1
    if (isLast && (await requiresSecondFactor(tx, orgId)))
      throw conflict('your organisation asks for a second factor: add another one first')
    if (removed.kind === 'totp') await deleteTotpSecret(tx, caller, id)
    else await deletePasskey(tx, caller, id)
    if (isLast) await deleteRecoveryCodes(tx, caller)
    await recordAudit(tx, caller, 'user.second_factor_removed', {
      target: { kind: 'user', id: userId },
      data: { kind: removed.kind, name: removed.name },
    })
  })
}

/**
 * Makes recovery codes in place of those that the caller had.
 * @throws AppError invalid for a wrong password, which counts as a failed login; account_locked; conflict for who has no
 *   second factor
 */
export function renewRecoveryCodes(
  deps: SecondFactorDeps,
  caller: UserCaller,
  { password }: PasswordProof,
): Promise<RecoveryCodes> {
  return withPassword(deps, caller, password, async (tx) => {
    if ((await listFactors(tx, caller)).length === 0)
      throw conflict('recovery codes stand in for a second factor: set one up first')
    const recovery_codes = await issueRecoveryCodes(tx, caller)
    await recordAudit(tx, caller, 'user.recovery_codes_made', { target: { kind: 'user', id: caller.userId } })
    return { recovery_codes }
  })
}

async function withPassword<T>(
  deps: SecondFactorDeps,
  caller: UserCaller,
  password: string,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const asked = { field: 'password', refused: 'user.second_factor_change_failed' }
  const { email } = await requirePassword(deps, caller, password, asked)
  return deps.database.inOrg(caller.orgId, async (tx) => {
    // The failures before the account, as a login locks them.
    await clearFailuresOfOnly(tx, email)
    await lockSelf(tx, caller)
    return change(tx)
  })
}
