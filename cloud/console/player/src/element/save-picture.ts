import type { Clock } from '@sightline/client/live'
import type { Snapshot } from '../decode/snapshot.js'
import { pictureName } from './picture-name.js'

/** Lets the browser save a picture under the name of its camera, with its own time. */
export function savePicture(taken: Snapshot, camera: string, clock: Clock): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(taken.picture)
  link.download = pictureName(camera, taken)
  link.click()
  clock.after(1000, () => URL.revokeObjectURL(link.href))
}
