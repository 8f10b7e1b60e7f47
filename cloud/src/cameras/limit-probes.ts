import type { Caller } from '../platform/caller.js'
import { requireToken } from '../platform/rate-bucket.js'
import type { CameraDeps } from './camera-deps.js'

const perMinute = 60

/**
 * Calls that make a gateway connect to a camera: 60 a minute an organisation, over all nodes.
 * @throws AppError rate_limited
 */
export async function limitProbes({ platform }: CameraDeps, { orgId }: Pick<Caller, 'orgId'>): Promise<void> {
  const bucket = { key: `camera-probe:${orgId}`, perMinute }
  const message = 'too many checks of cameras in this organisation; wait a moment'
  await requireToken(platform.database.lookup, bucket, message)
}
