import { CameraState, DiscoveredDevice, ProbeOutcome } from '@sightline/protocol'
import { z } from 'zod'
import { agentErrorKinds } from '../platform/errors.js'

/** What a command asks of the running agent: one line of JSON, answered by one line. */
export const SocketRequest = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('status') }),
  z.object({ ask: z.literal('discover'), budget_ms: z.number().int().min(1000).max(60_000) }),
  z.object({
    ask: z.literal('probe'),
    url: z.string().max(2048),
    username: z.string().nullable(),
    password: z.string().nullable(),
  }),
])
export type SocketRequest = z.infer<typeof SocketRequest>

/** The state of a running agent. */
export const AgentStatus = z.object({
  version: z.string(),
  gateway_id: z.string(),
  cloud_url: z.string(),
  uptime_sec: z.number(),
  link: z.object({
    state: z.string(),
    meaning: z.string(),
    error: z.string().nullable(),
    clock_offset_ms: z.number().nullable(),
  }),
  clock_synced: z.boolean().nullable(),
  ffmpeg: z.string().nullable(),
  outbox: z.object({ waiting: z.number(), refused: z.number() }),
  uploads: z.object({ waiting: z.number(), failed: z.number() }),
  cameras: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: CameraState,
      message: z.string().nullable(),
      recording: z.string(),
      picture: z.string().nullable().describe('such as h264 1920x1080, 25 fps'),
    }),
  ),
})
export type AgentStatus = z.infer<typeof AgentStatus>

/** What each question is answered with. */
export const socketAnswers = {
  status: AgentStatus,
  discover: z.object({ devices: z.array(DiscoveredDevice) }),
  probe: ProbeOutcome,
} as const

/** The envelope of an answer. */
export const SocketReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({
    ok: z.literal(false),
    kind: z.enum(agentErrorKinds),
    message: z.string(),
    hint: z.string().nullable(),
  }),
])
export type SocketReply = z.infer<typeof SocketReply>
