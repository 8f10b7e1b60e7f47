import { z } from 'zod'
import { StreamRole } from '../resources/camera.js'
import { Id, Timestamp } from '../resources/common.js'
import { MediaSequence } from './agent-media.js'
import { LiveFormat, LiveMode } from './live-stream.js'

/** As it fits into the head of a media frame. */
export const mostSubscriptionId = 65_535
/** Number of a subscription on its socket, chosen by the viewer; free again once it has ended. */
export const SubscriptionId = z.number().int().min(1).max(mostSubscriptionId)

/** What the browser in front of the viewer can decode. JPEG every browser can. */
export const Decodable = z.enum(['h264', 'h265', 'mpeg1'])

/** Every message that a viewer sends. */
export const FromViewer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    id: SubscriptionId,
    camera_id: Id,
    stream: StreamRole.default('main'),
    mode: LiveMode.default('full'),
    audio: z.boolean().default(false),
    decodes: z.array(Decodable).max(8).default(['h264']),
  }),
  /** Changes a subscription; what is left out stays. */
  z.object({
    type: z.literal('update'),
    id: SubscriptionId,
    stream: StreamRole.optional(),
    mode: LiveMode.optional(),
    audio: z.boolean().optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), id: SubscriptionId }),
  /** All frames up to this one have been decoded, or left out on purpose. At least one each 250 ms while frames come. */
  z.object({ type: z.literal('ack'), id: SubscriptionId, sequence: MediaSequence }),
  /** A newer access token of the same session, before the one in use ends. */
  z.object({ type: z.literal('token'), token: z.string().min(1).max(4096) }),
  /** Lengthens a live token by its own time. */
  z.object({ type: z.literal('renew') }),
])

/** How a picture stands. */
export const LiveState = z.enum([
  /** No picture has come yet. */
  'starting',
  'live',
  /** Frames were left out, for they were not acknowledged in time. */
  'behind',
  /** The camera, or the way to it, gives nothing for the time being. */
  'stalled',
])

/** Why a subscription does not get what it asked for. The list grows; one that is not known is shown by its message. */
export const liveReasons = [
  /** The line of the viewer does not carry the main stream, or its browser does not keep up with decoding it. */
  'stepped_down_slow_viewer',
  /** The line of the site does not carry the main stream, or more than keyframes. */
  'stepped_down_slow_site',
  /** The main stream was asked for, and is not there yet: the sub stream is sent until then. */
  'main_on_its_way',
  /** The camera has no sub stream. */
  'no_sub_stream',
  /** The browser cannot decode the codec of the camera. */
  'codec_not_decodable',
  /** The program of the gateway is older than live view: stills alone. */
  'agent_too_old',
  'camera_offline',
  'gateway_offline',
  /** The gateway is connected, and does not send the picture that it was asked for. */
  'gateway_silent',
  /** The line or the processor of the site is taken. */
  'site_line_taken',
  'camera_disabled',
] as const

/**
 * Every message that the cloud sends to a viewer. Media frames come between them, binary. A viewer leaves out those whose type
 * it does not know.
 */
export const ToViewer = z.discriminatedUnion('type', [
  /** The first. */
  z.object({
    type: z.literal('welcome'),
    server_time: Timestamp,
    expires_at: Timestamp.nullable().describe('When the token ends; null for one that does not end'),
  }),
  /** What the frames of the subscription are from here on. */
  LiveFormat.extend({
    type: z.literal('format'),
    id: SubscriptionId,
    stream: StreamRole,
    mode: LiveMode,
  }),
  z.object({
    type: z.literal('state'),
    id: SubscriptionId,
    state: LiveState,
    stream: StreamRole.describe('The one that is sent'),
    reason: z.string().max(64).nullable().describe('One of `liveReasons`, or null'),
    message: z.string().max(1000).nullable().describe('For a person'),
    since: Timestamp,
  }),
  /** The subscription is over; its id is free. */
  z.object({
    type: z.literal('ended'),
    id: SubscriptionId,
    code: z.number().int().min(1000).max(4999).describe('One of `liveCloseCodes`'),
    reason: z.string().max(64).nullable(),
    message: z.string().max(1000),
    retry_after_ms: z.number().int().min(0).nullable().describe('Null: asking again changes nothing'),
  }),
  /** The answer to `token` and `renew`. */
  z.object({ type: z.literal('renewed'), expires_at: Timestamp }),
  /** The node is going to stop: connect anew now, beside this socket, which stays until then or for `left_ms`. */
  z.object({ type: z.literal('moving'), left_ms: z.number().int().min(0) }),
  /** Nothing else was sent for `aliveMs`: a page sees no pings, and would take a quiet line for a dead one. */
  z.object({ type: z.literal('alive') }),
])

export type SubscriptionId = z.infer<typeof SubscriptionId>
export type Decodable = z.infer<typeof Decodable>
export type FromViewer = z.infer<typeof FromViewer>
export type ToViewer = z.infer<typeof ToViewer>
export type LiveState = z.infer<typeof LiveState>
export type LiveReason = (typeof liveReasons)[number]
