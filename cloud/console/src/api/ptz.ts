import { type components, FailedCall, valueOf } from '@sightline/client'
import { api } from './api.js'

export type PtzDirection = components['schemas']['PtzResponse']['direction']

/** How a move that was asked for came out. `cannot`: the camera has no PTZ, or is not on line. */
export type Moved = 'moves' | 'cannot' | 'failed'

/** A held key or button asks again before this is over, ms. */
const moveMs = 1_500
const speed = 0.5

/** Moves a camera, for a second and a half at most; a further call replaces it. */
export const movePtz = (cameraId: string, direction: PtzDirection): Promise<Moved> =>
  ask(cameraId, direction, speed, moveMs)

/** Ends a move that is under way. */
export const stopPtz = (cameraId: string, direction: PtzDirection): Promise<Moved> =>
  ask(cameraId, direction, 0, 100)

async function ask(id: string, direction: PtzDirection, magnitude: number, ms: number): Promise<Moved> {
  try {
    await valueOf(
      api.POST('/api/v1/cameras/{id}/ptz', {
        params: { path: { id } },
        body: { direction, magnitude, duration_ms: ms },
      }),
    )
    return 'moves'
  } catch (error) {
    return error instanceof FailedCall && error.error.status === 409 ? 'cannot' : 'failed'
  }
}
