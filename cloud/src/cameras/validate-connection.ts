import { CameraFault, CameraType, ConnectionMode, Id, StreamRole } from '@sightline/protocol'
import { z } from 'zod'
import type { Caller } from '../platform/caller.js'
import { invalid } from '../platform/errors.js'
import { readConnection } from './camera-connection.js'
import type { CameraDeps } from './camera-deps.js'
import { requireDirectAddress } from './direct-address.js'
import { requireNamedGateway } from './find-prober.js'
import { limitProbes } from './limit-probes.js'
import { probeCamera, requireRelay } from './probe-camera.js'

/** Body of `POST /api/v1/cameras/validate-connection`: as for a new camera, without what only a stored one has. */
export const ValidateConnection = z.object({
  gateway_id: Id.nullish().describe('Required when connection_mode is gateway, else left out or null'),
  connection_mode: ConnectionMode.default('gateway'),
  type: CameraType,
  rtsp_url: z.string().max(2048).optional(),
  rtsp_sub_url: z.string().max(2048).nullable().optional(),
  rtsp_username: z.string().max(256).optional(),
  rtsp_password: z.string().max(512).optional(),
  host: z.string().max(253).optional(),
  port: z.number().int().min(1).max(65535).optional(),
  onvif_username: z.string().max(256).optional(),
  onvif_password: z.string().max(512).optional(),
})

/** A camera that works, or the fault and what to do about it. Both are 200: the check was made. */
export const ConnectionVerdict = z.object({
  success: z.boolean(),
  fault: CameraFault.nullable().describe('null on success, and where the gateway could not look'),
  message: z.string(),
  streams: z.array(
    z.object({
      role: StreamRole,
      codec: z.string(),
      resolution: z.string().describe('WIDTHxHEIGHT'),
      fps: z.number().nullable(),
    }),
  ),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
})

export type ValidateConnection = z.infer<typeof ValidateConnection>
export type ConnectionVerdict = z.infer<typeof ConnectionVerdict>

/**
 * Looks at a camera without storing anything.
 * @throws AppError invalid (fields), missing (gateway), rate_limited
 */
export async function validateConnection(
  deps: CameraDeps,
  caller: Caller,
  body: ValidateConnection,
): Promise<ConnectionVerdict> {
  await limitProbes(deps, caller)
  const gateway = await requireNamedGateway(deps, caller.orgId, body)
  const reading = readConnection(body.type, body, null)
  if (!reading.ok) throw invalid(reading.problem)
  const { connection } = reading
  if (!gateway) await requireDirectAddress(deps, connection)
  const prober = gateway ?? (await requireRelay(deps, caller.orgId))
  const result = await probeCamera(deps, prober, connection, 'tcp')
  if (!result.ok) {
    const { fault, message } = result
    return { success: false, fault, message, streams: [], manufacturer: null, model: null }
  }
  const { streams, manufacturer, model } = result.found
  return {
    success: true,
    fault: null,
    message: 'The camera sent a picture.',
    streams: streams.map(({ role, codec, width, height, fps }) => ({
      role,
      codec,
      resolution: `${width}x${height}`,
      fps,
    })),
    manufacturer,
    model,
  }
}
