import { mayAs, type Role } from '../../session/session-user.js'

const roles = ['viewer', 'operator', 'admin', 'owner'] as const satisfies readonly Role[]

/** The roles that somebody may give: none above their own. */
export const rolesUpTo = (own: Role): readonly Role[] => roles.filter((role) => mayAs(own, role))
