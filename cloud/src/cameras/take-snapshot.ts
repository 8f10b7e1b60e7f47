import { Id, Timestamp } from '@sightline/protocol'
import { z } from 'zod'
import type { Caller } from '../platform/caller.js'
import { conflict, unavailable } from '../platform/errors.js'
import { requireCamera } from './camera.service.js'
import { commandCamera } from './camera-command.js'
import type { CameraDeps } from './camera-deps.js'
import { limitProbes } from './limit-probes.js'

/** Answer of `POST /api/v1/cameras/{id}/snapshot`. */
export const FreshSnapshot = z.object({
  camera_id: Id,
  taken_at: Timestamp,
  content_type: z.literal('image/jpeg'),
  width: z.number().int(),
  height: z.number().int(),
  data: z.string().describe('The picture in base64'),
})

export type FreshSnapshot = z.infer<typeof FreshSnapshot>

const deadlineMs = 10_000

/**
 * A fresh picture through the gateway.
 * @throws AppError missing, forbidden, rate_limited; conflict if gateway or camera are off line; unavailable
 */
export async function takeSnapshot(deps: CameraDeps, caller: Caller, id: string): Promise<FreshSnapshot> {
  const camera = await requireCamera(deps.platform.database.forOrg(caller.orgId), caller, id)
  await limitProbes(deps, caller)
  const answer = await commandCamera(deps, camera, 'snapshot', { camera_id: id }, { deadlineMs })
  switch (answer.kind) {
    case 'answered':
      return { camera_id: id, ...answer.outcome }
    case 'offline':
      throw conflict('the gateway of this camera is off line')
    case 'no_answer':
      throw unavailable('the gateway did not answer in time; try again')
    case 'refused':
      throw answer.error.code.startsWith('camera_')
        ? conflict('the camera is not on line')
        : unavailable('the gateway has no picture now; try again')
  }
}
