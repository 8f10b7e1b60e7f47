import { createHash, randomBytes } from 'node:crypto'
import { type Role } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { signAccessToken } from '#cloud/identity/auth/tokens/access-token.js'
import { sitesInScope, type UserCaller } from '#cloud/platform/caller.js'
import type { Platform } from '#cloud/platform/platform.js'

/** A person with a session, and what a service sees of them. */
export interface SignedIn {
  readonly caller: UserCaller
  /** The access token. */
  readonly token: string
}

/** Makes a person of a role with a session and its access token. */
export async function signInAs(
  platform: Platform,
  orgId: string,
  role: Role,
  siteIds: readonly string[] = [],
): Promise<SignedIn> {
  const userId = uuidv7()
  const sessionId = uuidv7()
  const email = `${role}-${userId.slice(-12)}@example.com`
  await platform.database.inOrg(orgId, async (tx) => {
    await tx
      .insertInto('users')
      .values({ org_id: orgId, id: userId, email, display_name: `Test ${role}`, role })
      .execute()
    await tx.insertInto('user_email_lookup').values({ email, org_id: orgId, user_id: userId }).execute()
    for (const siteId of siteIds) {
      await tx.insertInto('user_sites').values({ org_id: orgId, user_id: userId, site_id: siteId }).execute()
    }
    await tx
      .insertInto('sessions')
      .values({
        org_id: orgId,
        id: sessionId,
        user_id: userId,
        client_type: 'web',
        refresh_hash: createHash('sha256').update(randomBytes(32)).digest(),
        expires_at: new Date(platform.clock.now() + 24 * 60 * 60 * 1000),
      })
      .execute()
  })
  const token = await signAccessToken(
    { orgId, userId, sessionId, role },
    platform.keys.current('jwt'),
    platform.clock.now(),
  )
  const caller: UserCaller = {
    kind: 'user',
    orgId,
    userId,
    sessionId,
    role,
    siteIds: sitesInScope(role, siteIds),
    actor: { kind: 'user', id: userId, name: `Test ${role}` },
  }
  return { caller, token }
}
