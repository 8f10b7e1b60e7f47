import { SightlinePlayer } from '@sightline/player'
import { type RefObject, useEffect, useRef } from 'react'
import { connection } from './connection.js'
import { useFreshAddress } from './use-fresh-address.js'
import { usePlayerTexts } from './use-player-texts.js'

/** What a picture of a camera shows: now, or a clip from a second on, by itself. */
export type PictureSource =
  | { readonly kind: 'live' }
  | {
      readonly kind: 'clip'
      /** Signed address. */
      readonly src: string
      readonly startSec: number
      /** When its first picture was recorded, ms since the epoch. */
      readonly recordedMs: number
      /** A picture until it plays. */
      readonly poster: string | null
      /** Each going to a place has its own, also of the same clip. */
      readonly visit: number
    }
  /** Neither: what the page says instead stands there. */
  | { readonly kind: 'none' }

interface CameraPictureProps {
  readonly cameraId: string
  readonly label: string
  readonly source: PictureSource
  /** A clip was played to its end. */
  readonly onEnded: () => void
  /** The address of the clip may be over: a newer one is wanted. */
  readonly onStale: () => void
  /** The player, for keys and for the place in the clip. */
  readonly player: RefObject<SightlinePlayer | null>
  readonly className?: string
}

/** One player for a camera's live picture and its clips: sound and speed stay from one to the next. */
export function CameraPicture({
  cameraId,
  label,
  source,
  onEnded,
  onStale,
  player,
  className,
}: CameraPictureProps) {
  const place = useRef<HTMLDivElement>(null)
  const ended = useRef(onEnded)
  useEffect(() => {
    ended.current = onEnded
  })
  useEffect(() => {
    const made = new SightlinePlayer()
    made.connection = connection
    made.setAttribute('stream', 'main')
    made.setAttribute('autoplay', '')
    made.addEventListener('ended', () => ended.current())
    player.current = made
    place.current?.append(made)
    return () => {
      made.remove()
      player.current = null
    }
  }, [player])
  usePlayerTexts(player, null)
  useFreshAddress(player, { src: source.kind === 'clip' ? source.src : null, onStale, made: null })
  useEffect(() => player.current?.setAttribute('label', label), [player, label])
  useEffect(() => {
    if (player.current) show(player.current, cameraId, source)
    // A source is another by what it shows, not by who made it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [player, cameraId, source.kind, source.kind === 'clip' ? source.visit : 0])
  return <div ref={place} className={className} />
}

function show(player: SightlinePlayer, cameraId: string, source: PictureSource): void {
  switch (source.kind) {
    case 'live':
      for (const name of ['src', 'start', 'recorded-at', 'poster']) player.removeAttribute(name)
      player.setAttribute('camera', cameraId)
      return
    case 'none':
      for (const name of ['src', 'camera', 'start', 'recorded-at', 'poster']) player.removeAttribute(name)
      return
    case 'clip': {
      const { src, startSec, recordedMs, poster } = source
      // A newer signature of the same clip is no other clip.
      if (player.trouble === null && player.getAttribute('src')?.split('?')[0] === src.split('?')[0]) {
        player.currentTime = startSec
        player.play()
        return
      }
      player.removeAttribute('camera')
      if (poster === null) player.removeAttribute('poster')
      else player.setAttribute('poster', poster)
      player.setAttribute('start', String(startSec))
      player.setAttribute('recorded-at', new Date(recordedMs).toISOString())
      player.setAttribute('src', src)
    }
  }
}
