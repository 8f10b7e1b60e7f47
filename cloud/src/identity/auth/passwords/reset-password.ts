import type { ResetPasswordRequest } from '@sightline/protocol'
import type { Tx } from '../../../platform/database/handles.js'
import { type AppError, unauthenticated } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import { hashOfSecret } from '../../../platform/secrets/secret-token.js'
import { recordAudit } from '../../audit/audit.service.js'
import { actorOf, findUser, setPassword } from '../auth.repository.js'
import type { AuthDeps } from '../auth-deps.js'
import { clearFailures } from '../login/login-failure.repository.js'
import { revokeSessions } from '../sessions/session.service.js'
import {
  findPasswordToken,
  isPasswordTokenLive,
  takePasswordToken,
  useUpPasswordTokens,
} from './password-token.repository.js'

/**
 * Sets a password by the token of a mailed link. All sessions of the person end, the address is unlocked, and what other
 * links there are is void; a disabled account stays disabled.
 * @throws AppError unauthenticated if the token is unknown, expired or used
 */
export async function resetPassword(
  deps: Pick<AuthDeps, 'database' | 'clock' | 'passwords'>,
  { token, new_password: wanted }: ResetPasswordRequest,
  origin: Origin,
): Promise<void> {
  const { database } = deps
  const now = new Date(deps.clock.now())
  const place = await findPasswordToken(database.lookup, hashOfSecret(token))
  if (!place) throw notGood()
  // Hashing costs more than all the rest: only for a token that is good.
  const live = await isPasswordTokenLive(database.forOrg(place.orgId), place.orgId, place.tokenId, now)
  if (!live) throw notGood()
  const hash = await deps.passwords.hash(wanted)
  await database.inOrg(place.orgId, (tx) => spend(tx, place, { hash, origin, now }))
}

async function spend(
  tx: Tx,
  { orgId, tokenId }: { orgId: string; tokenId: string },
  { hash, origin, now }: { hash: string; origin: Origin; now: Date },
): Promise<void> {
  const taken = await takePasswordToken(tx, orgId, tokenId, now)
  const user = taken && (await findUser(tx, orgId, taken.user_id))
  if (!taken || !user) throw notGood()
  // The failures before the account, as a login locks them.
  await clearFailures(tx, user.email)
  await setPassword(tx, { orgId, userId: user.id }, hash)
  await useUpPasswordTokens(tx, orgId, user.id, now)
  await revokeSessions(tx, { orgId, userId: user.id, reason: 'password_reset' })
  const action = taken.purpose === 'invitation' ? 'auth.invitation_accepted' : 'auth.password_reset'
  await recordAudit(tx, { orgId, actor: actorOf(user, origin) }, action, {
    target: { kind: 'user', id: user.id },
  })
}

const notGood = (): AppError => unauthenticated('this link is not good any more; ask for a new one')
