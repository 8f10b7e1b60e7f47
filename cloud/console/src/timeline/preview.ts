import type { components } from '@sightline/client'

type ClipPreview = components['schemas']['ClipPreview']

/** A picture within the image of a preview, px. */
export interface PreviewFrame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The picture that stands for a second of the clip: the last one before it, at the very beginning the first. */
export function frameAt(preview: ClipPreview, sec: number): PreviewFrame {
  const { offsets_sec: offsets, columns, frame_width: width, frame_height: height } = preview
  const place = Math.max(
    0,
    offsets.findLastIndex((offset) => offset <= sec),
  )
  return { x: (place % columns) * width, y: Math.floor(place / columns) * height, width, height }
}
