import type { CameraPicture } from '@sightline/protocol'
import type { Recordings } from '../recording/recordings.js'
import type { Packet } from '../stream/packet.js'

/** Widths tried in turn until the picture fits a frame, pixels. */
const widths = [1280, 640, 320] as const
/** Base64 characters that the protocol admits. */
export const mostCharacters = 200_000

/** What decodes pictures. */
export type PictureMaker = Pick<Recordings, 'snapshotFromGop'>

type TakenPicture =
  | { readonly kind: 'found'; readonly value: CameraPicture }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'too_large' }

interface PictureBounds {
  /** Of its base64 text, at most. */
  readonly characters: number
  readonly signal: AbortSignal
}

/** The newest picture of a stream as a JPEG, scaled down until it fits. */
export async function takePicture(
  gop: () => readonly Packet[],
  maker: PictureMaker,
  { characters, signal }: PictureBounds,
): Promise<TakenPicture> {
  for (const maxWidth of widths) {
    const taken = await maker.snapshotFromGop(gop, { maxWidth, signal })
    if (taken.kind === 'unavailable') return taken
    const { jpeg, ...facts } = taken.value
    const data = jpeg.toString('base64')
    if (data.length <= characters) return { kind: 'found', value: pictureOf({ data, ...facts }) }
  }
  return { kind: 'too_large' }
}

/** As the protocol has it. @param takenAtMs wall clock, ms since the epoch */
export function pictureOf(taken: {
  readonly data: string
  readonly width: number
  readonly height: number
  readonly takenAtMs: number
}): CameraPicture {
  const { data, height, takenAtMs, width } = taken
  return { taken_at: new Date(takenAtMs).toISOString(), content_type: 'image/jpeg', width, height, data }
}
