import type { SightlinePlayer } from '@sightline/player'
import { useEffect, useRef, useState } from 'react'
import { freshPace, type Pace, paceAfter } from './pace.js'
import type { Motion } from './what-moves.js'

/** How the pictures of the wall stand. */
export interface Standing {
  /** Tiles whose picture is of now. */
  readonly live: number
  /** The most that moves for now. */
  readonly most: Motion
}

/** How often the pictures are looked at, ms. */
const pollIntervalMs = 1_000

/**
 * Looks each second at how the pictures stand, and lets less move while they fall behind.
 * @param wished what somebody chose to move
 * @returns how they stand, and where the player of each tile is told
 */
export function useStanding(wished: Motion) {
  const players = useRef(new Map<string, SightlinePlayer>())
  const pace = useRef<Pace>(freshPace)
  const [standing, setStanding] = useState<Standing>({ live: 0, most: 'all' })
  useEffect(() => {
    pace.current = freshPace
    const timer = setInterval(() => {
      const found = look(players.current.values())
      pace.current = paceAfter(pace.current, { ...found, nowMs: performance.now() }, wished)
      const { most } = pace.current
      setStanding((before) =>
        before.live === found.live && before.most === most ? before : { live: found.live, most },
      )
    }, pollIntervalMs)
    return () => clearInterval(timer)
  }, [wished])
  const told = (cameraId: string, player: SightlinePlayer | null): void => {
    if (player) players.current.set(cameraId, player)
    else players.current.delete(cameraId)
  }
  return { standing, told }
}

function look(players: Iterable<SightlinePlayer>): { live: number; moving: number; behind: number } {
  let [live, moving, behind] = [0, 0, 0]
  for (const player of players) {
    const { state } = player
    if (state?.kind !== 'live' && state?.kind !== 'behind') continue
    live += 1
    if (player.getAttribute('mode') !== 'full') continue
    moving += 1
    if (state.kind === 'behind' || state.note?.reason === 'stepped_down_slow_viewer') behind += 1
  }
  return { live, moving, behind }
}
