import { useEffect, useMemo, useRef } from 'react'
import { type Moved, movePtz, type PtzDirection, stopPtz } from '../api/ptz.js'
import { HeldMove } from './held-move.js'

/** A held key asks again before its move is over, ms. */
const againMs = 1_000

/** Which key moves where. */
export const ptzKeys: Readonly<Record<string, PtzDirection>> = {
  ArrowUp: 'pan_up',
  ArrowDown: 'pan_down',
  ArrowLeft: 'pan_left',
  ArrowRight: 'pan_right',
  '+': 'zoom_in',
  '-': 'zoom_out',
}

/** What stands on the buttons, in their order. */
export const ptzSigns: readonly (readonly [PtzDirection, string])[] = [
  ['pan_left', '←'],
  ['pan_up', '↑'],
  ['pan_down', '↓'],
  ['pan_right', '→'],
  ['zoom_in', '+'],
  ['zoom_out', '−'],
]

/** Moves a camera while something is held. @param told how each request came out */
export function useHeldMove(cameraId: string, told: (moved: Moved) => void): HeldMove {
  const newest = useRef(told)
  useEffect(() => {
    newest.current = told
  })
  const held = useMemo(
    () =>
      new HeldMove({
        move: (direction) => movePtz(cameraId, direction),
        stop: (direction) => stopPtz(cameraId, direction),
        every: (run) => {
          const timer = setInterval(run, againMs)
          return () => clearInterval(timer)
        },
        told: (moved) => newest.current(moved),
      }),
    [cameraId],
  )
  useEffect(() => () => held.end(), [held])
  return held
}
