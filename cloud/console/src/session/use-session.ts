import { createContext, useContext, useSyncExternalStore } from 'react'
import { type SessionState, session } from './session.js'
import type { SessionUser } from './session-user.js'

export const useSession = (): SessionState => useSyncExternalStore(session.watch, () => session.state)

export const SignedInUser = createContext<SessionUser | null>(null)

/** Who is signed in. Within the frame somebody always is. */
export function useUser(): SessionUser {
  const user = useContext(SignedInUser)
  if (!user) throw new Error('nobody is signed in here')
  return user
}
