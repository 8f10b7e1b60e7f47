import { z } from 'zod'
import { Id } from '../resources/common.js'

/** Protocol versions that this code speaks, newest first. */
export const protocolVersions = [1] as const

/** Limits of the channel (docs/protocol.md). */
export const channelLimits = {
  /** Bytes of one frame at most. */
  payloadBytes: 256 * 1024,
  /** Frames a second that a gateway may send on average. */
  framesPerSecond: 50,
  /** Seconds between pings. */
  pingIntervalSec: 10,
  /** Seconds of silence after which either side cuts the connection. */
  silenceSec: 25,
  /** Seconds from the upgrade to `hello`, and from `hello` to `welcome`. */
  handshakeSec: 10,
  /** Durable frames that a gateway may have sent without having their `ack`. */
  unackedFrames: 64,
  /** Levels of arrays and objects in a frame, the frame itself included. */
  depth: 32,
  /** Seconds between heartbeats, unless `welcome` says otherwise. */
  heartbeatIntervalSec: 10,
  /** Bytes waiting to be sent above which the cloud cuts a connection. */
  bufferedBytes: 1024 * 1024,
} as const

/** Codes with which the channel is closed, beside those of RFC 6455. */
export const closeCodes = {
  /** The other side is stopping; reconnect. RFC 6455's registry: service restart. */
  restarting: 1012,
  /** A frame that cannot be read or answered (`remedyFor`), or another frame where the handshake was due. */
  badFrame: 4400,
  /** The gateway was disabled, removed, or its key revoked. */
  revoked: 4401,
  /** No protocol version in common. */
  versionMismatch: 4406,
  /** The other side was silent for too long. */
  silent: 4408,
  /** A newer session of the same gateway took over; wait at least 60 s before reconnecting. */
  replaced: 4409,
  /** Too many frames, or a queue that does not drain. */
  overloaded: 4429,
} as const

/** A position in the gateway's outbox: 1 for the first durable frame of a data folder, then one more each. */
export const Seq = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/**
 * The lease under which a relay serves a camera (docs/protocol.md, 19). A camera's epoch grows with each relay that
 * takes it over from another, and never falls.
 */
export const CameraLease = z.object({
  camera_id: Id,
  epoch: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
})

export type CameraLease = z.infer<typeof CameraLease>

/**
 * What every frame is wrapped in. `seq` marks a durable frame, `ack` confirms all durable frames up to and
 * including that number, `re` names the frame that this one answers, `lease` stands on a relay's channel only: the
 * lease under which a frame about a camera is sent.
 */
export const Envelope = z.object({
  v: z.literal(1),
  id: Id,
  type: z.string().min(1).max(64),
  seq: Seq.optional(),
  ack: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  re: Id.optional(),
  lease: CameraLease.optional(),
  body: z.record(z.string(), z.unknown()),
})

export type Envelope = z.infer<typeof Envelope>

/**
 * Codes that `ChannelError` carries. The list grows within a version, so a reader takes any code and treats one
 * that it does not know as `internal`.
 */
export const channelErrorCodes = [
  /** The frame does not fit the schema of its type. Repeating it changes nothing. */
  'invalid',
  /** The type is not known to this side. */
  'unknown_type',
  /** The camera is not one of this gateway's. */
  'camera_unknown',
  /** The camera cannot be reached now. */
  'camera_offline',
  /** The camera lacks what is asked for. Repeating it changes nothing. */
  'unsupported',
  /** The deadline passed before the command was carried out. */
  'deadline',
  /** Known, but not possible now (too busy, stopping, no frame yet); worth another try later. */
  'unavailable',
  /** What is named (event, upload) does not exist, or is not this gateway's. */
  'not_found',
  /** What is named exists already with other contents. */
  'conflict',
  /** Not allowed to this gateway now; the message says who can change that. */
  'forbidden',
  /** The object, or the answer, is larger than the limits. */
  'too_large',
  /** `upload.complete` before all parts arrived: ask `upload.begin` which are missing. */
  'parts_missing',
  /** The bytes stored are not those announced: they were dropped, begin again. */
  'hash_mismatch',
  /** The relay does not hold the camera, or no longer by this epoch: another relay took it over. */
  'stale_lease',
  /** A fault of the side that answers. Worth another try later. */
  'internal',
] as const

export type ChannelErrorCode = (typeof channelErrorCodes)[number]

/** Why a request or a command was not carried out, or a durable frame refused. */
export const ChannelError = z.object({
  code: z.string().min(1).max(64).describe('One of `channelErrorCodes`, or one of a later version'),
  message: z.string().max(1000),
})

export type ChannelError = z.infer<typeof ChannelError>

/** The answer to a request or a command; its envelope's `re` names it. Exactly one is sent for each. */
export const Result = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.record(z.string(), z.unknown()) }),
  z.object({ ok: z.literal(false), error: ChannelError }),
])

export type Result = z.infer<typeof Result>
