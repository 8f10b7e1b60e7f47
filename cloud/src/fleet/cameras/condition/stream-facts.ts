import type { CameraStreamRow } from '../camera.repository.js'

/** `WIDTHxHEIGHT`, or empty where it is not known. */
export function resolutionOf({ width, height }: Pick<CameraStreamRow, 'width' | 'height'>): string {
  return width === null || height === null || width * height === 0 ? '' : `${width}x${height}`
}
