import type { User } from '../../../api/users.js'

/** Whether nobody else may sign in as an owner: then neither their role nor their access can be taken. */
export function isSoleOwner(
  { id, role, enabled }: Pick<User, 'id' | 'role' | 'enabled'>,
  everybody: readonly Pick<User, 'id' | 'role' | 'enabled'>[],
): boolean {
  if (role !== 'owner' || !enabled) return false
  return !everybody.some((other) => other.id !== id && other.role === 'owner' && other.enabled)
}
