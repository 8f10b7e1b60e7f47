import type { Blob } from './blobs.js'
import { pictureHeight, pictureWidth } from './gray-decoder.js'

/** One thing as it was seen in several pictures. */
export interface Track {
  readonly sightings: readonly MovingBlob[]
}

export interface MovingBlob extends Blob {
  /** Seconds. */
  readonly second: number
}

/** How a track goes if it went straight and evenly. */
interface Course {
  /** How far, pixels, from the first sighting to the last. */
  readonly way: number
  /** How far the sightings lie beside that line, pixels (root of the mean square). */
  readonly stray: number
  readonly seconds: number
  /** How far its hind edge went along, pixels: a thing that only grows leaves it where it was. */
  readonly hindWay: number
  /** Whether it came in where it came from: its hind edge was beyond the edge of the picture at first. */
  readonly isEntering: boolean
  /** The part of the time in which it went on and did not stand, 0 to 1. */
  readonly going: number
  /** How unsteady its area is beside growing or shrinking evenly, as a part of its middle area. */
  readonly unsteady: number
}

/** A thing may be hidden in so many seconds of pictures and is still the same. */
export const longestGapSec = 0.35
/** A thing that was seen once may have gone so far, pixels a second; a runner close by, or a car. */
const fastest = 130

/** From one picture to the next a thing covers at most so many times as much, or as little. */
const mostGrowth = 2.5

/** Joins the blobs of successive pictures to tracks: each goes on where it was expected, the closest first. */
export function tracksOf(
  pictures: readonly { readonly second: number; readonly blobs: readonly Blob[] }[],
): Track[] {
  const tracks: MovingBlob[][] = []
  for (const { second, blobs } of pictures) {
    const open = tracks.filter((track) => second - (track.at(-1)?.second ?? 0) <= longestGapSec)
    const pairs = open.flatMap((track) =>
      blobs.flatMap((blob) => {
        const apart = distanceTo(track, blob, second)
        return apart === null ? [] : [{ track, blob, apart }]
      }),
    )
    const [takenTracks, takenBlobs] = [new Set<MovingBlob[]>(), new Set<Blob>()]
    for (const { track, blob } of pairs.toSorted((a, b) => a.apart - b.apart)) {
      if (takenTracks.has(track) || takenBlobs.has(blob)) continue
      takenTracks.add(track)
      takenBlobs.add(blob)
      track.push({ ...blob, second })
    }
    for (const blob of blobs) if (!takenBlobs.has(blob)) tracks.push([{ ...blob, second }])
  }
  return tracks.map((sightings) => ({ sightings }))
}

/** How far a blob lies from where the track would be now, pixels; null if it cannot be the same thing. */
function distanceTo(track: readonly MovingBlob[], blob: Blob, second: number): number | null {
  const last = track.at(-1)
  if (last === undefined) return null
  const before = track.at(-2)
  const since = second - last.second
  const speed = before === undefined ? 0 : since / (last.second - before.second)
  const expectedX = last.x + (before === undefined ? 0 : (last.x - before.x) * speed)
  const expectedY = last.y + (before === undefined ? 0 : (last.y - before.y) * speed)
  const apart = Math.hypot(blob.x - expectedX, blob.y - expectedY)
  const size = Math.sqrt(Math.max(last.area, blob.area))
  const limit = before === undefined ? Math.min(fastest * since, 3 + 1.5 * size) : 3 + size
  const grew = Math.max(last.area, blob.area) / Math.min(last.area, blob.area)
  return apart <= limit && grew <= mostGrowth ? apart : null
}

/** A thing is judged by its course over so many seconds, as most looks are long. */
const pieceSec = 1.6

/**
 * A track, and in a long look what it is from half a piece to the next: who turns around has a course before that and
 * another one after it.
 */
export function piecesOf(track: Track): Track[] {
  const { sightings } = track
  const [beganSec, endedSec] = [sightings[0]?.second ?? 0, sightings.at(-1)?.second ?? 0]
  const pieces = [track]
  for (let fromSec = beganSec; fromSec + pieceSec / 2 < endedSec; fromSec += pieceSec / 2) {
    const isIn = ({ second }: MovingBlob) => second >= fromSec && second <= fromSec + pieceSec
    if (endedSec - beganSec > pieceSec) pieces.push({ sightings: sightings.filter(isIn) })
  }
  return pieces
}

/** The straight line that fits the sightings best, each weighing the same. At least two. */
export function courseOf({ sightings }: Track): Course {
  const seconds = (sightings.at(-1)?.second ?? 0) - (sightings[0]?.second ?? 0)
  const [x, y] = [lineOf(sightings, (s) => s.x), lineOf(sightings, (s) => s.y)]
  const sizes = lineOf(sightings, ({ area }) => area)
  const hind = hindOf(x.slope, y.slope)
  return {
    way: Math.hypot(x.slope, y.slope) * seconds,
    stray: Math.hypot(x.stray, y.stray),
    seconds,
    hindWay: lineOf(sightings, hind).slope * seconds,
    isEntering: sightings.slice(0, 2).some((sighting) => hind(sighting) <= 1),
    going: goingOf(sightings, x.slope, y.slope),
    unsteady: sizes.stray / sizes.mean,
  }
}

/** A step is judged over so many pixels: what goes slowly seems to stand from one picture to the next. */
const stepWay = 1.5
/** Whoever goes on goes at least this part of the usual step. */
const leastStep = 0.2

function goingOf(sightings: readonly MovingBlob[], speedX: number, speedY: number): number {
  const speed = Math.hypot(speedX, speedY)
  const seconds = (sightings.at(-1)?.second ?? 0) - (sightings[0]?.second ?? 0)
  const usual = (speed * seconds) / (sightings.length - 1)
  const pictures = Math.max(1, Math.ceil(stepWay / usual))
  const steps = sightings.slice(pictures).map((to, index) => {
    const from = sightings[index] ?? to
    return ((to.x - from.x) * speedX + (to.y - from.y) * speedY) / speed
  })
  const gone = steps.filter((step) => step >= leastStep * usual * pictures).length
  return steps.length === 0 ? 0 : gone / steps.length
}

/** How far the edge that a thing leaves behind is from where it came, pixels. */
function hindOf(speedX: number, speedY: number): (sighting: MovingBlob) => number {
  if (Math.abs(speedX) >= Math.abs(speedY)) {
    return speedX > 0 ? ({ left }) => left : ({ right }) => pictureWidth - 1 - right
  }
  return speedY > 0 ? ({ top }) => top : ({ bottom }) => pictureHeight - 1 - bottom
}

/** Least squares over time. */
function lineOf(
  sightings: readonly MovingBlob[],
  of: (sighting: MovingBlob) => number,
): { readonly slope: number; readonly stray: number; readonly mean: number } {
  const mean = (value: (sighting: MovingBlob) => number) =>
    sightings.reduce((sum, each) => sum + value(each), 0) / sightings.length
  const [t, v] = [mean(({ second }) => second), mean(of)]
  const slope = mean((s) => (s.second - t) * (of(s) - v)) / mean((s) => (s.second - t) ** 2)
  return { slope, stray: Math.sqrt(mean((s) => (of(s) - v - slope * (s.second - t)) ** 2)), mean: v }
}
