import { pictureBytes, pictureHeight, pictureWidth } from './gray-decoder.js'

/**
 * A picture as it is compared: brightness on a logarithmic scale, so that more or less light adds the same to
 * every pixel and can be taken off again. 0 to about 220.
 */
export type Plane = Float32Array

const scale = Float32Array.from({ length: 256 }, (_, luma) => 64 * Math.log2(1 + luma / 24))

export function planeOf(luma: Uint8Array): Plane {
  const plane = new Float32Array(pictureBytes)
  for (let at = 0; at < pictureBytes; at += 1) plane[at] = scale[luma[at] ?? 0] ?? 0
  return plane
}

/** The median of some hundred pixels, evenly spread. */
export function sampledMedian(plane: Plane, absolute = false): number {
  const sample: number[] = []
  for (let at = 3; at < pictureBytes; at += 23)
    sample.push(absolute ? Math.abs(plane[at] ?? 0) : (plane[at] ?? 0))
  return Float32Array.from(sample).toSorted()[sample.length >> 1] ?? 0
}

/**
 * The mean around each pixel, `radius` to each side; at the edges of what there is.
 * @param to where it goes
 * @param between what is overwritten on the way; neither of the other two
 */
export function blur(plane: Plane, to: Plane, radius: number, between: Plane): void {
  for (let row = 0; row < pictureBytes; row += pictureWidth)
    slide({ from: plane, to: between, start: row, step: 1, length: pictureWidth, radius })
  for (let column = 0; column < pictureWidth; column += 1)
    slide({ from: between, to, start: column, step: pictureWidth, length: pictureHeight, radius })
}

interface Line {
  readonly from: Plane
  readonly to: Plane
  readonly start: number
  /** From one pixel of the line to the next. */
  readonly step: number
  readonly length: number
  readonly radius: number
}

function slide({ from, to, start, step, length, radius }: Line): void {
  let [sum, count] = [0, 0]
  for (let at = 0; at < Math.min(radius, length); at += 1) {
    sum += from[start + at * step] ?? 0
    count += 1
  }
  for (let at = 0; at < length; at += 1) {
    if (at + radius < length) {
      sum += from[start + (at + radius) * step] ?? 0
      count += 1
    }
    if (at > radius) {
      sum -= from[start + (at - radius - 1) * step] ?? 0
      count -= 1
    }
    to[start + at * step] = sum / count
  }
}

/** The least or the greatest of each pixel and its eight neighbours. */
export function extremes(plane: Plane, pick: 'least' | 'greatest'): Plane {
  const sign = pick === 'least' ? 1 : -1
  const rows = new Float32Array(pictureBytes)
  for (let at = 0; at < pictureBytes; at += 1) {
    const column = at % pictureWidth
    const own = sign * (plane[at] ?? 0)
    const left = column > 0 ? sign * (plane[at - 1] ?? 0) : own
    const right = column < pictureWidth - 1 ? sign * (plane[at + 1] ?? 0) : own
    rows[at] = left < own ? (left < right ? left : right) : own < right ? own : right
  }
  const out = new Float32Array(pictureBytes)
  for (let at = 0; at < pictureBytes; at += 1) {
    const own = rows[at] ?? 0
    const above = at >= pictureWidth ? (rows[at - pictureWidth] ?? 0) : own
    const below = at + pictureWidth < pictureBytes ? (rows[at + pictureWidth] ?? 0) : own
    out[at] = sign * (above < own ? (above < below ? above : below) : own < below ? own : below)
  }
  return out
}

/** A picture moved aside by whole pixels; its edge is repeated. */
export function shifted(plane: Plane, dx: number, dy: number): Plane {
  if (dx === 0 && dy === 0) return plane
  const out = new Float32Array(pictureBytes)
  for (let y = 0; y < pictureHeight; y += 1) {
    const row = Math.min(pictureHeight - 1, Math.max(0, y + dy)) * pictureWidth
    for (let x = 0; x < pictureWidth; x += 1) {
      const column = Math.min(pictureWidth - 1, Math.max(0, x + dx))
      out[y * pictureWidth + x] = plane[row + column] ?? 0
    }
  }
  return out
}
