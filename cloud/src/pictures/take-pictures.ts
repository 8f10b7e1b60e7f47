import type { BlobStore } from '../media/media.service.js'
import type { Platform } from '../platform/platform.js'
import type { PictureRequest, PicturesTaken } from './taken-picture.js'

export interface PictureDeps extends Pick<Platform, 'database' | 'clock' | 'log'> {
  readonly store: BlobStore
}

/** The pictures of an event that a model looks at. */
export async function takePictures(
  _deps: PictureDeps,
  _request: PictureRequest,
  signal: AbortSignal,
): Promise<PicturesTaken> {
  signal.throwIfAborted()
  return { kind: 'none', reason: 'No picture of this event can be made yet.' }
}
