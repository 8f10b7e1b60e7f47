import type { ViewLayout } from '../../api/views.js'
import { evenWall, oneLargeWall, type Place, type WallSize } from './wall-layout.js'

/** How tiles are wished to stand. */
export interface Arrangement {
  readonly layout: ViewLayout
  /** Places in the list of those that are large. */
  readonly larges: readonly number[]
  /** 1 to 3 for each tile; they count where they stand by hand. */
  readonly sizes: readonly number[]
}

/**
 * Which tiles are large.
 * @param chosen the one that somebody made large; null: nobody did
 */
export function largesOf(layout: ViewLayout, count: number, chosen: number | null): readonly number[] {
  const first = chosen ?? 0
  switch (layout) {
    case 'even':
    case 'by_hand':
      return chosen === null ? [] : [chosen]
    case 'one_large':
      return count > 0 ? [first] : []
    case 'two_large': {
      const second = first === 0 ? 1 : 0
      return [first, second].filter((at) => at < count)
    }
  }
}

/** Places for tiles of these shapes, in their order. */
export function placesOf(
  shapes: readonly number[],
  { layout, larges, sizes }: Arrangement,
  wall: WallSize,
): readonly Place[] {
  const [first, second] = larges
  if (first !== undefined && second !== undefined && shapes.length > 2)
    return twoLargeWall(shapes, [first, second], wall)
  if (first !== undefined && second === undefined) return oneLargeWall(shapes, first, wall)
  return layout === 'by_hand' ? byHandWall(sizes, wall) : evenWall(shapes, wall)
}

/** What the two large ones get of the wall's height, or of its width where they stand at the left: tried in turn. */
const shares = [0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75]

/** Two large tiles at the top or at the left, the others in the rest: as leaves the least black. */
function twoLargeWall(
  shapes: readonly number[],
  larges: readonly [number, number],
  { width, height, gap }: WallSize,
): readonly Place[] {
  let best: readonly Place[] = []
  let bestArea = -1
  const others = shapes.flatMap((_, at) => (larges.includes(at) ? [] : [at]))
  const shapesAt = (list: readonly number[]) => list.map((at) => shapes[at] ?? 1)
  for (const isTop of [true, false]) {
    for (const share of shares) {
      const split = (isTop ? height : width) * share
      const rest = (isTop ? height : width) - split - gap
      const large = evenWall(
        shapesAt(larges),
        isTop ? { width, height: split, gap } : { width: split, height, gap },
      )
      const small = evenWall(
        shapesAt(others),
        isTop ? { width, height: rest, gap } : { width: rest, height, gap },
      )
      if (large.length < 2 || small.length < others.length) continue
      // What is large counts double.
      const area = 2 * areaOf(large) + areaOf(small)
      if (area <= bestArea || (large[0]?.width ?? 0) <= (small[0]?.width ?? 0)) continue
      bestArea = area
      const moved = small.map((place) =>
        isTop ? { ...place, top: place.top + split + gap } : { ...place, left: place.left + split + gap },
      )
      const at = new Map([
        ...larges.map((one, n) => [one, large[n]] as const),
        ...others.map((one, n) => [one, moved[n]] as const),
      ])
      best = shapes.flatMap((_, one) => at.get(one) ?? [])
    }
  }
  return best.length > 0 ? best : evenWall(shapes, { width, height, gap })
}

const areaOf = (places: readonly Place[]): number =>
  places.reduce((sum, { width, height }) => sum + width * height, 0)

/** The shape of a cell of the grid on which tiles stand by hand. */
const cellShape = 16 / 9

/** Tiles of 1 to 3 cells a side on a grid, each at the first place that is free: the grid on which cells are largest. */
function byHandWall(sizes: readonly number[], { width, height, gap }: WallSize): readonly Place[] {
  const least = Math.max(1, ...sizes)
  const most = sizes.reduce((sum, size) => sum + size, 0)
  let best: readonly Place[] = []
  let bestCell = 0
  for (let columns = least; columns <= most; columns += 1) {
    const cells = onGrid(sizes, columns)
    const rows = Math.max(...cells.map(({ row, size }) => row + size))
    const cell = Math.min(
      (width - gap * (columns - 1)) / columns,
      ((height - gap * (rows - 1)) / rows) * cellShape,
    )
    if (cell <= bestCell) continue
    bestCell = cell
    const high = cell / cellShape
    const left = (width - columns * cell - gap * (columns - 1)) / 2
    const top = (height - rows * high - gap * (rows - 1)) / 2
    best = cells.map(({ column, row, size }) => ({
      left: left + column * (cell + gap),
      top: top + row * (high + gap),
      width: size * cell + gap * (size - 1),
      height: size * high + gap * (size - 1),
    }))
  }
  return best
}

interface Cell {
  readonly column: number
  readonly row: number
  readonly size: number
}

function onGrid(sizes: readonly number[], columns: number): readonly Cell[] {
  const taken = new Set<string>()
  const name = (column: number, row: number) => `${column} ${row}`
  const cellsOf = ({ column, row, size }: Cell) =>
    Array.from({ length: size * size }, (_, n) => name(column + (n % size), row + Math.floor(n / size)))
  return sizes.map((size) => {
    for (let at = 0; ; at += 1) {
      const cell = { column: at % columns, row: Math.floor(at / columns), size }
      if (cell.column + size > columns || cellsOf(cell).some((one) => taken.has(one))) continue
      for (const one of cellsOf(cell)) taken.add(one)
      return cell
    }
  })
}

/** Places on a phone, and how high all of it is: large ones in the whole width, the others in two columns below. */
export function phoneWall(
  shapes: readonly number[],
  larges: readonly number[],
  { width, gap }: Pick<WallSize, 'width' | 'gap'>,
): { readonly places: readonly Place[]; readonly height: number } {
  const places = new Map<number, Place>()
  let top = 0
  for (const at of larges) {
    const height = width / (shapes[at] ?? 1)
    places.set(at, { left: 0, top, width, height })
    top += height + gap
  }
  const half = (width - gap) / 2
  const ends: [number, number] = [top, top]
  for (const [at, shape] of shapes.entries()) {
    if (places.has(at)) continue
    const column = ends[0] <= ends[1] ? 0 : 1
    places.set(at, { left: column * (half + gap), top: ends[column], width: half, height: half / shape })
    ends[column] += half / shape + gap
  }
  return {
    places: shapes.flatMap((_, at) => places.get(at) ?? []),
    height: width > 0 ? Math.max(0, Math.max(...ends) - gap) : 0,
  }
}
