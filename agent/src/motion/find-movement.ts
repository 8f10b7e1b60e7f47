import { type Blob, blobsOf } from './blobs.js'
import { compare, type Reference, referenceOf } from './compare-pictures.js'
import { type GrayPicture, pictureBytes } from './gray-decoder.js'
import type { MotionSettings } from './motion-settings.js'
import { type Plane, planeOf } from './plane.js'
import { courseOf, longestGapSec, type MovingBlob, piecesOf, type Track, tracksOf } from './tracks.js'

/** What some pictures in a row show. */
export type MovementFinding =
  /** Something goes through the picture; its sightings, the oldest first. */
  | { readonly kind: 'movement'; readonly score: number; readonly sightings: readonly MovingBlob[] }
  /** Most of the picture changed at once: lamps, the sun, or the camera itself. */
  | { readonly kind: 'light' }
  /**
   * `isOtherLight`: the scene should be learned again soon. `restless`: 1 for each pixel that differs in some of the
   * pictures all the same.
   */
  | { readonly kind: 'quiet'; readonly isOtherLight: boolean; readonly restless: Uint8Array }

/** What each sensitivity asks for. */
export interface Demands {
  /** Difference of brightness, on the scale of a `Plane`. */
  readonly contrast: number
  /** Pixels of the small picture that a thing covers within the zones. */
  readonly area: number
  /** How far it goes, pixels of the small picture. */
  readonly way: number
  /** Its score, which weighs area and way together: what is small must go far, and what goes little must be large. */
  readonly score: number
}

export const demandsOf = {
  low: { contrast: 15, area: 28, way: 6, score: 0.3 },
  medium: { contrast: 10, area: 10, way: 3.5, score: 0.2 },
  high: { contrast: 7, area: 6, way: 2.5, score: 0.1 },
} as const satisfies Record<MotionSettings['sensitivity'], Demands>

/** If more of a picture differs, the light or the camera has changed and not a thing in it. */
const mostShare = 0.4
/** If the light of the whole picture differs by more, on the scale of a `Plane`, a figure shows less well. */
const otherLight = 8
/** A thing that is in nearly every picture at the same place stands there. */
const standingShare = 0.85
const leastSightings = 5
const leastSeconds = 0.35
/** A thing that covers less than this many times what is asked for must be seen more often. */
const plain = 2
const faintSightings = 8
/** The hind edge of a thing that goes along follows it by at least this part of the way. */
const leastFollow = 0.35
/** A course is straight if it strays by less than this part of its way. */
const mostStray = 0.1
/** It goes on nearly all the time that it is seen; digits jump and stand. */
const leastGoing = 0.8
/** What a thing covers does not jump about, as that of digits does which a camera writes into its picture. */
const mostUnsteady = 0.3
/** So many things at once are rain, snow, leaves: then one must stand out. */
const crowd = 8

/**
 * Finds a thing that moves through successive pictures.
 * @param background what the scene looks like at rest, or null: then the first pictures serve
 * @param zone 1 for each pixel that counts
 */
export function findMovement(
  pictures: readonly GrayPicture[],
  background: Reference | null,
  zone: Uint8Array,
  sensitivity: MotionSettings['sensitivity'],
): MovementFinding {
  const demands = demandsOf[sensitivity]
  const planes = pictures.map(({ luma }) => planeOf(luma))
  const reference = background ?? firstOf(planes)
  if (reference === null)
    return { kind: 'quiet', isOtherLight: false, restless: new Uint8Array(pictureBytes) }
  const differences = planes.map((plane) => compare(plane, reference, demands.contrast))
  if (differences.some(({ share }) => share > mostShare)) return { kind: 'light' }
  const masks = withoutStanding(differences.map(({ mask }) => mask))
  const seen = pictures.map(({ ptsUs }, index) => ({
    second: ptsUs / 1_000_000,
    blobs: blobsOf(masks[index] ?? new Uint8Array(pictureBytes), zone, Math.ceil(demands.area / 2)),
  }))
  return (
    strongest(seen, demands) ?? {
      kind: 'quiet',
      isOtherLight: (differences.at(-1)?.light ?? 0) > otherLight,
      restless: anyOf(differences.map(({ mask }) => mask)),
    }
  )
}

/** Whether a movement would be found in such pictures at all: enough of them follow each other closely. */
export function canShowMovement(pictures: readonly { readonly ptsUs: number }[]): boolean {
  let inRow = 0
  let beforeUs = Number.NEGATIVE_INFINITY
  for (const { ptsUs } of pictures) {
    inRow = (ptsUs - beforeUs) / 1_000_000 <= longestGapSec ? inRow + 1 : 1
    if (inRow >= leastSightings) return true
    beforeUs = ptsUs
  }
  return false
}

function strongest(
  seen: readonly { readonly second: number; readonly blobs: readonly Blob[] }[],
  demands: Demands,
): MovementFinding | null {
  const counts = seen.map(({ blobs }) => blobs.length).toSorted((a, b) => a - b)
  const isCrowded = (counts[counts.length >> 1] ?? 0) > crowd
  const found = tracksOf(seen)
    .flatMap((track) => movementIn(track, demands, isCrowded) ?? [])
    .toSorted((a, b) => b.score - a.score)
  const [best] = found
  return best === undefined ? null : { kind: 'movement', ...best }
}

/** What of a track is a movement, from where it is one for the first time to where it is one for the last time. */
function movementIn(track: Track, demands: Demands, isCrowded: boolean) {
  const pieces = piecesOf(track)
    .filter((piece) => isMovement(piece, demands, isCrowded))
    .map((piece) => ({ ...piece, score: scoreOf(piece) }))
    .filter(({ score }) => score >= demands.score)
  const seconds = pieces.flatMap(({ sightings }) => sightings.map(({ second }) => second))
  if (pieces.length === 0) return null
  const [fromSec, untilSec] = [Math.min(...seconds), Math.max(...seconds)]
  return {
    score: Math.max(...pieces.map(({ score }) => score)),
    sightings: track.sightings.filter(({ second }) => second >= fromSec && second <= untilSec),
  }
}

function isMovement(track: Track, demands: Demands, isCrowded: boolean): boolean {
  const { sightings } = track
  if (sightings.length < leastSightings) return false
  const { way, stray, seconds, hindWay, isEntering, going, unsteady } = courseOf(track)
  const inside = medianOf(sightings.map((each) => each.inside))
  const size = Math.sqrt(medianOf(sightings.map(({ area }) => area)))
  const strict = isCrowded ? 3 : 1
  const isPlain = inside >= plain * demands.area
  return (
    sightings.length >= (isPlain ? leastSightings : faintSightings) &&
    seconds >= leastSeconds * strict &&
    inside >= demands.area * strict &&
    way >= Math.max(demands.way, 0.25 * size) * strict &&
    stray <= mostStray * way &&
    (hindWay >= leastFollow * way || isEntering) &&
    going >= leastGoing &&
    unsteady <= mostUnsteady
  )
}

/** 0 to 1: how large the thing is and how far it went. */
function scoreOf(track: Track): number {
  const inside = medianOf(track.sightings.map((each) => each.inside))
  const { way } = courseOf(track)
  return Math.min(1, Math.sqrt((Math.min(inside, 200) / 200) * (Math.min(way, 20) / 20)))
}

/** The middle of the first three pictures: what was there before it began, if anything was. */
function firstOf(planes: readonly Plane[]): Reference | null {
  const [a, b, c] = planes
  if (a === undefined || b === undefined || c === undefined) return null
  return referenceOf(
    a.map((value, at) => {
      const [second = 0, third = 0] = [b[at], c[at]]
      return Math.max(Math.min(value, second), Math.min(Math.max(value, second), third))
    }),
  )
}

function anyOf(masks: readonly Uint8Array[]): Uint8Array {
  const any = new Uint8Array(pictureBytes)
  for (const mask of masks)
    for (let at = 0; at < pictureBytes; at += 1) any[at] = (any[at] ?? 0) | (mask[at] ?? 0)
  return any
}

function withoutStanding(masks: readonly Uint8Array[]): Uint8Array[] {
  const often = standingShare * masks.length
  const times = new Uint16Array(pictureBytes)
  for (const mask of masks)
    for (let at = 0; at < pictureBytes; at += 1) times[at] = (times[at] ?? 0) + (mask[at] ?? 0)
  return masks.map((mask) => mask.map((value, at) => ((times[at] ?? 0) > often ? 0 : value)))
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
