import {
  CameraAddress,
  CameraPropose,
  CameraProposed,
  CameraState,
  CameraStatusReport,
  Credentials,
  DiscoveredDevice,
  DiscoveryTargets,
  LiveRendition,
  ProbeOutcome,
  StreamRole,
} from '@sightline/protocol'
import { z } from 'zod'
import { agentErrorKinds } from '../platform/errors.js'

/** Shows a camera of this gateway, or one at an address, for as long as whoever asks stays connected. */
export const PreviewRequest = z.object({
  ask: z.literal('preview'),
  camera: z.union([
    z.object({ id: z.string() }),
    z.object({ target: CameraAddress, credentials: Credentials.nullable(), name: z.string() }),
  ]),
  lan: z.boolean().describe("On the site's network; else on this machine only"),
})
export type PreviewRequest = z.infer<typeof PreviewRequest>

/** What a command asks of the running agent: one line of JSON, answered by one line. */
export const SocketRequest = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('status') }),
  z.object({
    ask: z.literal('discover'),
    budget_ms: z.number().int().min(1000).max(60_000),
    targets: DiscoveryTargets.optional(),
  }),
  z.object({
    ask: z.literal('probe'),
    target: CameraAddress,
    credentials: Credentials.nullable(),
  }),
  z.object({ ask: z.literal('propose'), camera: CameraPropose }),
  z
    .object({ ask: z.literal('trusted') })
    .describe('A certificate was forgotten: cameras that were refused for theirs are connected to again'),
  PreviewRequest,
])
export type SocketRequest = z.infer<typeof SocketRequest>

/** The disk under the data folder and what was given up for want of it, bytes. */
const DiskFacts = z.object({
  free_bytes: z.number(),
  size_bytes: z.number(),
  used_bytes: z.number().describe('by recordings'),
  quota_bytes: z.number().nullable().describe('null for what the reserve leaves'),
  reserve_bytes: z.number(),
  level: z.enum(['ok', 'low', 'full']),
  losses: z.object({ snapshots: z.number(), clips: z.number(), events: z.number() }),
})

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
  newest_version: z.string().nullable().describe('As the cloud said last'),
  clock_synced: z.boolean().nullable(),
  ffmpeg: z.string().nullable(),
  outbox: z.object({ waiting: z.number(), refused: z.number() }),
  uploads: z.object({
    waiting: z.number(),
    failed: z.number(),
    obstacle: z
      .string()
      .nullable()
      .default(null)
      .describe('What on the way to the cloud keeps recordings from getting through as they are'),
  }),
  live: z
    .array(
      z.object({
        camera_id: z.string(),
        stream: StreamRole,
        rendition: LiveRendition,
        frames: z.number(),
        bytes: z.number(),
        gaps: z.number().describe('Times that the line did not keep up'),
      }),
    )
    .default([])
    .describe('Streams that are watched now'),
  disk: DiskFacts.nullable().default(null).describe('null before the first check'),
  cameras: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: CameraState,
      message: z.string().nullable(),
      recording: z.string(),
      report: CameraStatusReport.describe('What is reported of it to the cloud'),
    }),
  ),
})
export type AgentStatus = z.infer<typeof AgentStatus>

/** What each question is answered with. */
export const socketAnswers = {
  status: AgentStatus,
  discover: z.object({ devices: z.array(DiscoveredDevice) }),
  probe: ProbeOutcome,
  propose: CameraProposed,
  trusted: z.object({ again: z.array(z.string()).describe('Their names') }),
  preview: z.object({ url: z.string(), name: z.string() }),
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
