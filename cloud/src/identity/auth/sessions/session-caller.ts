import { type Actor, sitesInScope, type UserCaller } from '../../../platform/caller.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import type { ActiveSession } from './session.repository.js'
import type { AskedSession } from './session-cache.js'

/** The person of a session as a caller. */
export function asSessionCaller(
  { orgId, userId, sessionId }: AskedSession,
  session: ActiveSession,
  origin: Origin,
): UserCaller {
  const actor: Actor = { kind: 'user', id: userId, name: session.display_name, ...origin }
  return {
    kind: 'user',
    orgId,
    userId,
    sessionId,
    role: session.role,
    siteIds: sitesInScope(session.role, session.site_ids),
    actor,
    ...(session.only_to_set_up && { onlyToSetUp: true }),
  }
}
