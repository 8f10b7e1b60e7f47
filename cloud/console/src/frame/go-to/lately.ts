import { useState } from 'react'
import { useUser } from '../../session/use-session.js'

/** As many are remembered. */
const most = 30

const nameOf = (userId: string): string => `sightline.lately.${userId}`

function read(userId: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '[]')
    return Array.isArray(found) ? found.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** What this person used last in this browser, by keys, the last one first; and how something becomes that. */
export function useLately(): readonly [readonly string[], (key: string) => void] {
  const { id } = useUser()
  const [lately] = useState(() => read(id))
  const use = (key: string): void => {
    try {
      const keys = [key, ...read(id).filter((one) => one !== key)].slice(0, most)
      localStorage.setItem(nameOf(id), JSON.stringify(keys))
    } catch {
      // A browser that keeps nothing: the order is by name alone.
    }
  }
  return [lately, use]
}
