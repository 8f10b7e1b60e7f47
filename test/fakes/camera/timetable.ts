/** When the figure walks. */
export type Timetable =
  | 'rest'
  | 'always-moving'
  /** Rests and moves in turn, beginning at rest, counted from the start of the camera. */
  | { readonly restSec: number; readonly moveSec: number }

/** Whether the figure walks so many milliseconds after the camera's start. */
export function isMoving(timetable: Timetable, elapsedMs: number): boolean {
  if (timetable === 'rest') return false
  if (timetable === 'always-moving') return true
  const periodMs = (timetable.restSec + timetable.moveSec) * 1000
  return elapsedMs % periodMs >= timetable.restSec * 1000
}
