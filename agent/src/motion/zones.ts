import { pictureBytes, pictureHeight, pictureWidth } from './gray-decoder.js'
import type { MotionZone } from './motion-settings.js'

/**
 * Which pixels count: those within an included zone, or all where none is included, without those within an
 * excluded one. A pixel belongs where its middle lies. 1 for each that counts.
 */
export function zoneMask(zones: readonly MotionZone[]): Uint8Array {
  const included = zones.filter(({ kind }) => kind === 'include')
  const excluded = zones.filter(({ kind }) => kind === 'exclude')
  const mask = new Uint8Array(pictureBytes)
  for (let at = 0; at < pictureBytes; at += 1) {
    const x = ((at % pictureWidth) + 0.5) / pictureWidth
    const y = (Math.floor(at / pictureWidth) + 0.5) / pictureHeight
    const holds = ({ points }: MotionZone) => isInside(points, x, y)
    if ((included.length === 0 || included.some(holds)) && !excluded.some(holds)) mask[at] = 1
  }
  return mask
}

/** By how often a line to the right of the point crosses the polygon (even-odd rule). */
function isInside(points: MotionZone['points'], x: number, y: number): boolean {
  let inside = false
  let [beforeX, beforeY] = points.at(-1) ?? [0, 0]
  for (const [nextX, nextY] of points) {
    if (nextY > y !== beforeY > y && x < ((beforeX - nextX) * (y - nextY)) / (beforeY - nextY) + nextX) {
      inside = !inside
    }
    ;[beforeX, beforeY] = [nextX, nextY]
  }
  return inside
}
