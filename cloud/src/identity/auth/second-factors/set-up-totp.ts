import {
  codeDriftSec,
  type SecondFactorAdded,
  type TotpConfirm,
  type TotpCreate,
  type TotpSecret,
} from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { UserCaller } from '../../../platform/caller.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { type AppError, invalidField, missing } from '../../../platform/errors.js'
import type { SecretContext } from '../../../platform/secrets/secret-box.js'
import { clockIsOff } from './lacking-proof.js'
import { factorAdded, lockSelf, requireRoom, requireTry } from './own-factors.js'
import {
  confirmTotpSecret,
  deleteUnconfirmed,
  findUnconfirmed,
  insertTotpSecret,
} from './second-factor.repository.js'
import type { SecondFactorDeps } from './second-factor-deps.js'
import { judgeCode, makeTotpSecret, totpUri } from './totp.js'

/** How long a new secret waits for its first code, milliseconds. */
const confirmedWithinMs = 15 * 60_000

/**
 * Makes a secret for an authenticator app of the caller. It counts once a code of it has come; one that waits for its code
 * already is forgotten.
 * @throws AppError conflict for one factor too many; rate_limited
 */
export async function makeTotp(
  { database, clock, secretBox }: Pick<SecondFactorDeps, 'database' | 'clock' | 'secretBox'>,
  caller: UserCaller,
  { name }: TotpCreate,
): Promise<TotpSecret> {
  await requireTry(database.lookup, caller)
  const { orgId, userId } = caller
  const id = uuidv7()
  const now = new Date(clock.now())
  const secret = makeTotpSecret()
  const sealed = secretBox.seal(secret, totpContext(orgId, id))
  const { email } = await database.inOrg(orgId, async (tx) => {
    const user = await lockSelf(tx, caller)
    await requireRoom(tx, caller)
    await deleteUnconfirmed(tx, caller)
    await insertTotpSecret(tx, {
      org_id: orgId,
      id,
      user_id: userId,
      name,
      secret: sealed.bytes,
      secret_key_id: sealed.keyId,
      created_at: now,
    })
    return user
  })
  const expires_at = toTimestamp(new Date(now.getTime() + confirmedWithinMs))
  return { id, secret, uri: totpUri(secret, email), expires_at }
}

/**
 * Makes a new secret count by a code of its app. Sessions of the caller that were good for setting up alone are good for
 * everything from now on. With the first factor come recovery codes.
 * @throws AppError invalid for a code that is not right; missing for a secret that is unknown, counts already or waited too
 *   long; rate_limited
 */
export async function confirmTotp(
  { database, clock, secretBox }: Pick<SecondFactorDeps, 'database' | 'clock' | 'secretBox'>,
  caller: UserCaller,
  id: string,
  { code }: TotpConfirm,
): Promise<SecondFactorAdded> {
  await requireTry(database.lookup, caller)
  const { orgId } = caller
  const now = new Date(clock.now())
  return database.inOrg(orgId, async (tx) => {
    await lockSelf(tx, caller)
    const after = new Date(now.getTime() - confirmedWithinMs)
    const waiting = await findUnconfirmed(tx, caller, { id, after })
    if (!waiting) throw missing('secret that waits for its first code')
    const sealed = { bytes: waiting.secret, keyId: waiting.secret_key_id }
    const verdict = judgeCode(secretBox.open(sealed, totpContext(orgId, id)), code, now.getTime())
    if (verdict.kind !== 'right') throw notRight(verdict)
    await requireRoom(tx, caller)
    const confirmed = await confirmTotpSecret(tx, caller, { id, period: verdict.period, at: now })
    return factorAdded(tx, caller, { ...confirmed, kind: 'totp' })
  })
}

/** Where the secret of an app stands sealed. */
export const totpContext = (orgId: string, rowId: string): SecretContext => ({
  orgId,
  rowId,
  field: 'totp_secrets.secret',
})

function notRight(verdict: Exclude<ReturnType<typeof judgeCode>, { kind: 'right' }>): AppError {
  return invalidField(
    'code',
    verdict.kind === 'wrong'
      ? `this is not the code that the app shows now; ${codeDriftSec} seconds before and after are taken too`
      : clockIsOff(verdict.aheadSec),
  )
}
