import { pictureHeight, pictureWidth } from './gray-decoder.js'
import type { MovingBlob } from './tracks.js'

/** A movement, as it begins and again while it lasts. */
export interface Motion {
  /**
   * Wall clock of a picture that shows it, ms since the epoch: the first one as it begins, the newest one while it
   * lasts.
   */
  readonly atMs: number
  /** How large it is and how far it went, 0 to 1. */
  readonly score: number
  /** Where: left, top, width and height as parts of the picture, 0 to 1. */
  readonly area: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
}

/** Where a sighting is in the picture. */
export function areaOf({ left, top, right, bottom }: MovingBlob): Motion['area'] {
  return {
    left: left / pictureWidth,
    top: top / pictureHeight,
    width: (right - left + 1) / pictureWidth,
    height: (bottom - top + 1) / pictureHeight,
  }
}
