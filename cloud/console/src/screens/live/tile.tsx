import type { SightlinePlayer } from '@sightline/player'
import { lazy, memo, useEffect, useRef, useState } from 'react'
import type { Alert } from '../../api/alerts.js'
import type { Camera } from '../../api/cameras.js'
import type { EventItem } from '../../api/events.js'
import { Part } from '../../frame/part.js'
import { LivePicture } from '../../pictures/live-picture.js'
import { Sliced } from '../../pictures/sliced.js'
import { AlertChip, EventChip } from './tile-chips.js'
import type { Place } from './wall-layout.js'
import { noteShape } from './wall-settings.js'
import type { Sending } from './what-moves.js'

/** Looking back comes with its own script, and so does what can be done with a tile: nobody is near one at first. */
const TileThen = lazy(() => import('./tile-then.js'))
const TileActions = lazy(() => import('./tile-actions.js'))
const TileWithout = lazy(() => import('./tile-without.js'))

export interface TileProps {
  readonly camera: Camera
  readonly place: Place
  readonly sending: Sending
  readonly isLarge: boolean
  readonly event: EventItem | null
  readonly alert: Alert | null
  /** The moment that is looked back at, RFC 3339; null: now. */
  readonly at: string | null
  /** It is the one that the tab key comes to. */
  readonly isStop: boolean
  /** The same for all tiles, and from one drawing of the wall to the next. */
  readonly acts: TileActs
}

/** What a tile tells the wall, each by the id of its camera. */
export interface TileActs {
  readonly near: (id: string, isNear: boolean) => void
  readonly chosen: (id: string) => void
  readonly large: (id: string) => void
  readonly player: (id: string, player: SightlinePlayer | null) => void
}

/** Whether nothing can come of a camera: then nothing is asked for. */
export const isWithout = ({ status }: Camera): boolean => status === 'offline' || status === 'error'

/** A camera on the wall. At rest it says its name; under pointer or focus, what can be done. Drawn anew where something of it changed. */
export const Tile = memo(function Tile(props: TileProps) {
  const { camera, place, sending, isLarge, event, alert, at, isStop, acts } = props
  const [isOver, setOver] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [player, setPlayer] = useState<SightlinePlayer | null>(null)
  const group = useRef<HTMLDivElement>(null)
  const isNear = isOver || hasFocus
  const { id } = camera
  const makeLarge = (): void => acts.large(id)
  useEffect(() => acts.near(id, isNear), [acts, id, isNear])
  return (
    <li
      data-tile={camera.id}
      data-large={isLarge ? '' : undefined}
      className="tile on-picture absolute overflow-hidden rounded-[6px] bg-stage text-on-picture"
      style={place}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={(focus) => {
        setFocus(true)
        acts.chosen(id)
        // A press on the picture goes to the tile, whose keys are those of the wall.
        if (player?.contains(focus.target)) group.current?.focus({ preventScroll: true })
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocus(false)
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a tile is a stop of its own, with keys */}
      <div
        ref={group}
        role="group"
        data-focus=""
        tabIndex={isStop ? 0 : -1}
        aria-label={alert ? `${camera.name}, ${alert.rule_name}` : camera.name}
        className="absolute inset-0"
        onDoubleClick={makeLarge}
      >
        {at !== null && (
          <Part>
            <Sliced>
              <TileThen camera={camera} at={at} />
            </Sliced>
          </Part>
        )}
        {at === null && isWithout(camera) && (
          <Part>
            <TileWithout camera={camera} />
          </Part>
        )}
        {!isWithout(camera) && (
          // Who looks back comes back: the player stays, and asks for nothing while it is not to be seen.
          <LivePicture
            cameraId={camera.id}
            label={camera.name}
            stream={sending.stream}
            mode={sending.mode}
            isBare
            onSize={(width, height) => noteShape(camera.id, width, height)}
            onPlayer={(made) => {
              setPlayer(made)
              acts.player(id, made)
            }}
            className={at === null ? 'size-full' : 'hidden'}
          />
        )}
      </div>
      {at === null && (
        <div className="pointer-events-none absolute top-[6px] left-[6px] flex max-w-[70%] flex-wrap gap-1">
          {alert && <AlertChip name={alert.rule_name} />}
          {event && <EventChip event={event} isLarge={isLarge} />}
        </div>
      )}
      <span
        className={`pointer-events-none absolute max-w-[62%] truncate bg-scrim px-[9px] py-[5px] text-xs font-strong ${at === null ? 'bottom-0 left-0 rounded-tr-[6px]' : 'top-0 right-0 rounded-bl-[6px]'}`}
      >
        {camera.name}
      </span>
      {isNear && at === null && (
        <Part>
          <TileActions camera={camera} player={player} isLarge={isLarge} onLarge={makeLarge} place={place} />
        </Part>
      )}
      {alert && (
        <span className="pointer-events-none absolute inset-0 rounded-[6px] border-2 border-(--on-picture-alarm)" />
      )}
    </li>
  )
}, isSame)

/** Places and ways of sending are made anew with each drawing: they count by what is in them. */
function isSame(
  { place, sending, ...one }: TileProps,
  { place: otherPlace, sending: otherSending, ...other }: TileProps,
): boolean {
  return (
    place.left === otherPlace.left &&
    place.top === otherPlace.top &&
    place.width === otherPlace.width &&
    place.height === otherPlace.height &&
    sending.stream === otherSending.stream &&
    sending.mode === otherSending.mode &&
    one.camera === other.camera &&
    one.isLarge === other.isLarge &&
    one.event === other.event &&
    one.alert === other.alert &&
    one.at === other.at &&
    one.isStop === other.isStop &&
    one.acts === other.acts
  )
}
