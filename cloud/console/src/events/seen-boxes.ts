import type { useEventAnalysis } from '../api/events.js'

type Version = NonNullable<NonNullable<ReturnType<typeof useEventAnalysis>['data']>['current']>

/** A picture that the model looked at, with what it marked in it. */
export interface SeenPicture {
  readonly number: number
  readonly second: number
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly boxes: readonly SeenBox[]
}

interface SeenBox {
  /** Null: a face, which has no name. */
  readonly label: string | null
  /** 0 to 1; null where nobody said. */
  readonly confidence: number | null
  /** Parts of width and height. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** The pictures whose place in the clip is known, with the boxes of things and faces in them. */
export function seenPictures({ pictures, result }: Pick<Version, 'pictures' | 'result'>): SeenPicture[] {
  return pictures.flatMap(({ number, offset_sec: second, width, height }) => {
    if (second === null) return []
    const things = (result?.objects ?? []).flatMap(({ picture, box, label, confidence }) =>
      picture === number && box ? [{ label, confidence, box }] : [],
    )
    const faces = (result?.faces ?? []).flatMap(({ picture, box }) =>
      picture === number && box ? [{ label: null, confidence: null, box }] : [],
    )
    return [{ number, second, width, height, boxes: [...things, ...faces] }]
  })
}

/** How long boxes stand before and after their picture, seconds. */
const seenForSec = 0.8

/** The picture whose boxes are shown at a second of the clip, and how strongly, 0 to 1; null: none is near. */
export function boxesAt(
  pictures: readonly SeenPicture[],
  second: number,
): { readonly picture: SeenPicture; readonly strength: number } | null {
  const near = pictures
    .map((picture) => ({ picture, away: Math.abs(picture.second - second) }))
    .filter(({ away, picture }) => away < seenForSec && picture.boxes.length > 0)
    .toSorted((one, other) => one.away - other.away)[0]
  return near ? { picture: near.picture, strength: 1 - near.away / seenForSec } : null
}
