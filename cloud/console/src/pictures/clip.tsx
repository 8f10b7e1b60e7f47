import { SightlinePlayer } from '@sightline/player'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFreshAddress } from './use-fresh-address.js'
import { usePlayerTexts } from './use-player-texts.js'

/** Where a clip is, seconds. */
export interface ClipPlace {
  readonly position: number
  /** 0 while it is not known. */
  readonly duration: number
}

interface ClipProps {
  /** Signed address of the clip; null: there is none, and the picture stands alone. */
  readonly src: string | null
  /** A picture until it plays. */
  readonly poster: string | null
  /** Seconds in the clip to begin at. */
  readonly start?: number
  /** When its first picture was recorded, RFC 3339; null: nobody knows. */
  readonly recordedAt: string | null
  readonly label: string
  readonly className?: string
  /** Its address may be over: a newer one is wanted. */
  readonly onStale?: () => void
  /** It is somewhere else now. */
  readonly onPlace?: (place: ClipPlace) => void
  /** The player, for as long as it is there; then null. */
  readonly onPlayer?: (player: SightlinePlayer | null) => void
  /** What lies over the picture, fullscreen too. */
  readonly over?: ReactNode
}

/** A recorded clip with its controls. */
export function Clip({
  src,
  poster,
  start = 0,
  recordedAt,
  label,
  className,
  onStale,
  onPlace,
  onPlayer,
  over,
}: ClipProps) {
  const place = useRef<HTMLDivElement>(null)
  const player = useRef<SightlinePlayer | null>(null)
  const [shown, setShown] = useState<SightlinePlayer | null>(null)
  const told = useRef({ onPlace, onPlayer })
  const medium = src?.split('?')[0] ?? null
  useEffect(() => {
    told.current = { onPlace, onPlayer }
  })
  useEffect(() => {
    const made = new SightlinePlayer()
    if (poster !== null) made.setAttribute('poster', poster)
    if (src !== null) made.setAttribute('src', src)
    made.setAttribute('start', String(start))
    if (recordedAt !== null) made.setAttribute('recorded-at', recordedAt)
    made.addEventListener('timeupdate', (event) => {
      const now = placeOf(event)
      if (now) told.current.onPlace?.(now)
    })
    player.current = made
    place.current?.append(made)
    setShown(made)
    told.current.onPlayer?.(made)
    return () => {
      made.remove()
      told.current.onPlayer?.(null)
    }
    // A newer signature of the same clip is no other clip, and a jump in it is made below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [medium])
  usePlayerTexts(player, medium)
  useFreshAddress(player, { src, onStale, made: medium })
  useEffect(() => player.current?.setAttribute('label', label), [medium, label])
  useEffect(() => {
    if (player.current && player.current.currentTime !== start) player.current.currentTime = start
  }, [start])
  return (
    <div ref={place} className={className}>
      {shown && over && createPortal(over, shown)}
    </div>
  )
}

function placeOf(event: Event): ClipPlace | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null
  if (typeof detail !== 'object' || detail === null) return null
  const position: unknown = Reflect.get(detail, 'position')
  const duration: unknown = Reflect.get(detail, 'duration')
  return typeof position === 'number' && typeof duration === 'number' ? { position, duration } : null
}
