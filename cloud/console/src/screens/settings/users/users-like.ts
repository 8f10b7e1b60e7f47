import type { User } from '../../../api/users.js'
import { hasWords } from '../words-in.js'

/** By what a person is found. */
export type Findable = Pick<User, 'display_name' | 'email' | 'role' | 'site_ids'>

interface Words {
  /** How roles are called. */
  readonly roles: Readonly<Record<User['role'], string>>
  readonly siteName: (id: string) => string
}

/** The people with every word in their name, address, role or, of viewers, sites; those by name. */
export function usersLike<One extends Findable>(
  users: readonly One[],
  words: string,
  { roles, siteName }: Words,
): One[] {
  const textOf = ({ display_name: name, email, role, site_ids: sites }: One): string =>
    [name, email, roles[role], ...(role === 'viewer' ? sites.map(siteName) : [])].join(' ')
  return users
    .filter((user) => hasWords(textOf(user), words))
    .toSorted((one, other) => one.display_name.localeCompare(other.display_name))
}
