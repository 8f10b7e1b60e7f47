import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** The script that listens is asked for again after so long where it did not come, ms. */
const againMs = 5_000

/**
 * Keeps what the pages show as it is now (follow-notices.ts). Its script comes after the page.
 *
 * @returns since when there is no line to the service, by this machine's clock; null: there is one
 */
export function useNotices(): number | null {
  const client = useQueryClient()
  const [lostSince, setLostSince] = useState<number | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const follow = (): void => {
      import('./follow-notices.js').then(
        ({ followNotices }) => {
          if (!signal.aborted) followNotices(client, setLostSince, signal)
        },
        () => {
          setLostSince((since) => since ?? Date.now())
          const timer = setTimeout(follow, againMs)
          signal.addEventListener('abort', () => clearTimeout(timer))
        },
      )
    }
    follow()
    return () => stop.abort()
  }, [client])
  return lostSince
}
