import { useSyncExternalStore } from 'react'

const follow = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** Whether somebody can see this tab. */
export const useSeen = (): boolean =>
  useSyncExternalStore(follow, () => document.visibilityState === 'visible')
