import type { CameraDetail } from '../../../api/camera.js'
import { ofWord } from '../../../api/of-word.js'

type Sensitivity = CameraDetail['motion_sensitivity']

/** Cells that small pictures are compared in: a fiftieth of the picture is a person far away. */
export const [gridWidth, gridHeight] = [64, 36]

/** The brightness of each cell, 0 to 255, row by row. */
export type Plane = Float32Array

/** What each sensitivity asks for, as the gateway does: contrast of brightness, and how much of the picture changes. */
const demands: Readonly<Record<Sensitivity, { readonly contrast: number; readonly cells: number }>> = {
  // The gateway asks for so many of its 160 by 90 pixels; six and a quarter of them are a cell.
  low: { contrast: 15, cells: 28 / 6.25 },
  medium: { contrast: 10, cells: 10 / 6.25 },
  high: { contrast: 7, cells: 6 / 6.25 },
}

/** If more of a picture differs, the light or the camera changed, and not a thing in it. */
const mostShare = 0.4
/** With fewer pictures nothing can be told from what is always there. */
export const leastPlanes = 3

/** What pictures of a clip show: something moved where it counts, only elsewhere, or nothing that stands out. */
export type Verdict = 'counts' | 'elsewhere' | 'nothing' | 'unclear'

export interface Movement {
  readonly verdict: Verdict
  /** Each cell in which something moved, in any of the pictures. */
  readonly cells: ReadonlySet<number>
  /** The picture in which most of it moved. */
  readonly strongest: number
}

/** Looks for movement in the pictures of a clip. @param counts which cells count */
export function findMovement(
  planes: readonly Plane[],
  counts: readonly boolean[],
  sensitivity: Sensitivity,
): Movement {
  if (planes.length < leastPlanes) return { verdict: 'unclear', cells: new Set(), strongest: 0 }
  const { contrast, cells: least } = ofWord(demands, sensitivity, demands.medium)
  const rest = restOf(planes)
  const changed = planes.map((plane) => changedCells(plane, rest, contrast))
  const within = changed.map((cells) => cells.filter((cell) => counts[cell] === true).length)
  const most = Math.max(...within)
  const all = Math.max(...changed.map(({ length }) => length))
  const strongest =
    most > 0
      ? within.indexOf(most)
      : Math.max(
          0,
          changed.findIndex(({ length }) => length === all),
        )
  const verdict = most >= least ? 'counts' : all >= least ? 'elsewhere' : 'nothing'
  return { verdict, cells: new Set(changed.flat()), strongest }
}

/** What each cell looks like at rest: the middle of what it shows. */
function restOf(planes: readonly Plane[]): Plane {
  const size = planes[0]?.length ?? 0
  const rest = new Float32Array(size)
  for (let cell = 0; cell < size; cell += 1) rest[cell] = medianOf(planes.map((plane) => plane[cell] ?? 0))
  return rest
}

function changedCells(plane: Plane, rest: Plane, contrast: number): number[] {
  const difference = plane.map((value, cell) => value - (rest[cell] ?? 0))
  const light = medianOf([...difference])
  const found = [...difference.keys()].filter((cell) => Math.abs((difference[cell] ?? 0) - light) > contrast)
  if (found.length > mostShare * plane.length) return []
  const set = new Set(found)
  // A cell by itself is noise.
  return found.filter((cell) => neighboursOf(cell).some((beside) => set.has(beside)))
}

function neighboursOf(cell: number): number[] {
  const [x, y] = [cell % gridWidth, Math.floor(cell / gridWidth)]
  return [-1, 0, 1].flatMap((dy) =>
    [-1, 0, 1].flatMap((dx) => {
      const [toX, toY] = [x + dx, y + dy]
      const isIn = toX >= 0 && toX < gridWidth && toY >= 0 && toY < gridHeight
      return isIn && (dx !== 0 || dy !== 0) ? [toY * gridWidth + toX] : []
    }),
  )
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
