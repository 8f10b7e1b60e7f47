import type {
  CameraSet,
  CameraStatusReport,
  EventsReport,
  MotionReport,
  ReportedStream,
  StreamRole,
} from '@sightline/protocol'
import type { LiveStreamFacts } from '../streams/stream-connection.js'
import type { ActiveCamera } from './active-camera.js'
import type { CameraPipeline } from './camera-pipeline.js'
import { warningsOf } from './camera-warnings.js'
import { RateHistory } from './rate-history.js'
import { recordingOf } from './stream-settings.js'
import type { StreamInUse } from './streams-in-use.js'

/** Reports one camera to the cloud and to the people at the site. */
export class CameraReporter {
  readonly #camera: ActiveCamera
  readonly #histories: Record<StreamRole, RateHistory> = { main: new RateHistory(), sub: new RateHistory() }

  constructor(camera: ActiveCamera) {
    this.#camera = camera
  }

  /** Takes a reading of the streams; to be called at about the same distance each time. */
  sample(): void {
    for (const { role, facts, connection: camera } of this.#camera.pipeline?.streamsInUse() ?? []) {
      const { units, packetsLost } = camera.counters()
      this.#histories[role].add({ fps: facts?.fps ?? null, units, packetsLost })
    }
  }

  report(): CameraStatusReport {
    const camera = this.#camera
    const { state, fault, message, sinceMs } = camera.status()
    const { pipeline } = camera
    const stream = camera.stream()
    const counters = camera.counters()
    return {
      camera_id: camera.settings.camera_id,
      state,
      fault,
      message: message?.slice(0, 1000) ?? null,
      since: new Date(sinceMs).toISOString(),
      stream: stream && factsOf(stream),
      reconnects_last_hour: counters.reconnectsLastHour,
      stalls_last_hour: counters.stallsLastHour,
      breaks_last_hour: counters.breaksLastHour,
      breaks_by_reason: counters.breaksByReason,
      broken_frames_last_hour: counters.brokenFramesLastHour,
      pre_roll_shortened: pipeline?.recorded.ring().isCutShort ?? false,
      streams: pipeline?.streamsInUse().map(reportStream) ?? [],
      events: pipeline && eventsOf(pipeline),
      motion: pipeline && motionOf(pipeline),
      clock_skew_sec: pipeline?.found.device?.clockSkewSec ?? null,
      warnings: pipeline ? this.#warnings(pipeline) : [],
    }
  }

  #warnings(pipeline: CameraPipeline) {
    const { plan, detection, found, recorded } = pipeline
    return warningsOf({
      streams: pipeline.streamsInUse().flatMap(({ role, facts }) => {
        return facts === null ? [] : [{ role, facts, history: this.#histories[role] }]
      }),
      recorded: plan.recording,
      shortRuns: recorded.runsShorterThan(preRollAndClipMs(this.#camera.settings)),
      isSubMissing: plan.isSubMissing,
      trouble: detection.second.trouble,
      isPreRollShortened: recorded.ring().isCutShort,
      clockSkewSec: found.device?.clockSkewSec ?? null,
      motion: detection.health,
      noisePerMinute: pipeline.events?.noisePerMinute ?? null,
    })
  }
}

/** A clip, and the past that the next one needs. */
function preRollAndClipMs(settings: CameraSet): number {
  const { preSec, durationSec, postSec } = recordingOf(settings)
  return (2 * preSec + durationSec + postSec) * 1000
}

function factsOf({ codec, width, height, fps, gopSec, bitrateKbps }: LiveStreamFacts) {
  return { codec, width, height, fps, gop_sec: gopSec, bitrate_kbps: bitrateKbps }
}

function reportStream({ role, status, uses, facts }: StreamInUse): ReportedStream {
  const { state, fault } = status
  const received = facts && {
    ...factsOf(facts),
    transport: facts.transport,
    audio: facts.audio?.codec ?? null,
  }
  return { role, state, fault, used_for: [...uses], received }
}

function eventsOf({ events }: CameraPipeline): EventsReport | null {
  if (events === null) return null
  const { state, lastEventAt, lastRenewAt, message, topicsSeen } = events
  return {
    state,
    last_event_at: timeOf(lastEventAt),
    last_renew_at: timeOf(lastRenewAt),
    motion_seen: topicsSeen.motion,
    message: message?.slice(0, 1000) ?? null,
  }
}

function motionOf(pipeline: CameraPipeline): MotionReport {
  const { detection, isMotionResting } = pipeline
  const { health } = detection
  const isWatching = health?.state === 'watching'
  return {
    state: isWatching && isMotionResting ? 'standby' : (health?.state ?? 'off'),
    stream: pipeline.streamsInUse().find(({ connection }) => connection === detection.watched)?.role ?? null,
    last_motion_at: timeOf(detection.lastMotionAtMs),
    message: detection.isBlind
      ? 'the zones leave nothing to watch'
      : (health?.message?.slice(0, 1000) ?? null),
  }
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
