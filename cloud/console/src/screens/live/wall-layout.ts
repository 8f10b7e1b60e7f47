/** A rectangle on the wall, px. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface WallSize {
  readonly width: number
  readonly height: number
  /** Between two tiles. */
  readonly gap: number
}

/**
 * Places for tiles of these shapes (width by height), in their order, whole and uncropped, in rows: as many rows as leave the
 * least black. Each row is as high as its shapes allow, and all together stand in the middle.
 */
export function evenWall(shapes: readonly number[], wall: WallSize): readonly Place[] {
  let best: readonly Place[] = []
  let bestArea = -1
  for (let rows = 1; rows <= shapes.length; rows += 1) {
    const places = inRows(rowsOf(shapes, rows), wall)
    const area = places.reduce((sum, { width, height }) => sum + width * height, 0)
    if (area > bestArea) [best, bestArea] = [places, area]
  }
  return best
}

/** Splits shapes into rows of about the same width. */
function rowsOf(shapes: readonly number[], rows: number): readonly (readonly number[])[] {
  const total = shapes.reduce((sum, shape) => sum + shape, 0)
  const split: number[][] = Array.from({ length: rows }, () => [])
  let before = 0
  for (const shape of shapes) {
    // The row in which the middle of the shape falls.
    const row = Math.min(rows - 1, Math.floor(((before + shape / 2) / total) * rows))
    split[row]?.push(shape)
    before += shape
  }
  return split.filter((row) => row.length > 0)
}

function inRows(rows: readonly (readonly number[])[], { width, height, gap }: WallSize): readonly Place[] {
  const widest = rows.map((row) => {
    const room = width - gap * (row.length - 1)
    return room / row.reduce((sum, shape) => sum + shape, 0)
  })
  const high = widest.reduce((sum, one) => sum + one, 0)
  const scale = Math.min(1, (height - gap * (rows.length - 1)) / high)
  if (!(scale > 0)) return []
  let top = (height - high * scale - gap * (rows.length - 1)) / 2
  return rows.flatMap((row, at) => {
    const rowHeight = (widest[at] ?? 0) * scale
    let left = (width - row.reduce((sum, shape) => sum + shape * rowHeight, 0) - gap * (row.length - 1)) / 2
    const places = row.map((shape) => {
      const place = { left, top, width: shape * rowHeight, height: rowHeight }
      left += place.width + gap
      return place
    })
    top += rowHeight + gap
    return places
  })
}

/** Of the wall's longer side, what the large tile gets, at most. */
const largeShare = 0.72

/**
 * One large tile, the others along its longer free side. On an upright wall the large one is at the top.
 * @param large place in `shapes` of the large one
 */
export function oneLargeWall(shapes: readonly number[], large: number, wall: WallSize): readonly Place[] {
  const shape = shapes[large]
  if (shape === undefined || shapes.length === 1) return evenWall(shapes, wall)
  const { width, height, gap } = wall
  const others = shapes.filter((_, at) => at !== large)
  const isUpright = width < height
  const split = isUpright
    ? Math.min(width / shape, height * largeShare)
    : Math.min(height * shape, width * largeShare)
  const largeWall = isUpright ? { width, height: split, gap } : { width: split, height, gap }
  const otherWall = isUpright
    ? { width, height: height - split - gap, gap }
    : { width: width - split - gap, height, gap }
  const [largePlace] = evenWall([shape], largeWall)
  const moved = evenWall(others, otherWall).map((place) =>
    isUpright ? { ...place, top: place.top + split + gap } : { ...place, left: place.left + split + gap },
  )
  if (!largePlace) return []
  return [...moved.slice(0, large), largePlace, ...moved.slice(large)]
}
