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
  /** Seconds between heartbeats, unless `welcome` says otherwise. */
  heartbeatIntervalSec: 10,
  /** Bytes waiting to be sent above which the cloud cuts a connection. */
  bufferedBytes: 1024 * 1024,
} as const

/** Codes with which the channel is closed, beside those of RFC 6455. */
export const closeCodes = {
  /** The other side is stopping; reconnect. RFC 6455's registry: service restart. */
  restarting: 1012,
  /** Frame that fits no schema, or a frame before the handshake. */
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
 * What every frame is wrapped in. `seq` marks a durable frame, `ack` confirms all durable frames up to and
 * including that number, `re` names the frame that this one answers.
 */
export const Envelope = z.object({
  v: z.literal(1),
  id: Id,
  type: z.string().min(1).max(64),
  seq: Seq.optional(),
  ack: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  re: Id.optional(),
  body: z.record(z.string(), z.unknown()),
})

export type Envelope = z.infer<typeof Envelope>

/** Why a request or a command was not carried out. */
export const ChannelError = z.object({
  code: z.string().min(1).max(64),
  message: z.string().max(1000),
})

export type ChannelError = z.infer<typeof ChannelError>

/** The answer to a request or a command; its envelope's `re` names it. Exactly one is sent for each. */
export const Result = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.record(z.string(), z.unknown()) }),
  z.object({ ok: z.literal(false), error: ChannelError }),
])

export type Result = z.infer<typeof Result>
