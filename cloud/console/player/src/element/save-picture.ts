import type { Clock } from '@sightline/client/live'

/** Lets the browser save a JPEG under the name of what it shows, with its time. */
export function savePicture(picture: Blob, name: string, clock: Clock): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  const at = new Date(clock.wall()).toISOString().replaceAll(':', '-')
  link.download = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${at}.jpg`
  link.click()
  clock.after(1000, () => URL.revokeObjectURL(link.href))
}
