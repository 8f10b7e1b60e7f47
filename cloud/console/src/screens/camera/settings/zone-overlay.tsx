import { type PointerEvent, useId, useRef } from 'react'
import type { ZoneEditing } from './use-zone-editing.js'
import { dragPoint, dragZone } from './zone-drag.js'
import { changeZone, insertPoint, mostPoints, type Point } from './zones.js'

const pointsOf = (points: readonly Point[]): string => points.map(([x, y]) => `${x},${y}`).join(' ')
const percent = (part: number): string => `${part * 100}%`

/**
 * Zones over the picture: what does not count is dark. The chosen one is dragged by its points, its inside, and by the middles
 * of its edges, which become points. The same is done by keys in the list of points beside the picture.
 */
export function ZoneOverlay({ editing }: { editing: ZoneEditing }) {
  const { zones, chosen, choose } = editing
  const place = useRef<HTMLDivElement>(null)
  const zone = chosen === null ? undefined : zones[chosen]
  if (zones.length === 0) return null
  return (
    <div ref={place} aria-hidden="true" className="absolute inset-0" data-zones={zones.length}>
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" className="absolute inset-0 size-full">
        <Dark zones={zones} />
        {zones.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: zones have no name of their own that stays
          <g key={at} className={at === chosen ? 'text-on-picture-accent' : 'text-on-picture'}>
            <polygon
              points={pointsOf(one.points)}
              className="fill-transparent stroke-stage"
              strokeWidth={4}
              vectorEffect="non-scaling-stroke"
            />
            <polygon
              points={pointsOf(one.points)}
              data-zone={at}
              className={`cursor-move fill-transparent stroke-current ${at === chosen ? 'touch-none' : ''}`}
              strokeWidth={2}
              strokeDasharray={one.kind === 'exclude' ? '7 5' : undefined}
              vectorEffect="non-scaling-stroke"
              onPointerDown={(event) => {
                choose(at)
                dragZone(event, place.current, editing, at)
              }}
            />
          </g>
        ))}
      </svg>
      {zone && chosen !== null && <Handles {...{ editing, place }} at={chosen} points={zone.points} />}
    </div>
  )
}

/** What does not count, darkened. */
function Dark({ zones }: Pick<ZoneEditing, 'zones'>) {
  const id = useId()
  const hasIncluded = zones.some(({ kind }) => kind === 'include')
  const shapes = (wanted: 'include' | 'exclude', fill: string) =>
    zones
      .filter(({ kind }) => kind === wanted)
      // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn anew each time
      .map(({ points }, at) => <polygon key={at} points={pointsOf(points)} fill={fill} />)
  return (
    <>
      <mask id={id}>
        <rect width={1} height={1} fill={hasIncluded ? 'white' : 'black'} />
        {shapes('include', 'black')}
        {shapes('exclude', 'white')}
      </mask>
      <rect width={1} height={1} mask={`url(#${id})`} className="pointer-events-none fill-stage opacity-60" />
    </>
  )
}

interface HandlesProps {
  readonly editing: ZoneEditing
  readonly place: { readonly current: HTMLDivElement | null }
  readonly at: number
  readonly points: readonly Point[]
}

/** The points of the chosen zone, and between them where there may be one more. */
function Handles({ editing, place, at, points }: HandlesProps) {
  const grown = (after: number, event: PointerEvent): void => {
    const more = insertPoint(points, after)
    const zones = changeZone(editing.zones, at, { points: more })
    editing.choosePoint(after + 1)
    dragPoint(event, place.current, editing, { zones, zone: at, point: after + 1 })
  }
  return (
    <>
      {points.length < mostPoints &&
        points.map(([x, y], index) => {
          const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y]
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the row
              key={index}
              data-middle={index}
              onPointerDown={(event) => grown(index, event)}
              style={{ left: percent((x + nextX) / 2), top: percent((y + nextY) / 2) }}
              className={`${handle} before:size-[9px] before:bg-scrim before:ring-1 before:ring-on-picture`}
            />
          )
        })}
      {points.map(([x, y], index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the row
          key={index}
          data-point={index}
          onPointerDown={(event) => {
            editing.choosePoint(index)
            dragPoint(event, place.current, editing, { zones: editing.zones, zone: at, point: index })
          }}
          style={{ left: percent(x), top: percent(y) }}
          className={`${handle} ${index === editing.point ? 'before:size-[18px] before:bg-on-picture-accent' : 'before:size-[13px] before:bg-on-picture'} before:ring-2 before:ring-stage`}
        />
      ))}
    </>
  )
}

/** Larger to hit than to see. */
const handle =
  'absolute grid size-[28px] -translate-1/2 cursor-grab touch-none place-items-center before:block before:rounded-full before:content-[""] active:cursor-grabbing pointer-coarse:size-[44px]'
