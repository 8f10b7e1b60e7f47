import { z } from 'zod'
import { Id, Name, Sha256 } from '../resources/common.js'
import { CameraAddress, Credentials } from './camera-connection.js'
import { ProbedCamera } from './commands.js'

/** The smallest parts that are asked for: what takes less at once takes no clips. */
export const leastPartBytes = 64 * 1024

/** Request. Asked again for the same object, the answer lists the parts that are missing now. */
export const UploadBegin = z.object({
  event_id: Id,
  kind: z.enum(['clip', 'snapshot']),
  bytes: z.number().int().min(1),
  sha256: Sha256,
  content_type: z.enum(['video/mp4', 'image/jpeg']),
  codec: z.string().max(32).nullable(),
  width: z.number().int().min(1).nullable(),
  height: z.number().int().min(1).nullable(),
  most_part_bytes: z
    .number()
    .int()
    .min(leastPartBytes)
    .optional()
    .describe('What passes the way at once, where something on it refused larger parts'),
})

/** `value` of the result of `upload.begin`. */
export const UploadPlan = z.object({
  upload_id: Id,
  complete: z.boolean().describe('True if the object is stored and verified already'),
  part_size: z.number().int().min(1).describe('Bytes of each part but the last'),
  parts: z
    .array(
      z.object({
        number: z.number().int().min(1).describe('Part n holds the bytes from (n - 1) * part_size'),
        url: z.string().describe("PUT the raw bytes here. Absolute, or a path on the cloud's origin"),
      }),
    )
    .describe('The parts that are missing; of many the first'),
  missing: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('How many are missing in all, where `parts` lists the first of them: ask again for the next'),
})

/** Request. Verifies the hash of the whole; the errors are `parts_missing`, `hash_mismatch`, `not_found`. */
export const UploadComplete = z.object({ upload_id: Id })

/**
 * Request. A person at the site asks that a camera be added to this gateway, which has connected to it already. The
 * errors are `forbidden` outside the commissioning window, `invalid`, `unavailable`.
 */
export const CameraPropose = z.object({
  name: Name,
  connection: CameraAddress,
  credentials: Credentials.extend({
    username: z.string().max(256),
    password: z.string().max(512),
  }).nullable(),
  found: ProbedCamera.describe('What the gateway saw there'),
})

/** `value` of the result of `camera.propose`. */
export const CameraProposed = z.object({
  camera_id: Id,
  name: z.string().max(100),
  created: z
    .boolean()
    .describe('False if this gateway had a camera at that address already: nothing changed'),
})

/** What a device found elsewhere says of itself, and which part of it is what was known of the camera. */
export const MoveProof = z.object({
  kind: z
    .enum(['mac', 'serial', 'endpoint'])
    .describe('What is equal; an endpoint counts with the model only'),
  mac: z.string().max(32).nullable(),
  serial: z.string().max(128).nullable(),
  endpoint: z.string().max(256).nullable(),
  model: z.string().max(200).nullable(),
})

/**
 * Request. A camera answers at another address than the one that the cloud gave, and is received there already. The
 * errors are `camera_unknown`, `conflict`.
 */
export const CameraMoved = z.object({
  camera_id: Id,
  from_host: z.string().max(253).describe('The address that the cloud gave'),
  host: z.union([z.ipv4(), z.ipv6()]).describe('Where it answers now'),
  port: z.number().int().min(1).max(65535).optional().describe('Of its ONVIF service; as before if left out'),
  proof: MoveProof,
})

/**
 * Request. A person at the site gives up the pairing: the key is void, the gateway stays, without a machine. The
 * answer is the last frame of the session.
 */
export const GatewayUnpair = z.object({
  events_left: z.number().int().min(0).describe('Frames that stay in the outbox, never acknowledged'),
  uploads_left: z.number().int().min(0).describe('Files that stay on site'),
})

/** Frames that ask the cloud for something and await exactly one result. */
export const requestTypes = [
  'upload.begin',
  'upload.complete',
  'camera.propose',
  'gateway.unpair',
  'camera.moved',
] as const

/** What the `value` of each request's result holds. */
export const requestOutcomes = {
  'upload.begin': UploadPlan,
  'upload.complete': z.object({}),
  'camera.propose': CameraProposed,
  'gateway.unpair': z.object({}),
  'camera.moved': z.object({}),
} as const

export type RequestType = (typeof requestTypes)[number]
export type UploadBegin = z.infer<typeof UploadBegin>
export type UploadPlan = z.infer<typeof UploadPlan>
export type UploadComplete = z.infer<typeof UploadComplete>
export type CameraPropose = z.infer<typeof CameraPropose>
export type CameraProposed = z.infer<typeof CameraProposed>
export type MoveProof = z.infer<typeof MoveProof>
export type CameraMoved = z.infer<typeof CameraMoved>
export type GatewayUnpair = z.infer<typeof GatewayUnpair>
