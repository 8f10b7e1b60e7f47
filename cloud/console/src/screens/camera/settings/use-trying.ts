import { useMemo, useState } from 'react'
import type { Settings } from './camera-draft.js'
import { findMovement, gridHeight, gridWidth, type Movement } from './moved-cells.js'
import { type TriedClip, type TryOut, useTryOut } from './use-try-out.js'
import { cellsThatCount } from './zones.js'

export interface TriedMovement {
  readonly clip: TriedClip
  readonly movement: Movement
}

/** What would have been movement in the last hour, by the zones and the sensitivity as they are drawn now. */
export interface Trying {
  readonly state: TryOut
  readonly begin: () => void
  /** The newest first. */
  readonly tried: readonly TriedMovement[]
  /** The one that the picture shows; null: the picture is live. */
  readonly shown: TriedMovement | null
  readonly show: (eventId: string | null) => void
}

export function useTrying(
  cameraId: string,
  settings: Pick<Settings, 'motion_sensitivity' | 'motion_zones_json'>,
): Trying {
  const { motion_sensitivity: sensitivity, motion_zones_json: zones } = settings
  const [state, begin] = useTryOut(cameraId)
  const [shownId, show] = useState<string | null>(null)
  const counts = useMemo(() => cellsThatCount(zones, gridWidth, gridHeight), [zones])
  const clips = 'clips' in state ? state.clips : none
  const tried = useMemo(
    () => clips.map((clip) => ({ clip, movement: findMovement(clip.planes, counts, sensitivity) })),
    [clips, counts, sensitivity],
  )
  return {
    state,
    begin,
    tried,
    shown: tried.find(({ clip }) => clip.eventId === shownId) ?? null,
    show,
  }
}

const none: readonly TriedClip[] = []
