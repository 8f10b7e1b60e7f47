import type { users } from '../../../text/en/users.js'
import { ownTextFiles } from '../../../text/use-own-text.js'

export type UsersText = typeof users
export const useUsersText = ownTextFiles<UsersText>({
  en: async () => (await import('../../../text/en/users.js')).users,
  de: async () => (await import('../../../text/de/users.js')).users,
})
