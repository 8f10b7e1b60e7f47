/** Somebody who is signed in, as `GET /api/v1/auth/me` has them. */
export interface SessionUser {
  readonly id: string
  readonly email: string
  readonly displayName: string
  readonly role: Role
  readonly locale: string | null
  readonly timeZone: string | null
  /** Their organisation asks for a second factor and they have none: until then they may do nothing else. */
  readonly mustSetUp: boolean
  /** They sign in by the issuer of their organisation: no password and no second factor of theirs is asked for here. */
  readonly byIssuer: boolean
}

const roles = ['viewer', 'operator', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** Whether a role may do what `least` may. Each role may do all that those before it may. */
export const mayAs = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

/** Reads the session user of an answer. @returns null where it is none */
export function readSessionUser(body: unknown): SessionUser | null {
  const id = textAt(body, 'id')
  const email = textAt(body, 'email')
  const role = roles.find((one) => one === textAt(body, 'role'))
  if (id === null || email === null || role === undefined) return null
  const preferences = at(body, 'preferences')
  return {
    id,
    email,
    role,
    displayName: textAt(body, 'display_name') ?? email,
    locale: textAt(preferences, 'locale'),
    timeZone: textAt(preferences, 'timezone'),
    mustSetUp: at(body, 'second_factor_to_set_up') === true,
    byIssuer: at(body, 'single_sign_on') === true,
  }
}

/** What stands under a name in JSON; undefined where nothing does. */
export function at(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined
  const found: unknown = Reflect.get(json, name)
  return found
}

/** The text under a name in JSON. */
export function textAt(json: unknown, name: string): string | null {
  const found = at(json, name)
  return typeof found === 'string' ? found : null
}
