import type { Caller } from '../platform/caller.js'
import { requireToken } from '../platform/rate-bucket.js'
import type { CameraDeps } from './camera-deps.js'

/** Calls that make a gateway turn to a camera, by what they ask of it; each kind has its own limit. */
type CameraCall = 'probe' | 'snapshot' | 'ptz'

const names: Readonly<Record<CameraCall, string>> = {
  probe: 'checks of cameras',
  snapshot: 'snapshots',
  ptz: 'movements of cameras',
}

/**
 * Such calls are limited for an organisation, over all nodes: 60 a minute, or as `PROBES_PER_MINUTE` says.
 * @throws AppError rate_limited
 */
export async function limitCameraCalls(
  { platform }: Pick<CameraDeps, 'platform'>,
  { orgId }: Pick<Caller, 'orgId'>,
  call: CameraCall,
): Promise<void> {
  const bucket = { key: `camera-${call}:${orgId}`, perMinute: platform.config.probesPerMinute }
  const message = `too many ${names[call]} in this organisation; wait a moment`
  await requireToken(platform.database.lookup, bucket, message)
}

/** @throws AppError rate_limited */
export function limitProbes(
  deps: Pick<CameraDeps, 'platform'>,
  caller: Pick<Caller, 'orgId'>,
): Promise<void> {
  return limitCameraCalls(deps, caller, 'probe')
}
