import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../platform/database/handles.js'
import { hashOfSecret, makeSecret } from '../../../platform/secrets/secret-token.js'
import { insertPasswordToken } from './password-token.repository.js'

/** How long a token is good for, by what it is for, milliseconds. */
export const passwordTokenLifeMs = { reset: 60 * 60_000, invitation: 7 * 24 * 60 * 60_000 } as const

interface IssuedPasswordToken {
  /** For the link only; of it the hash alone is stored. */
  readonly token: string
  readonly expiresAt: Date
}

/** Makes a one-time token that sets the person's password: an hour for a reset, seven days for an invitation. */
export async function issuePasswordToken(
  tx: Tx,
  request: { orgId: string; userId: string; purpose: 'reset' | 'invitation'; now: Date },
): Promise<IssuedPasswordToken> {
  const { orgId, userId, purpose, now } = request
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + passwordTokenLifeMs[purpose])
  await insertPasswordToken(tx, {
    org_id: orgId,
    id: uuidv7(),
    user_id: userId,
    purpose,
    token_hash: hashOfSecret(token),
    created_at: now,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

/** The address in the mail. Its host comes from the configuration, never from a request. */
export function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset?token=${token}`
}
