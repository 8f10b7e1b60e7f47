import type { Me } from '@sightline/protocol'
import { Preferences } from '@sightline/protocol'
import type { UserCaller } from '../platform/caller.js'
import { unauthenticated } from '../platform/errors.js'
import { findUser } from './auth.repository.js'
import type { AuthDeps } from './auth-deps.js'

/** What the service takes for a person who chose nothing. */
const defaults = { locale: 'en', timezone: 'UTC' }

/** The signed-in person. @throws AppError unauthenticated if the account went in the meantime */
export async function describeMe(deps: AuthDeps, caller: UserCaller): Promise<Me> {
  const user = await findUser(deps.database.forOrg(caller.orgId), caller.orgId, caller.userId)
  if (!user) throw unauthenticated()
  return {
    id: user.id,
    email: user.email,
    display_name: user.display_name,
    role: user.role,
    org_id: user.org_id,
    preferences: Preferences.parse({ ...defaults, ...user.preferences }),
  }
}
