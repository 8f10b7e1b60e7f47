import {
  CameraFault,
  CameraPicture,
  CameraType,
  type CameraWarning,
  ConnectionMode,
  DeviceChannel,
  describeWarning,
  Id,
  OnvifChannel,
  StreamRole,
  since,
} from '@sightline/protocol'
import { z } from 'zod'
import type { Caller } from '../../../platform/caller.js'
import { invalidField } from '../../../platform/errors.js'
import type { ProbeDeps } from '../camera-deps.js'
import { limitProbes } from '../commands/rate-limits.js'
import { type Connection, hostAndPort, readConnection } from '../connection/camera-connection.js'
import { requireDirectAddress } from '../connection/direct-address.js'
import { requireNamedGateway } from './find-prober.js'
import { hintOfMake, keyframeHint } from './hint-of-make.js'
import {
  type FailedProbe,
  type Prober,
  probeCamera,
  type ReachableCamera,
  requireRelay,
  sendsPicture,
} from './probe-camera.js'
import { explainFault, explainNoKeyframe } from './probe-message.js'

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
  onvif_channel: OnvifChannel.optional(),
  manufacturer: z
    .string()
    .max(200)
    .optional()
    .describe('As a scan found it: `hint` is then that of the make')
    .meta(since('v1.4')),
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
      url: z.string().describe('Of RTSP, without credentials').meta(since('v1.4')),
    }),
  ),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  channels: z
    .array(DeviceChannel)
    .describe('Of an ONVIF device that has several; each can be a camera by its onvif_channel')
    .meta({ 'x-since': 'v1.3' }),
  remedy: z
    .string()
    .nullable()
    .describe('What to do about the fault, which `message` says as well; null without one')
    .meta(since('v1.4')),
  hint: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Which setting mends the fault, and where it is at this make; null if that is not known')
    .meta(since('v1.4')),
  warnings: z
    .array(
      z.object({
        code: z.string(),
        stream: StreamRole.nullable(),
        value: z.number().nullable(),
        message: z.string(),
        remedy: z.string(),
      }),
    )
    .describe('What works and could be better')
    .meta(since('v1.4')),
  picture: CameraPicture.nullable()
    .describe('One of the main stream, cut while the camera was checked; nothing of it is stored')
    .meta(since('v1.4')),
  picture_missing: z
    .enum(['outdated', 'unavailable'])
    .nullable()
    .describe(
      'Why a camera that works came without a picture: the program of the gateway is too old, or could not make one',
    )
    .meta(since('v1.4')),
})

export type ValidateConnection = z.infer<typeof ValidateConnection>
export type ConnectionVerdict = z.infer<typeof ConnectionVerdict>

/**
 * Probes a camera without storing anything.
 * @throws AppError invalid (fields), missing (gateway), rate_limited; unavailable if too many cameras are checked there
 */
export async function validateConnection(
  deps: ProbeDeps,
  caller: Caller,
  body: ValidateConnection,
): Promise<ConnectionVerdict> {
  await limitProbes(deps, caller)
  const gateway = await requireNamedGateway(deps, caller.orgId, body)
  const reading = readConnection(body.type, body, null)
  if (!reading.ok) throw invalidField(reading.field, reading.problem)
  const { connection } = reading
  if (!gateway) await requireDirectAddress(deps, connection)
  const prober = gateway ?? (await requireRelay(deps, caller.orgId))
  const result = await probeCamera(deps, prober, connection, { transport: 'tcp', withPicture: true })
  return result.ok ? working(result.found, prober) : failing(result, prober, body, connection)
}

const nothingFound = { streams: [], channels: [], warnings: [], picture: null, picture_missing: null }

function failing(
  { fault, message, noKeyframeSec }: FailedProbe,
  { kind }: Prober,
  { manufacturer }: ValidateConnection,
  connection: Connection,
): ConnectionVerdict {
  const { type } = connection
  const known = manufacturer ?? null
  const where = hostAndPort(connection)
  const explained =
    noKeyframeSec === undefined
      ? fault && explainFault(fault, type, where, kind)
      : explainNoKeyframe(where, noKeyframeSec)
  return {
    success: false,
    fault,
    message,
    manufacturer: null,
    model: null,
    ...nothingFound,
    remedy: explained?.remedy ?? null,
    hint: noKeyframeSec === undefined ? fault && hintOfMake(known, fault, type) : keyframeHint,
  }
}

function working(
  { streams, manufacturer, model, channels = [], picture = null }: ReachableCamera,
  prober: Prober,
): ConnectionVerdict {
  return {
    success: true,
    fault: null,
    message: 'The camera sent a picture.',
    streams: streams.map(({ role, codec, width, height, fps, url }) => ({
      role,
      codec,
      resolution: `${width}x${height}`,
      fps,
      url,
    })),
    manufacturer,
    model,
    channels,
    remedy: null,
    hint: null,
    warnings: streams.flatMap(({ warnings = [] }) => warnings.flatMap(described)),
    picture,
    picture_missing: picture ? null : sendsPicture(prober) ? 'unavailable' : 'outdated',
  }
}

/** Of a code of a later version nothing can be said. */
function described(warning: CameraWarning): ConnectionVerdict['warnings'] {
  const words = describeWarning(warning)
  return words ? [{ ...warning, ...words }] : []
}
