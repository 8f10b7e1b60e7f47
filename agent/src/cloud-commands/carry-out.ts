import type { Result } from '@sightline/protocol'
import type { CommandFrame } from '../cloud-link/session.js'
import type { Discovery } from '../discovery/discover.js'
import type { Clock } from '../platform/clock.js'
import { AgentError, messageOf } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Recordings } from '../recording/recordings.js'
import type { Site } from '../site/site.js'
import { type CameraHeads, moveCamera } from './move-camera.js'
import { type ProbeCameraDeps, probeCamera } from './probe-camera.js'
import { done, refused } from './results.js'
import { takeSnapshot } from './take-snapshot.js'
import { type TriggerRecordingDeps, triggerRecording } from './trigger-recording.js'

export interface CarryOutDeps extends TriggerRecordingDeps {
  readonly probe: ProbeCameraDeps
  readonly heads: CameraHeads
  readonly recordings: Recordings
  readonly discovery: Pick<Discovery, 'discover'>
  readonly site: Site
  readonly clock: Clock
  readonly log: Logger
}

/** Carries out one command of the cloud within its deadline. Never rejects: each gets exactly one result. */
export async function carryOut(
  frame: CommandFrame,
  deps: CarryOutDeps,
  signal: AbortSignal,
): Promise<Result> {
  const late = new AbortController()
  const deadlineMs = frame.body.deadline_ms
  const cancel = deps.clock.after(deadlineMs, () => late.abort(new Error('the deadline passed')))
  try {
    return await perform(frame, deps, AbortSignal.any([signal, late.signal]))
  } catch (error) {
    if (late.signal.aborted) return refused('deadline', 'the command took longer than its deadline')
    if (signal.aborted) return refused('unavailable', 'the connection ended')
    deps.log.warn({ err: error, command: frame.type }, 'command.failed')
    return refused(error instanceof AgentError ? 'unavailable' : 'internal', messageOf(error))
  } finally {
    cancel()
  }
}

async function perform(frame: CommandFrame, deps: CarryOutDeps, signal: AbortSignal): Promise<Result> {
  switch (frame.type) {
    case 'probe': {
      const { connection, deadline_ms: deadlineMs, stream_transport: transport } = frame.body
      return done(await probeCamera(connection, deadlineMs, { ...deps.probe, transport }, signal))
    }
    case 'trigger':
      return triggerRecording(frame.body, deps)
    case 'snapshot':
      return takeSnapshot(frame.body.camera_id, deps, signal)
    case 'ptz':
      return moveCamera(frame.body, deps, signal)
    case 'discover': {
      const budgetMs = Math.min(frame.body.timeout_sec * 1000, frame.body.deadline_ms)
      const { targets } = frame.body
      const known = deps.site.known()
      return done({ devices: await deps.discovery.discover({ budgetMs, known, targets }, signal) })
    }
  }
}
