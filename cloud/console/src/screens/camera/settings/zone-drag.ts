import type { PointerEvent } from 'react'
import type { MotionZone } from '../../../api/camera-settings.js'
import type { ZoneEditing } from './use-zone-editing.js'
import { changeZone, movePoint, shiftPoints, type Zones } from './zones.js'

interface DraggedPoint {
  /** As they are when it begins, the point among them. */
  readonly zones: Zones
  readonly zone: number
  readonly point: number
}

/** Moves a point with the pointer until it is let go of. */
export function dragPoint(
  event: PointerEvent,
  place: HTMLElement | null,
  editing: ZoneEditing,
  { zones, zone, point }: DraggedPoint,
): void {
  const points = zones[zone]?.points ?? []
  const from = points[point]
  if (!from) return
  const isNew = zones !== editing.zones
  const put = (dx: number, dy: number) =>
    editing.drag(changeZone(zones, zone, { points: movePoint(points, point, [from[0] + dx, from[1] + dy]) }))
  if (isNew) {
    // It is there also where it is not moved.
    editing.beginDrag()
    put(0, 0)
  }
  follow(event, place, { begin: isNew ? () => {} : editing.beginDrag, moved: put })
}

/** Moves a whole zone with the pointer until it is let go of. */
export function dragZone(
  event: PointerEvent,
  place: HTMLElement | null,
  editing: ZoneEditing,
  at: number,
): void {
  const { zones } = editing
  const points: MotionZone['points'] = zones[at]?.points ?? []
  follow(event, place, {
    begin: editing.beginDrag,
    moved: (dx, dy) => editing.drag(changeZone(zones, at, { points: shiftPoints(points, dx, dy) })),
  })
}

/** Px that a press may slip without being a drag. */
const slipPx = 2

interface Drag {
  /** It is a drag, and no press. */
  readonly begin: () => void
  /** How far from where it was pressed, as parts of the picture. */
  readonly moved: (dx: number, dy: number) => void
}

/** Tells of each move of a pressed pointer. */
function follow(event: PointerEvent, place: HTMLElement | null, { begin, moved }: Drag): void {
  const box = place?.getBoundingClientRect()
  if (!box || event.button !== 0) return
  event.preventDefault()
  event.stopPropagation()
  const { pointerId, clientX, clientY } = event
  const over = new AbortController()
  let isMoving = false
  const onMove = (now: globalThis.PointerEvent): void => {
    if (now.pointerId !== pointerId) return
    const [x, y] = [now.clientX - clientX, now.clientY - clientY]
    if (!isMoving && Math.hypot(x, y) < slipPx) return
    if (!isMoving) begin()
    isMoving = true
    moved(x / box.width, y / box.height)
  }
  const onEnd = (now: globalThis.PointerEvent): void => {
    if (now.pointerId === pointerId) over.abort()
  }
  addEventListener('pointermove', onMove, { signal: over.signal })
  addEventListener('pointerup', onEnd, { signal: over.signal })
  addEventListener('pointercancel', onEnd, { signal: over.signal })
}
