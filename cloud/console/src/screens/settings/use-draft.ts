import { useState } from 'react'

/** What somebody changed of what is saved, until it is. */
export interface Draft<T> {
  /** As it is saved, with what was changed. */
  readonly value: T
  /** What was changed to something else. */
  readonly changed: Partial<T>
  readonly isChanged: boolean
  readonly change: (part: Partial<T>) => void
  /** Forgets what was changed. */
  readonly reset: () => void
}

/** Fields of something that is saved. What was not touched follows what others save meanwhile. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [touched, setTouched] = useState<Partial<T>>({})
  const value = { ...saved, ...touched }
  const changed: Partial<T> = { ...touched }
  for (const name in changed) if (changed[name] === saved[name]) delete changed[name]
  return {
    value,
    changed,
    isChanged: Object.keys(changed).length > 0,
    change: (part) => setTouched((before) => ({ ...before, ...part })),
    reset: () => setTouched({}),
  }
}
