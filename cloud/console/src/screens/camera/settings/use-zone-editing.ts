import { useState } from 'react'
import type { MotionZone } from '../../../api/camera-settings.js'
import { useUndo } from './use-undo.js'
import type { Zones } from './zones.js'

/** The zones as they are drawn: which of them is chosen, and each step to take back. */
export interface ZoneEditing {
  readonly zones: Zones
  /** The zone whose points are shown; null: none. */
  readonly chosen: number | null
  readonly choose: (at: number | null) => void
  /** The point that keys move, and that stands out in the picture. */
  readonly point: number | null
  readonly choosePoint: (at: number | null) => void
  /** Changes zones as one step. */
  readonly change: (zones: readonly MotionZone[]) => void
  /** A drag begins: all until it ends is one step. */
  readonly beginDrag: () => void
  readonly drag: (zones: readonly MotionZone[]) => void
  readonly canUndo: boolean
  readonly undo: () => void
}

export function useZoneEditing(zones: Zones, put: (zones: MotionZone[]) => void): ZoneEditing {
  const [chosen, setChosen] = useState<number | null>(null)
  const [point, choosePoint] = useState<number | null>(null)
  const steps = useUndo<Zones>((before) => put([...before]))
  const isThere = chosen !== null && chosen < zones.length
  return {
    zones,
    chosen: isThere ? chosen : null,
    choose: (at) => {
      setChosen(at)
      choosePoint(null)
    },
    point: isThere ? point : null,
    choosePoint,
    change: (next) => {
      steps.remember(zones)
      put([...next])
    },
    beginDrag: () => steps.remember(zones),
    drag: (next) => put([...next]),
    canUndo: steps.canUndo,
    undo: steps.undo,
  }
}
