import type { MotionZone } from '../../../api/camera-settings.js'

export type Point = MotionZone['points'][number]
export type Zones = readonly MotionZone[]

/** As the service takes them. */
export const [mostZones, mostPoints, leastPoints] = [32, 64, 3]

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
/** A thousandth of the picture is finer than anybody draws. */
const rounded = (value: number): number => Math.round(clamp(value) * 1000) / 1000

/** A new zone in the middle of the picture, for its points to be moved. */
export function addZone(zones: Zones, zone: Pick<MotionZone, 'name' | 'kind'>): MotionZone[] {
  if (zones.length >= mostZones) return [...zones]
  const points: Point[] = [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.7, 0.7],
    [0.3, 0.7],
  ]
  return [...zones, { ...zone, points }]
}

export const removeZone = (zones: Zones, at: number): MotionZone[] => zones.filter((_, place) => place !== at)

export const changeZone = (zones: Zones, at: number, change: Partial<MotionZone>): MotionZone[] =>
  zones.map((zone, place) => (place === at ? { ...zone, ...change } : zone))

/** Puts a point somewhere, within the picture. */
export const movePoint = (points: readonly Point[], at: number, [x, y]: readonly [number, number]): Point[] =>
  points.map((point, place) => (place === at ? [rounded(x), rounded(y)] : point))

/** A point in the middle between one and the next. */
export function insertPoint(points: readonly Point[], after: number): Point[] {
  const [one, next] = [points[after], points[(after + 1) % points.length]]
  if (!one || !next || points.length >= mostPoints) return [...points]
  return points.toSpliced(after + 1, 0, [rounded((one[0] + next[0]) / 2), rounded((one[1] + next[1]) / 2)])
}

export const removePoint = (points: readonly Point[], at: number): Point[] =>
  points.length <= leastPoints ? [...points] : points.toSpliced(at, 1)

/** Moves all points alike, as far as the edge of the picture lets the whole zone go. */
export function shiftPoints(points: readonly Point[], dx: number, dy: number): Point[] {
  const within = (by: number, values: readonly number[]): number =>
    Math.min(1 - Math.max(...values), Math.max(-Math.min(...values), by))
  const [x, y] = [
    within(
      dx,
      points.map((point) => point[0]),
    ),
    within(
      dy,
      points.map((point) => point[1]),
    ),
  ]
  return points.map((point) => [rounded(point[0] + x), rounded(point[1] + y)])
}

/** A name that no zone has yet: with the next number behind it. */
export function freshName(zones: Zones, word: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${word} ${number}`
    if (!zones.some((zone) => zone.name === name)) return name
  }
}

/**
 * Which cells of a grid count: those whose middle lies in an included zone, or all where none is included, without those in an
 * excluded one.
 * @returns row by row
 */
export function cellsThatCount(zones: Zones, width: number, height: number): boolean[] {
  const included = zones.filter(({ kind }) => kind === 'include')
  const excluded = zones.filter(({ kind }) => kind === 'exclude')
  return Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height]
    const holds = ({ points }: MotionZone) => isInside(points, x, y)
    return (included.length === 0 || included.some(holds)) && !excluded.some(holds)
  })
}

/** By how often a line to the right crosses the polygon (even-odd rule), as the gateway does. */
function isInside(points: readonly Point[], x: number, y: number): boolean {
  let inside = false
  let [beforeX, beforeY] = points.at(-1) ?? [0, 0]
  for (const [nextX, nextY] of points) {
    if (nextY > y !== beforeY > y && x < ((beforeX - nextX) * (y - nextY)) / (beforeY - nextY) + nextX)
      inside = !inside
    ;[beforeX, beforeY] = [nextX, nextY]
  }
  return inside
}
