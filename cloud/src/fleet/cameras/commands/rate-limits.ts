import type { Caller } from '../../../platform/caller.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import type { CameraDeps } from '../camera-deps.js'

/** Calls that make a gateway turn to a camera, by what they ask of it; each kind has its own limit. */
type CameraCall = 'probe' | 'snapshot'

const names: Readonly<Record<CameraCall, string>> = {
  probe: 'checks of cameras',
  snapshot: 'snapshots',
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

/** Ten a second: a person who holds a button sends one movement after the other. */
const movesPerMinute = 600

/**
 * Movements are bounded for a camera, not for an organisation. To stop has a bound of its own, so that no movement is in
 * its way.
 * @throws AppError rate_limited
 */
export async function limitMoves(
  { platform }: Pick<CameraDeps, 'platform'>,
  cameraId: string,
  kind: 'move' | 'stop',
): Promise<void> {
  const bucket = { key: `camera-${kind}:${cameraId}`, perMinute: movesPerMinute }
  await requireToken(platform.database.lookup, bucket, 'too many movements of this camera; wait a moment')
}

/** @throws AppError rate_limited */
export function limitProbes(
  deps: Pick<CameraDeps, 'platform'>,
  caller: Pick<Caller, 'orgId'>,
): Promise<void> {
  return limitCameraCalls(deps, caller, 'probe')
}
