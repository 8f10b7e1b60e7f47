import { isFigureThere } from '../../fakes/camera/index.js'
import type { SiteBenchCamera } from './bench-site.js'

/** When the first picture with the figure left the camera, wall clock. @param askedAtMs when the figure was sent for */
export function movementBeganAtMs({ fake }: SiteBenchCamera, askedAtMs: number): number {
  const { options } = fake.picture
  const first = fake.counters.frames.find(
    ({ sentAtMs, moving, counter }) => sentAtMs > askedAtMs && moving && isFigureThere(options, counter),
  )
  if (first === undefined) throw new Error('the event came before the movement')
  return first.sentAtMs
}
