import { SightlinePlayer } from '@sightline/player'
import { useEffect, useRef, useState } from 'react'
import { at } from '../session/session-user.js'
import { connection } from './connection.js'
import { pageSlices } from './slices.js'
import { usePlayerTexts } from './use-player-texts.js'

interface LivePictureProps {
  readonly cameraId: string
  /** Name of the camera, for screen readers and the file names of saved pictures. */
  readonly label: string
  readonly stream: 'main' | 'sub'
  /** `keys`: keyframes alone. */
  readonly mode: 'full' | 'keys'
  readonly className?: string
  /** True: what stands around it has controls and keys of its own, and the picture has none. */
  readonly isBare?: boolean
  /** Called with the size of its pictures, px, when one of another size is drawn. */
  readonly onSize?: (width: number, height: number) => void
  /** Called with the player once it is in the page, and with null when it goes. */
  readonly onPlayer?: (player: SightlinePlayer | null) => void
}

/** A camera as it is now. */
export function LivePicture({
  cameraId,
  label,
  stream,
  mode,
  className,
  isBare = false,
  onSize,
  onPlayer,
}: LivePictureProps) {
  const place = useRef<HTMLDivElement>(null)
  const player = useRef<SightlinePlayer | null>(null)
  const [isThere, setThere] = useState(false)
  const newest = useRef({ label, stream, mode, onSize, onPlayer })
  useEffect(() => {
    newest.current = { label, stream, mode, onSize, onPlayer }
    if (player.current) choose(player.current, newest.current)
  })
  useEffect(() => {
    // A wall begins with sixty-four.
    const leave = pageSlices.add(() => {
      const made = new SightlinePlayer()
      made.connection = connection
      choose(made, newest.current)
      made.setAttribute('camera', cameraId)
      if (isBare) {
        made.tabIndex = -1
      }
      tellSizes(made, (width, height) => newest.current.onSize?.(width, height))
      player.current = made
      setThere(true)
      place.current?.append(made)
      newest.current.onPlayer?.(made)
    })
    return () => {
      leave()
      if (!player.current) return
      newest.current.onPlayer?.(null)
      player.current.remove()
      player.current = null
    }
  }, [cameraId, isBare])
  usePlayerTexts(player, `${cameraId} ${isBare} ${isThere}`)
  return <div ref={place} className={className} />
}

/** Sets what is another than before: each change is told to the service. */
function choose(
  player: SightlinePlayer,
  wished: Readonly<Record<'label' | 'stream' | 'mode', string>>,
): void {
  for (const name of ['label', 'stream', 'mode'] as const)
    if (player.getAttribute(name) !== wished[name]) player.setAttribute(name, wished[name])
}

function tellSizes(player: SightlinePlayer, told: (width: number, height: number) => void): void {
  let last = [0, 0]
  player.addEventListener('frame', (event) => {
    if (!(event instanceof CustomEvent)) return
    const drawn: unknown = event.detail
    const [width, height] = [Number(at(drawn, 'width')), Number(at(drawn, 'height'))]
    if (width === last[0] && height === last[1]) return
    last = [width, height]
    told(width, height)
  })
}
