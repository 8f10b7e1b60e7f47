import { z } from 'zod'
import { Id } from '../resources/common.js'
import { Envelope, Result, Seq } from './envelope.js'
import { type DurableType, durableTypes, type ToCloudType, toCloud } from './to-cloud.js'
import { type CommandType, commandTypes, type ToGatewayType, toGateway } from './to-gateway.js'

/** The schema of a whole frame of one type. */
function frameOf<T extends string, B extends z.ZodType>(type: T, body: B) {
  return Envelope.extend({ type: z.literal(type), body })
}

/** A durable frame: one that carries its place in the outbox. */
function durableFrameOf<T extends DurableType, B extends z.ZodType>(type: T, body: B) {
  return frameOf(type, body).extend({ seq: Seq })
}

/** An answer: a frame that names the one it answers. */
const resultFrame = frameOf('result', Result).extend({ re: Id })

const ToCloudFrame = z.discriminatedUnion('type', [
  frameOf('hello', toCloud.hello),
  frameOf('heartbeat', toCloud.heartbeat),
  frameOf('telemetry', toCloud.telemetry),
  frameOf('camera.status', toCloud['camera.status']),
  durableFrameOf('event.opened', toCloud['event.opened']),
  durableFrameOf('event.extended', toCloud['event.extended']),
  durableFrameOf('event.closed', toCloud['event.closed']),
  frameOf('upload.begin', toCloud['upload.begin']),
  frameOf('upload.complete', toCloud['upload.complete']),
  resultFrame,
])

const ToGatewayFrame = z.discriminatedUnion('type', [
  frameOf('welcome', toGateway.welcome),
  frameOf('ack', toGateway.ack).extend({ ack: z.number().int().min(0) }),
  frameOf('camera.set', toGateway['camera.set']),
  frameOf('camera.drop', toGateway['camera.drop']),
  frameOf('config.complete', toGateway['config.complete']),
  frameOf('probe', toGateway.probe),
  frameOf('trigger', toGateway.trigger),
  frameOf('snapshot', toGateway.snapshot),
  frameOf('discover', toGateway.discover),
  resultFrame,
])

/** A frame from a gateway, its body checked by the schema of its type. */
export type ToCloudFrame = z.infer<typeof ToCloudFrame>

/** A frame from the cloud, its body checked by the schema of its type. */
export type ToGatewayFrame = z.infer<typeof ToGatewayFrame>

/** What became of the bytes of a frame. */
export type Reading<F> =
  | { kind: 'frame'; frame: F }
  /** The type is not known to this version: log it and go on. */
  | { kind: 'unknown'; type: string }
  /** No JSON, no envelope, or a body that does not fit; `id`, `seq` and `type` as far as they could be read. */
  | { kind: 'bad'; reason: string; id: string | null; seq: number | null; type: string | null }

/** Reads a frame that a gateway sent. Unknown keys are dropped, known ones checked. */
export function readToCloud(text: string): Reading<ToCloudFrame> {
  return read(text, ToCloudFrame, toCloud)
}

/** Reads a frame that the cloud sent. Unknown keys are dropped, known ones checked. */
export function readToGateway(text: string): Reading<ToGatewayFrame> {
  return read(text, ToGatewayFrame, toGateway)
}

export function isDurable(type: string): type is DurableType {
  return durableTypes.some((durable) => durable === type)
}

export function isCommand(type: string): type is CommandType {
  return commandTypes.some((command) => command === type)
}

function read<F>(text: string, schema: z.ZodType<F>, types: object): Reading<F> {
  const json = parseJson(text)
  const envelope = Envelope.safeParse(json)
  if (!envelope.success)
    return { kind: 'bad', reason: issueText(envelope.error), id: null, seq: null, type: null }
  const { type, id, seq = null } = envelope.data
  if (!Object.hasOwn(types, type)) return { kind: 'unknown', type }
  const frame = schema.safeParse(json)
  if (!frame.success) return { kind: 'bad', reason: issueText(frame.error), id, seq, type }
  return { kind: 'frame', frame: frame.data }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function issueText(error: z.ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'does not fit'
  const path = issue.path.join('.')
  return path ? `${path}: ${issue.message}` : issue.message
}

/** Parts of a frame that are not its body. */
export interface FrameHead {
  id: string
  seq?: number | undefined
  ack?: number | undefined
  re?: string | undefined
}

/** The text of a frame to the cloud. */
export function writeToCloud<T extends ToCloudType>(
  type: T,
  body: z.input<(typeof toCloud)[T]>,
  head: FrameHead,
): string {
  return JSON.stringify({ v: 1, type, ...head, body })
}

/** The text of a frame to a gateway. */
export function writeToGateway<T extends ToGatewayType>(
  type: T,
  body: z.input<(typeof toGateway)[T]>,
  head: FrameHead,
): string {
  return JSON.stringify({ v: 1, type, ...head, body })
}
