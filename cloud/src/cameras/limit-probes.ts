import type { Caller } from '../platform/caller.js'
import { rateLimited } from '../platform/errors.js'
import { takeToken } from '../platform/rate-bucket.js'
import type { CameraDeps } from './camera-deps.js'

const perMinute = 60

/**
 * Calls that make a gateway connect to a camera: 60 a minute an organisation, over all nodes.
 * @throws AppError rate_limited
 */
export async function limitProbes({ platform }: CameraDeps, { orgId }: Pick<Caller, 'orgId'>): Promise<void> {
  const bucket = { key: `camera-probe:${orgId}`, perMinute }
  const retryAfterSec = await takeToken(platform.database.lookup, bucket)
  if (retryAfterSec === null) return
  const limit = { limit: perMinute, remaining: 0, retryAfterSec }
  throw rateLimited('too many checks of cameras in this organisation; wait a moment', limit)
}
