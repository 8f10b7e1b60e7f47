/** A measure over time, as a curve draws it. */
export interface Curve {
  /** Of an SVG path, within `width` by `height`. */
  readonly path: string
  readonly most: number
}

export interface CurveFrame {
  /** ms since 1970 */
  readonly to: number
  /** The whole width stands for so long at least, ms: the first hour is no dot at its end. */
  readonly leastMs: number
  /** One point stands for so long, ms. */
  readonly stepMs: number
  /** What the top stands for at least, so that little looks little. */
  readonly least: number
  readonly width: number
  readonly height: number
}

interface Point {
  readonly at: string
  readonly value: number | null
}

/** Steps without a report that are no gap yet: the clock of reports is not that of the steps. */
const bridged = 2.5

/** Draws what was measured; where nothing was, the line has a gap. @returns null before there are two points */
export function curveOf(points: readonly Point[], frame: CurveFrame): Curve | null {
  const known = points.flatMap(({ at, value }) => (value === null ? [] : [{ at: Date.parse(at), value }]))
  if (known.length < 2) return null
  const { to, leastMs, stepMs, least, width, height } = frame
  const from = Math.min(to - leastMs, ...known.map(({ at }) => at))
  const most = Math.max(...known.map(({ value }) => value))
  const top = Math.max(most, least)
  let before = Number.NEGATIVE_INFINITY
  const path = known.map(({ at, value }) => {
    const isGap = at - before > bridged * stepMs
    before = at
    const x = Math.min(1, Math.max(0, (at - from) / (to - from))) * width
    return `${isGap ? 'M' : 'L'}${x.toFixed(1)} ${((1 - value / top) * height).toFixed(1)}`
  })
  return { path: path.join(''), most }
}
