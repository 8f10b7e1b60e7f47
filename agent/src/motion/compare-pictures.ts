import { pictureBytes, pictureHeight, pictureWidth } from './gray-decoder.js'
import { blur, extremes, type Plane, sampledMedian, shifted } from './plane.js'

/** What a picture is compared with. */
export interface Reference {
  readonly plane: Plane
  /** Its extremes around each pixel: edges that tremble stay within them. */
  readonly least: Plane
  readonly greatest: Plane
}

export function referenceOf(plane: Plane): Reference {
  return { plane, least: extremes(plane, 'least'), greatest: extremes(plane, 'greatest') }
}

/** Where a picture differs from its reference. */
interface Difference {
  /** 1 for each pixel that does. */
  readonly mask: Uint8Array
  /** How many do, as a part of the picture. */
  readonly share: number
  /** By how much the light of the whole picture differs, on the scale of a `Plane`; 14 are a sixth. */
  readonly light: number
}

/** The light may differ by this radius from place to place: lamps, clouds, the sun around a corner. */
const lightRadius = 18
/** A pixel counts if it differs by so many deviations of what the picture's noise is. */
const deviations = 4
/** Differences beyond this are no light, and do not bend what is taken for light. */
const lightClip = 12
/** If most pixels differ by more, whatever the light, it is another scene. */
const otherScene = 16
/** How far a shaking camera is followed, pixels of the small picture. */
const furthestShift = 5

/** Light is taken off well, not exactly: what it leaves grows with it. */
const lightLeft = 0.4

/**
 * Planes of the comparison in progress, used again by the next one: a check would make a hundred and more of them, and
 * V8 takes so much memory in a moment for a reason to collect all there is.
 */
const scratch = {
  /** The change of light at each pixel. */
  light: new Float32Array(pictureBytes),
  difference: new Float32Array(pictureBytes),
  rows: new Float32Array(pictureBytes),
}

/** @param least difference that counts, on the scale of a `Plane` */
export function compare(plane: Plane, reference: Reference, least: number): Difference {
  const [dx, dy] = shiftBetween(plane, reference.plane)
  const still = shifted(plane, dx, dy)
  const whole = findLight(still, reference.plane)
  const { light, difference: rest } = scratch
  for (let at = 0; at < pictureBytes; at += 1)
    rest[at] = (still[at] ?? 0) - (light[at] ?? 0) - (reference.plane[at] ?? 0)
  const noise = 1.4826 * sampledMedian(rest, true)
  const mask = new Uint8Array(pictureBytes)
  if (noise > otherScene) return { mask: mask.fill(1), share: 1, light: Math.abs(whole) }
  const threshold = Math.max(least, deviations * noise)
  for (let at = 0; at < pictureBytes; at += 1) {
    const [low, high] = [reference.least[at] ?? 0, reference.greatest[at] ?? 0]
    const [now, lit] = [still[at] ?? 0, light[at] ?? 0]
    const beyond = Math.max(now - lit - high, low - now + lit)
    // Letters that a camera writes into its picture stay as they are in any light: they do not count either.
    const changed = Math.max(now - high, low - now)
    if (beyond > threshold + lightLeft * Math.abs(lit) && changed > least / 2) mask[at] = 1
  }
  const clean = withoutSpecks(mask)
  let differing = 0
  for (let at = 0; at < pictureBytes; at += 1) differing += clean[at] ?? 0
  return { mask: clean, share: differing / pictureBytes, light: Math.abs(whole) }
}

/**
 * The change of light between two pictures, at each pixel as it is alike over some distance, into `scratch.light`.
 * @returns that of the whole
 */
function findLight(plane: Plane, reference: Plane): number {
  const { difference, light, rows } = scratch
  for (let at = 0; at < pictureBytes; at += 1) difference[at] = (plane[at] ?? 0) - (reference[at] ?? 0)
  // First the change of the whole picture, then, what is left being small, that of each region.
  const whole = sampledMedian(difference)
  for (let at = 0; at < pictureBytes; at += 1) {
    const regional = (difference[at] ?? 0) - whole
    difference[at] = regional > lightClip ? lightClip : regional < -lightClip ? -lightClip : regional
  }
  blur(difference, light, lightRadius, rows)
  for (let at = 0; at < pictureBytes; at += 1) light[at] = (light[at] ?? 0) + whole
  return whole
}

/** A pixel stays if at least four of the nine around it differ: drops and noise are smaller. */
function withoutSpecks(mask: Uint8Array): Uint8Array {
  const out = new Uint8Array(pictureBytes)
  for (let y = 1; y < pictureHeight - 1; y += 1) {
    for (let x = 1; x < pictureWidth - 1; x += 1) {
      const at = y * pictureWidth + x
      if (threeOf(mask, at - pictureWidth) + threeOf(mask, at) + threeOf(mask, at + pictureWidth) >= 4) {
        out[at] = 1
      }
    }
  }
  return out
}

function threeOf(mask: Uint8Array, at: number): number {
  return (mask[at - 1] ?? 0) + (mask[at] ?? 0) + (mask[at + 1] ?? 0)
}

/** By how much the picture must be moved to lie on the reference: downhill from no movement at all. */
function shiftBetween(plane: Plane, reference: Plane): readonly [number, number] {
  const known = new Map<number, number>()
  const cost = (dx: number, dy: number) => {
    const key = dx * 64 + dy
    const found = known.get(key) ?? distance(plane, reference, dx, dy)
    known.set(key, found)
    return found
  }
  let [x, y] = [0, 0]
  for (;;) {
    // A little better is chance: only what is clearly better is a movement of the camera.
    let best = cost(x, y) * 0.97
    let [nextX, nextY] = [x, y]
    for (const [dx, dy] of neighbours) {
      const [toX, toY] = [x + dx, y + dy]
      if (Math.max(Math.abs(toX), Math.abs(toY)) > furthestShift) continue
      const there = cost(toX, toY)
      if (there < best) [best, nextX, nextY] = [there, toX, toY]
    }
    if (nextX === x && nextY === y) return [x, y]
    ;[x, y] = [nextX, nextY]
  }
}

const neighbours = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

/** How unlike two pictures are, by the differences between neighbours, which no light changes. */
function distance(plane: Plane, reference: Plane, dx: number, dy: number): number {
  let sum = 0
  const inset = furthestShift + 3
  for (let y = inset; y < pictureHeight - inset; y += 2) {
    for (let x = inset; x < pictureWidth - inset; x += 3) {
      const at = y * pictureWidth + x
      const from = at + dy * pictureWidth + dx
      const here = (plane[from] ?? 0) - (plane[from + 2] ?? 0)
      const there = (reference[at] ?? 0) - (reference[at + 2] ?? 0)
      sum += Math.min(20, Math.abs(here - there))
      const hereDown = (plane[from] ?? 0) - (plane[from + 2 * pictureWidth] ?? 0)
      const thereDown = (reference[at] ?? 0) - (reference[at + 2 * pictureWidth] ?? 0)
      sum += Math.min(20, Math.abs(hereDown - thereDown))
    }
  }
  return sum
}
