import type { SightlinePlayer } from '@sightline/player'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useClipLink } from '../../api/camera.js'
import type { PictureSource } from '../../pictures/camera-picture.js'
import { type Arrival, arrivalAfter, arrivalAt } from '../../timeline/clips.js'
import type { Happening } from '../../timeline/happening.js'

/** Where somebody is. Each going somewhere is a visit of its own, also to the same place. */
interface Place {
  readonly arrival: Arrival
  readonly visit: number
}

interface PlaybackWishes {
  /** The moment of the address; null: live. */
  readonly at: number | null
  /** By their beginning; null while they are not there. */
  readonly happenings: readonly Happening[] | null
  readonly player: RefObject<SightlinePlayer | null>
  /** Puts a moment into the address; null: live. */
  readonly write: (at: number | null) => void
}

/** What is played, and going elsewhere. */
export interface Playback {
  /** Null: live, or looking for the moment. */
  readonly arrival: Arrival | null
  readonly visit: number
  readonly source: PictureSource
  readonly isClipFailed: boolean
  readonly again: () => void
  readonly goTo: (at: number) => void
  readonly goLive: () => void
  readonly onEnded: () => void
  /** The moment of the picture that is shown, ms; null: live. */
  readonly position: () => number | null
  /** Shows a moment at once if the clip that is open has it: while somebody drags. */
  readonly glance: (at: number) => void
}

export function usePlayback({ at, happenings, player, write }: PlaybackWishes): Playback {
  const [place, setPlace] = useState<Place | null>(null)
  /** The moment that was asked for last, and whether it was answered. */
  const asked = useRef<number | null>(null)
  const visits = useRef(0)
  const arrive = useCallback((arrival: Arrival) => {
    visits.current += 1
    setPlace({ arrival, visit: visits.current })
  }, [])
  useEffect(() => {
    if (at === null) {
      asked.current = null
      setPlace(null)
    } else if (happenings && asked.current !== at) {
      asked.current = at
      arrive(arrivalAt(at, happenings))
    }
  }, [at, happenings, arrive])

  const arrival = at === null ? null : (place?.arrival ?? null)
  const clip = arrival?.kind === 'clip' ? arrival : null
  const link = useClipLink(clip?.happening.id ?? null)
  const goTo = (to: number) => {
    // The same moment again is found again, too.
    asked.current = null
    if (to === at && happenings) {
      asked.current = to
      arrive(arrivalAt(to, happenings))
    } else write(to)
  }
  return {
    arrival,
    visit: place?.visit ?? 0,
    source: sourceOf(at, place, link.data?.url),
    isClipFailed: clip !== null && link.isError,
    again: () => void link.refetch(),
    goTo,
    goLive: () => write(null),
    onEnded: () => {
      if (!clip || !happenings) return
      const next = arrivalAfter(clip.happening, happenings)
      asked.current = next.at
      arrive(next)
      write(next.at)
    },
    position: () =>
      at === null ? null : positionOf(at, arrival, { player: player.current, src: link.data?.url }),
    glance: (to) => {
      const { current } = player
      if (clip && current && to >= clip.happening.from && to < clip.happening.to)
        current.currentTime = (to - clip.happening.from) / 1000
    },
  }
}

function sourceOf(at: number | null, place: Place | null, src: string | undefined): PictureSource {
  if (at === null) return { kind: 'live' }
  if (place?.arrival.kind !== 'clip' || src === undefined) return { kind: 'none' }
  const { happening, at: start } = place.arrival
  const startSec = (start - happening.from) / 1000
  const { from: recordedMs, snapshot: poster } = happening
  return { kind: 'clip', src, startSec, recordedMs, poster, visit: place.visit }
}

function positionOf(
  at: number,
  arrival: Arrival | null,
  { player, src }: { player: SightlinePlayer | null; src: string | undefined },
): number {
  if (arrival === null) return at
  const open = player?.getAttribute('src')?.split('?')[0]
  const sec = src !== undefined && open === src.split('?')[0] ? (player?.currentTime ?? 0) : 0
  // Until the clip is there.
  return arrival.kind !== 'clip' || sec === 0 ? arrival.at : arrival.happening.from + sec * 1000
}
