import type { SightlinePlayer } from '@sightline/player'
import { type RefObject, useEffect, useRef } from 'react'

/** An address that did not help is not asked for again before, ms. */
const againMs = 30_000

interface FreshAddress {
  /** Signed address of the clip; null: there is none now. */
  readonly src: string | null
  /** Asks for a newer address of the same clip. */
  readonly onStale: (() => void) | undefined
  /** Differs for another player. */
  readonly made: unknown
}

/**
 * Goes on where a clip broke off, with a newer address: addresses are good for an hour, pages stay open for days. Called after
 * what makes the player.
 */
export function useFreshAddress(
  player: RefObject<SightlinePlayer | null>,
  { src, onStale, made }: FreshAddress,
): void {
  const broke = useRef<{ readonly atMs: number; readonly second: number } | null>(null)
  const stale = useRef(onStale)
  useEffect(() => {
    stale.current = onStale
  })
  useEffect(() => {
    const element = player.current
    if (!element) return
    const troubled = (): void => {
      const atMs = performance.now()
      if (broke.current && atMs - broke.current.atMs < againMs) return
      broke.current = { atMs, second: element.currentTime }
      stale.current?.()
    }
    element.addEventListener('trouble', troubled)
    return () => element.removeEventListener('trouble', troubled)
  }, [player, made])
  useEffect(() => {
    const element = player.current
    if (!element?.trouble || !broke.current || src === null || element.getAttribute('src') === src) return
    element.setAttribute('start', String(broke.current.second))
    element.setAttribute('src', src)
  }, [player, src])
}
