import { pictureBytes, pictureHeight, pictureWidth } from './gray-decoder.js'

/** Pixels that differ and hang together. */
export interface Blob {
  /** Pixels in all, and those of them that count by the zones. */
  readonly area: number
  readonly inside: number
  /** Its middle, pixels. */
  readonly x: number
  readonly y: number
  /** Its box, the last pixel included. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A figure falls apart where it is as bright as what is behind it: parts so close belong together. */
const reach = 2

/** The blobs of a mask with at least `leastArea` pixels, the largest first. */
export function blobsOf(mask: Uint8Array, zone: Uint8Array, leastArea: number): Blob[] {
  const seen = new Uint8Array(pictureBytes)
  const blobs: Blob[] = []
  for (let at = 0; at < pictureBytes; at += 1) {
    if (mask[at] !== 1 || seen[at] === 1) continue
    const blob = gather(mask, zone, seen, at)
    if (blob.area >= leastArea) blobs.push(blob)
  }
  return blobs.toSorted((a, b) => b.area - a.area)
}

function gather(mask: Uint8Array, zone: Uint8Array, seen: Uint8Array, start: number): Blob {
  const todo = [start]
  seen[start] = 1
  let [area, inside, sumX, sumY] = [0, 0, 0, 0]
  let [left, top, right, bottom] = [pictureWidth, pictureHeight, 0, 0]
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const [x, y] = [at % pictureWidth, Math.floor(at / pictureWidth)]
    area += 1
    inside += zone[at] ?? 0
    sumX += x
    sumY += y
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
    const [firstX, lastX] = [Math.max(0, x - reach), Math.min(pictureWidth - 1, x + reach)]
    const lastY = Math.min(pictureHeight - 1, y + reach)
    for (let nextY = Math.max(0, y - reach); nextY <= lastY; nextY += 1) {
      for (let nextX = firstX; nextX <= lastX; nextX += 1) {
        const next = nextY * pictureWidth + nextX
        if (mask[next] !== 1 || seen[next] === 1) continue
        seen[next] = 1
        todo.push(next)
      }
    }
  }
  return { area, inside, x: sumX / area, y: sumY / area, left, top, right, bottom }
}
