import { randomBytes } from 'node:crypto'
import type { TriggerOutcome, TriggerRequest, TriggerResponse } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { conflict, missing, rateLimited } from '../../../platform/errors.js'
import type { CommandAnswer } from '../../channel/commands/command.service.js'
import { type CameraRow, findCamera, lockCamera, takeTrigger } from '../camera.repository.js'
import type { TriggerDeps } from '../camera-deps.js'
import { commandCamera, isServed } from './camera-command.js'

/** How long the client waits for the answer of gateway or relay. */
const deadlineMs = 5_000

/** A trigger whose event is stored and whose command is under way. */
interface Trigger {
  camera: CameraRow
  eventId: string
  requestId: string
  triggeredAt: Date
  request: TriggerRequest
}

/**
 * Records a clip now. The event is stored before the gateway is asked, so that no answer can be lost; without an
 * answer in 5 s the event stands and says why it has no clip.
 * @throws AppError missing; conflict if the camera is not on line; rate_limited within 5 s of the trigger before
 */
export async function triggerCamera(
  deps: TriggerDeps,
  caller: Caller,
  id: string,
  request: TriggerRequest,
): Promise<TriggerResponse> {
  const { database, clock } = deps.platform
  const known = await findCamera(database.forOrg(caller.orgId), caller.orgId, id)
  if (!known) throw missing('camera')
  const isConnected = await isServed(deps, known)
  const trigger = await database.inOrg(caller.orgId, async (tx): Promise<Trigger> => {
    const camera = await requireTriggerable(tx, caller, id, isConnected)
    const eventId = uuidv7()
    const requestId = randomBytes(16).toString('hex')
    const triggeredAt = new Date(clock.now())
    await deps.manualEvents.open(tx, {
      orgId: caller.orgId,
      eventId,
      camera,
      requestId,
      triggeredAt,
      durationSec: request.duration_sec,
      note: request.note ?? null,
      actor: caller.actor,
      recordingSource: camera.connection_mode === 'direct' ? 'relay' : 'gateway',
    })
    return { camera, eventId, requestId, triggeredAt, request }
  })
  const answer = await commandCamera(deps, trigger.camera, {
    type: 'trigger',
    body: {
      camera_id: id,
      event_id: trigger.eventId,
      request_id: trigger.requestId,
      duration_sec: request.duration_sec,
      triggered_at: toTimestamp(trigger.triggeredAt),
      note: request.note ?? null,
    },
    deadlineMs,
  })
  return settleTrigger(deps, caller, trigger, answer)
}

async function requireTriggerable(
  tx: Tx,
  caller: Caller,
  id: string,
  isConnected: boolean,
): Promise<Trigger['camera']> {
  const camera = await lockCamera(tx, caller.orgId, id)
  if (!camera) throw missing('camera')
  if (!isConnected || !camera.enabled || camera.status !== 'online') {
    throw conflict(`the camera is not on line (${camera.enabled ? camera.status : 'disabled'})`)
  }
  if (!(await takeTrigger(tx, caller.orgId, id))) {
    throw rateLimited('this camera was triggered less than 5 seconds ago', {
      limit: 1,
      remaining: 0,
      retryAfterSec: 5,
    })
  }
  return camera
}

async function settleTrigger(
  { platform, manualEvents }: TriggerDeps,
  caller: Caller,
  trigger: Trigger,
  answer: CommandAnswer<'trigger'>,
): Promise<TriggerResponse> {
  const { orgId } = caller
  const { eventId } = trigger
  const inTransaction = (work: (tx: Tx) => Promise<unknown>) => platform.database.inOrg(orgId, work)
  switch (answer.kind) {
    case 'answered': {
      const { outcome } = answer
      const extended = outcome.status === 'recording_extended' && outcome.event_id !== eventId
      await inTransaction(async (tx) => {
        if (extended) await manualEvents.absorb(tx, orgId, eventId, outcome.event_id)
        else await manualEvents.show(tx, orgId, eventId)
        await auditTrigger(tx, caller, trigger, extended ? outcome.event_id : null)
      })
      return toResponse(trigger, outcome)
    }
    case 'refused':
      // The event was never seen and stays so.
      throw conflict(refusedBecause(answer.error.code, whoServes(trigger.camera)))
    case 'offline':
    case 'no_answer':
      await inTransaction(async (tx) => {
        await manualEvents.failClip(tx, orgId, eventId, whyNoClip[answer.kind](whoServes(trigger.camera)))
        await auditTrigger(tx, caller, trigger, null)
      })
      return toResponse(trigger, null)
  }
}

type Server = 'gateway' | 'relay'

const whoServes = ({ connection_mode: mode }: CameraRow): Server => (mode === 'direct' ? 'relay' : 'gateway')

const whyNoClip = {
  offline: (server: Server) => `The ${server} went off line before it could be told to record.`,
  no_answer: (server: Server) => `The ${server} did not answer within 5 seconds.`,
} as const

function refusedBecause(code: string, server: Server): string {
  switch (code) {
    case 'camera_offline':
      return `the camera is not on line: the ${server} cannot reach it now`
    case 'camera_unknown':
      return `the camera is not on line: its ${server} does not know it yet`
    default:
      return `the ${server} cannot record now (${code}); try again`
  }
}

async function auditTrigger(
  tx: Tx,
  caller: Caller,
  trigger: Trigger,
  extendedEventId: string | null,
): Promise<void> {
  const action = extendedEventId === null ? 'camera.manual_trigger' : 'camera.recording_extended'
  await recordAudit(tx, caller, action, {
    target: { kind: 'camera', id: trigger.camera.id },
    data: { event_id: extendedEventId ?? trigger.eventId, request_id: trigger.requestId },
  })
}

function toResponse(trigger: Trigger, outcome: TriggerOutcome | null): TriggerResponse {
  const { camera, request } = trigger
  const expected = camera.pre_event_buffer_sec + request.duration_sec + camera.post_event_buffer_sec
  const status = outcome?.status ?? 'triggered'
  return {
    event_id: outcome?.event_id ?? trigger.eventId,
    started_at: outcome?.started_at ?? toTimestamp(trigger.triggeredAt),
    expected_clip_duration_sec: outcome?.expected_clip_duration_sec ?? expected,
    request_id: trigger.requestId,
    camera_id: camera.id,
    triggered_at: toTimestamp(trigger.triggeredAt),
    status,
    message: outcome === null ? notAnswered(whoServes(camera)) : messages[status],
    transport: camera.connection_mode === 'direct' ? 'direct' : 'tunnel',
  }
}

const messages = {
  triggered: 'The recording has begun.',
  recording_extended: 'A recording was in progress and is extended.',
} as const

const notAnswered = (server: Server): string =>
  `The event is stored, but the ${server} did not answer; its clip may be missing.`
