import { z } from 'zod'
import { Id } from '../resources/common.js'
import { type CommandType, commandTypes } from './commands.js'
import { type CameraLease, channelLimits, Envelope, Result, Seq } from './envelope.js'
import { jsonProblem } from './json-problem.js'
import { type RequestType, requestTypes } from './requests.js'
import { type DurableType, durableTypes, type ToCloudType, toCloud } from './to-cloud.js'
import { type ToGatewayType, toGateway } from './to-gateway.js'

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
  frameOf('discovery.found', toCloud['discovery.found']),
  durableFrameOf('event.opened', toCloud['event.opened']),
  durableFrameOf('event.extended', toCloud['event.extended']),
  durableFrameOf('event.closed', toCloud['event.closed']),
  frameOf('upload.begin', toCloud['upload.begin']),
  frameOf('upload.complete', toCloud['upload.complete']),
  frameOf('camera.propose', toCloud['camera.propose']),
  frameOf('gateway.unpair', toCloud['gateway.unpair']),
  frameOf('camera.moved', toCloud['camera.moved']),
  resultFrame,
])

const ToGatewayFrame = z.discriminatedUnion('type', [
  frameOf('welcome', toGateway.welcome),
  frameOf('ack', toGateway.ack).extend({ ack: z.number().int().min(0) }),
  frameOf('camera.set', toGateway['camera.set']),
  frameOf('camera.drop', toGateway['camera.drop']),
  frameOf('config.complete', toGateway['config.complete']),
  frameOf('lease.renewed', toGateway['lease.renewed']),
  frameOf('probe', toGateway.probe),
  frameOf('trigger', toGateway.trigger),
  frameOf('snapshot', toGateway.snapshot),
  frameOf('ptz', toGateway.ptz),
  frameOf('discover', toGateway.discover),
  frameOf('live.start', toGateway['live.start']),
  resultFrame,
])

/** A frame from a gateway, its body checked by the schema of its type. */
export type ToCloudFrame = z.infer<typeof ToCloudFrame>

/** A frame from the cloud, its body checked by the schema of its type. */
export type ToGatewayFrame = z.infer<typeof ToGatewayFrame>

/** What could be read of the head of a frame that could not be taken. */
export interface PartialHead {
  id: string | null
  seq: number | null
  re: string | null
  type: string | null
}

/** What became of the bytes of a frame. */
export type Reading<F> =
  | { kind: 'frame'; frame: F }
  /** The type is not known to this version; `remedyFor` says what to do. */
  | ({ kind: 'unknown' } & PartialHead & { type: string })
  /** No JSON, no envelope, or a body that does not fit. The reason names the place and quotes no value. */
  | ({ kind: 'bad'; reason: string } & PartialHead)

/** Reads a frame that a gateway sent. Unknown keys are dropped, known ones checked. */
export function readToCloud(text: string): Reading<ToCloudFrame> {
  return read(text, ToCloudFrame, toCloud)
}

/** Reads a frame that the cloud sent. Unknown keys are dropped, known ones checked. */
export function readToGateway(text: string): Reading<ToGatewayFrame> {
  return read(text, ToGatewayFrame, toGateway)
}

/** Whether frames of this type carry a `seq` and await an `ack`. */
export function isDurable(type: string): type is DurableType {
  return durableTypes.some((durable) => durable === type)
}

/** Whether frames of this type are the cloud's questions, which await a result. */
export function isCommand(type: string): type is CommandType {
  return commandTypes.some((command) => command === type)
}

/** Whether frames of this type are the gateway's questions, which await a result. */
export function isRequest(type: string): type is RequestType {
  return requestTypes.some((request) => request === type)
}

function read<F>(text: string, schema: z.ZodType<F>, types: object): Reading<F> {
  // A string has at most as many UTF-16 units as bytes in UTF-8: what is too long here is too long there.
  if (text.length > channelLimits.payloadBytes) return bad('larger than a frame may be', undefined)
  const json = parseJson(text)
  const problem = jsonProblem(json)
  if (problem !== null) return bad(problem, json)
  const envelope = Envelope.safeParse(json)
  if (!envelope.success) return bad(issueText(envelope.error), json)
  const { type } = envelope.data
  if (!Object.hasOwn(types, type)) return { kind: 'unknown', ...partialHeadOf(json), type }
  const frame = schema.safeParse(json)
  return frame.success ? { kind: 'frame', frame: frame.data } : bad(issueText(frame.error), json)
}

function bad(reason: string, json: unknown): Reading<never> {
  return { kind: 'bad', reason, ...partialHeadOf(json) }
}

/** Each field of the head for itself, so that a durable frame can be refused by its number. */
const PartialHead = z
  .object({
    id: Id.nullable().catch(null),
    seq: Seq.nullable().catch(null),
    re: Id.nullable().catch(null),
    type: Envelope.shape.type.nullable().catch(null),
  })
  .catch({ id: null, seq: null, re: null, type: null })

function partialHeadOf(json: unknown): PartialHead {
  return PartialHead.parse(json)
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
  lease?: CameraLease | undefined
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
