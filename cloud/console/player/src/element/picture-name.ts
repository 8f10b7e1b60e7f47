import type { Snapshot } from '../decode/snapshot.js'

/** Such as Gate-2026-03-14T09-41-07.250Z.jpg: when the camera saw it, whenever it is saved. */
export function pictureName(
  camera: string,
  { capturedMs, placeSec }: Pick<Snapshot, 'capturedMs' | 'placeSec'>,
): string {
  const name = camera.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  if (capturedMs !== null) return `${name}-${new Date(capturedMs).toISOString().replaceAll(':', '-')}.jpg`
  return placeSec === null ? `${name}.jpg` : `${name}-at-${placeSec.toFixed(2)}s.jpg`
}
