import type { Result, Trigger, TriggerOutcome } from '@sightline/protocol'
import type { CameraSupervisor } from '../cameras/camera-supervisor.js'
import { marks } from '../outbox/event-publisher.js'
import type { Outbox } from '../outbox/outbox.js'
import type { Clock } from '../platform/clock.js'
import { done, refused } from './results.js'
import type { TriggerAnswers } from './trigger-answers.js'
import { triggerTime } from './trigger-time.js'

export interface TriggerRecordingDeps {
  readonly supervisor: CameraSupervisor
  readonly answers: TriggerAnswers
  readonly outbox: Outbox
  readonly clock: Clock
  /** The cloud's clock minus ours, ms; null before it was measured. */
  readonly clockOffsetMs: () => number | null
}

/** Records a clip as the cloud asks. A repeated command gets the answer of the first. */
export async function triggerRecording(command: Trigger, deps: TriggerRecordingDeps): Promise<Result> {
  const known = await deps.answers.find(command.event_id)
  if (known) return done(known)
  if ((await deps.outbox.seqOf(marks.opened(command.event_id))) !== null)
    return done(begunEarlier(command, deps))
  const camera = deps.supervisor.camera(command.camera_id)
  if (!camera) return refused('camera_unknown', 'this gateway has no such camera')
  const answering = camera.trigger({
    eventId: command.event_id,
    category: 'other',
    topic: '',
    source: 'manual',
    rawSource: 'manual',
    rawData: { request_id: command.request_id, ...(command.note !== null && { note: command.note }) },
    triggeredAtMs: byOurClock(command, deps),
    durationSec: command.duration_sec,
  })
  if (!answering) return refused('camera_offline', camera.status().message ?? 'the camera sends no pictures')
  const answer = await answering
  const outcome: TriggerOutcome = {
    status: answer.status,
    event_id: answer.eventId,
    started_at: new Date(answer.startedAtMs).toISOString(),
    expected_clip_duration_sec: Math.round(answer.expectedDurationSec),
  }
  await deps.answers.keep(command.event_id, outcome)
  return done(outcome)
}

/** What a process that was killed before it could answer would have said. */
function begunEarlier(command: Trigger, deps: TriggerRecordingDeps): TriggerOutcome {
  return {
    status: 'triggered',
    event_id: command.event_id,
    started_at: new Date(byOurClock(command, deps)).toISOString(),
    expected_clip_duration_sec: command.duration_sec,
  }
}

function byOurClock(command: Trigger, { clock, clockOffsetMs }: TriggerRecordingDeps): number {
  return triggerTime({
    triggeredAtMs: Date.parse(command.triggered_at),
    clockOffsetMs: clockOffsetMs(),
    receivedAtMs: clock.now(),
    deadlineMs: command.deadline_ms,
  })
}
