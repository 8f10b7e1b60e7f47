import type { SightlinePlayer } from '@sightline/player'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Alert } from '../../api/alerts.js'
import type { Camera } from '../../api/cameras.js'
import type { EventItem } from '../../api/events.js'
import type { ViewLayout } from '../../api/views.js'
import { useKeys } from '../../frame/keys.js'
import { useText } from '../../text/use-text.js'
import { largesOf, phoneWall, placesOf } from './layouts.js'
import { type Direction, neighbourOf } from './neighbour.js'
import { Tile, type TileActs } from './tile.js'
import { takeWheel } from './use-wheel.js'
import { useWallSettings } from './wall-settings.js'
import { type Motion, sendings } from './what-moves.js'

/** A camera with the size that it has by hand. */
export interface WallCamera {
  readonly camera: Camera
  readonly size: number
}

export interface WallProps {
  /** Those that stand on the wall now. */
  readonly shown: readonly WallCamera[]
  readonly layout: ViewLayout
  readonly room: { readonly width: number; readonly height: number; readonly isPhone: boolean }
  /** The camera that somebody made large; null: none. */
  readonly large: string | null
  readonly onLarge: (id: string | null) => void
  readonly motion: Motion
  readonly events: ReadonlyMap<string, EventItem>
  readonly untaken: ReadonlyMap<string, Alert>
  readonly at: string | null
  /** Tiles under the pointer or the focus: nothing on the wall changes place then. */
  readonly onNear: (isNear: boolean) => void
  readonly onPlayer: (cameraId: string, player: SightlinePlayer | null) => void
}

export const wallGap = 4
/** Until the picture of a camera says otherwise. */
const usualShape = 16 / 9
/** On a phone so many move at once. */
const mostOnPhone = 6

/** Tiles of cameras that fill the room. A double press makes one large, and all alike again. */
export function Wall({
  shown,
  layout,
  room,
  large,
  onLarge,
  motion,
  events,
  untaken,
  at,
  ...rest
}: WallProps) {
  const { wall: text, keys } = useText()
  const { shapes: known } = useWallSettings()
  const [near, setNear] = useState<ReadonlySet<string>>(new Set())
  const [chosen, choose] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const shapes = shown.map(({ camera }) => known[camera.id] ?? usualShape)
  const largeAt = shown.findIndex(({ camera }) => camera.id === large)
  const larges = largesOf(room.isPhone ? 'one_large' : layout, shown.length, largeAt < 0 ? null : largeAt)
  const phone = room.isPhone ? phoneWall(shapes, larges, { width: room.width, gap: wallGap }) : null
  const places =
    phone?.places ??
    placesOf(shapes, { layout, larges, sizes: shown.map(({ size }) => size) }, { ...room, gap: wallGap })
  const sent = sendings(
    shown.map(({ camera: { id } }, place) => ({
      isLarge: larges.includes(place),
      isNear: near.has(id),
      hasEvent: events.has(id),
      hasAlert: untaken.has(id),
    })),
    motion,
    room.isPhone ? mostOnPhone : shown.length,
  )
  const chosenAt = Math.max(
    0,
    shown.findIndex(({ camera }) => camera.id === chosen),
  )
  const focus = (place: number | null): void => {
    const id = place === null ? undefined : shown[place]?.camera.id
    const tile = [...(list.current?.children ?? [])].find((one) => one.getAttribute('data-tile') === id)
    tile?.querySelector<HTMLElement>('[data-focus]')?.focus()
  }
  const toggleLarge = (id: string | undefined): void => {
    if (id !== undefined) onLarge(id === large ? null : id)
  }
  const step = (direction: Direction): void => {
    focus(chosen === null ? 0 : (neighbourOf(places, chosenAt, direction) ?? chosenAt))
  }
  useKeys({
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, digit) => [
        String(digit + 1),
        { does: keys.toCamera(digit + 1), act: () => focus(digit) },
      ]),
    ),
    f: { does: keys.large, act: () => toggleLarge(shown[chosenAt]?.camera.id) },
    v: {
      does: keys.wheel,
      act: () => {
        const id = shown[chosenAt]?.camera.id
        if (id === undefined) return
        focus(chosenAt)
        takeWheel(id)
      },
    },
    ArrowLeft: { does: keys.tile.left, act: () => step('left') },
    ArrowRight: { does: keys.tile.right, act: () => step('right') },
    ArrowUp: { does: keys.tile.up, act: () => step('up') },
    ArrowDown: { does: keys.tile.down, act: () => step('down') },
  })
  const { onNear, onPlayer } = rest
  const newest = useRef({ toggleLarge, onPlayer })
  useEffect(() => {
    newest.current = { toggleLarge, onPlayer }
  })
  const acts = useMemo<TileActs>(
    () => ({
      near: (id, isNear) => setNear((before) => withNear(before, id, isNear)),
      chosen: choose,
      large: (id) => newest.current.toggleLarge(id),
      player: (id, player) => newest.current.onPlayer(id, player),
    }),
    [],
  )
  const isAnyNear = near.size > 0
  useEffect(() => onNear(isAnyNear), [onNear, isAnyNear])
  return (
    <ul
      ref={list}
      aria-label={text.tiles}
      className="relative w-full"
      style={{ height: phone?.height ?? room.height }}
    >
      {shown.map(({ camera }, index) => {
        const [place, sending] = [places[index], sent[index]]
        return (
          place &&
          sending && (
            <Tile
              key={camera.id}
              camera={camera}
              place={place}
              sending={sending}
              isLarge={larges.includes(index)}
              event={events.get(camera.id) ?? null}
              alert={untaken.get(camera.id) ?? null}
              at={at}
              isStop={index === chosenAt}
              acts={acts}
            />
          )
        )
      })}
    </ul>
  )
}

function withNear(before: ReadonlySet<string>, id: string, isNear: boolean): ReadonlySet<string> {
  if (before.has(id) === isNear) return before
  const after = new Set(before)
  if (isNear) after.add(id)
  else after.delete(id)
  return after
}
