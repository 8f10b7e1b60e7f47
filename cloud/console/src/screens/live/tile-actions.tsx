import type { SightlinePlayer } from '@sightline/player'
import { type ReactNode, useState } from 'react'
import type { Camera } from '../../api/cameras.js'
import { AddressLink } from '../../frame/address-link.js'
import type { IconName } from '../../icons/icon.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { PtzWheel } from './ptz-wheel.js'
import { useWheel } from './use-wheel.js'
import type { Place } from './wall-layout.js'

interface TileActionsProps {
  readonly camera: Camera
  readonly player: SightlinePlayer | null
  readonly isLarge: boolean
  readonly place: Place
  readonly onLarge: () => void
}

/** Tiles narrower than this, px, have no room for more than two buttons. */
const roomyWidth = 220

/** What can be done with a tile, while the pointer or the focus is on it. */
export default function TileActions({ camera, player, isLarge, place, onLarge }: TileActionsProps) {
  const text = useText().wall
  const { role } = useUser()
  const [isMuted, setMuted] = useState(player?.muted ?? true)
  const [hasWheel, setWheel] = useWheel(camera.id)
  const isRoomy = place.width >= roomyWidth
  const moves = camera.type === 'onvif' && mayAs(role, 'operator') && player !== null
  if (hasWheel && moves) return <PtzWheel camera={camera} onLeave={() => setWheel(false)} />
  return (
    <div className="absolute inset-x-0 bottom-[26px] flex justify-center gap-1">
      {isRoomy && player && (
        <>
          <Action icon="picture" label={text.savePicture} onPress={() => player.save()} />
          <Action
            icon={isMuted ? 'muted' : 'sound'}
            label={isMuted ? text.soundOn : text.soundOff}
            onPress={() => {
              player.mute(!isMuted)
              setMuted(!isMuted)
            }}
          />
        </>
      )}
      {moves && <Action icon="move" label={text.ptz.take} onPress={() => setWheel(true)} />}
      <Action icon="layout" label={isLarge ? text.alike : text.large} onPress={onLarge} />
      {isRoomy && player && (
        <Action icon="fullscreen" label={text.fillTile} onPress={() => player.fullscreen()} />
      )}
      <AddressLink
        href={`/cameras/${camera.id}`}
        title={text.openCamera(camera.name)}
        aria-label={text.openCamera(camera.name)}
        className={round}
      >
        <Icon name="next" size={16} />
      </AddressLink>
    </div>
  )
}

const round =
  'grid size-[30px] place-items-center rounded-full bg-scrim text-on-picture hover:bg-stage pointer-coarse:size-[44px]'

interface ActionProps {
  readonly icon: IconName
  readonly label: string
  readonly onPress: () => void
}

function Action({ icon, label, onPress }: ActionProps): ReactNode {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={onPress}
      onDoubleClick={(press) => press.stopPropagation()}
      className={round}
    >
      <Icon name={icon} size={16} />
    </button>
  )
}
