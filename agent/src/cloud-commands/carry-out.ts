import type { DiscoveredDevice, Result } from '@sightline/protocol'
import type { CameraSupervisor } from '../cameras/camera-supervisor.js'
import type { PtzControllers } from '../cameras/ptz-controllers.js'
import type { CommandFrame } from '../cloud-link/session.js'
import type { Discovery } from '../discovery/discover.js'
import { FoundGatherer } from '../discovery/found-gatherer.js'
import type { LiveView } from '../live/live-view.js'
import type { Clock } from '../platform/clock.js'
import { AgentError, messageOf } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Recordings } from '../recording/recordings.js'
import { moveCamera } from './move-camera.js'
import { type ProbeCameraDeps, probeCamera } from './probe-camera.js'
import type { ProbedPictures } from './probed-picture.js'
import { done, refused } from './results.js'
import { snapshotCamera } from './snapshot-camera.js'
import { type TriggerRecordingDeps, triggerRecording } from './trigger-recording.js'

export interface CarryOutDeps extends TriggerRecordingDeps {
  readonly probe: ProbeCameraDeps
  readonly ptz: PtzControllers
  readonly recordings: Recordings
  readonly live: Pick<LiveView, 'start'>
  readonly discovery: Pick<Discovery, 'discover'>
  readonly supervisor: CameraSupervisor
  /** Tells the cloud of devices that the scan under way has just seen; neither throws nor blocks. */
  readonly tellFound?: (devices: DiscoveredDevice[]) => void
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
      const { connection, deadline_ms: deadlineMs, stream_transport: transport, picture } = frame.body
      const pictures = picture ? picturesOf(deps) : undefined
      return done(await probeCamera(connection, deadlineMs, { ...deps.probe, transport, pictures }, signal))
    }
    case 'trigger':
      return triggerRecording(frame.body, deps)
    case 'snapshot':
      return snapshotCamera(frame.body.camera_id, deps, signal)
    case 'ptz':
      return moveCamera(frame.body, deps, signal)
    case 'discover': {
      const budgetMs = Math.min(frame.body.timeout_sec * 1000, frame.body.deadline_ms)
      const { targets, tell_found: isToldOf } = frame.body
      const known = deps.supervisor.known()
      const found = new FoundGatherer({ clock: deps.clock, send: (devices) => deps.tellFound?.(devices) })
      const telling = isToldOf && { onFound: (device: DiscoveredDevice) => found.found(device) }
      const devices = await deps.discovery
        .discover({ budgetMs, known, targets, ...telling }, signal)
        .finally(() => found.flush())
      return done({ devices })
    }
    case 'live.start': {
      const started = deps.live.start(frame.body, frame.lease)
      return started.ok ? done({ ...started.value }) : refused(started.code, started.message)
    }
  }
}

/** Of what is received already, and of what a probe receives. */
function picturesOf({ recordings, supervisor }: CarryOutDeps): ProbedPictures {
  return { maker: recordings, ofRunning: (endpoint) => supervisor.picturesOf(endpoint) }
}
