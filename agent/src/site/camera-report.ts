import type {
  CameraStatusReport,
  EventsReport,
  MotionReport,
  ReportedStream,
  StreamRole,
} from '@sightline/protocol'
import type { LiveStreamFacts } from '../cameras/camera.js'
import { warningsOf } from './camera-warnings.js'
import { RateHistory } from './rate-history.js'
import type { ReceivedCamera } from './received-camera.js'
import type { SiteCamera } from './site-camera.js'
import type { StreamInUse } from './streams-in-use.js'

/** Says of one camera what the cloud and the people at the site are told. */
export class CameraReporter {
  readonly #camera: SiteCamera
  readonly #histories: Record<StreamRole, RateHistory> = { main: new RateHistory(), sub: new RateHistory() }

  constructor(camera: SiteCamera) {
    this.#camera = camera
  }

  /** Takes a reading of the streams; to be called at about the same distance each time. */
  sample(): void {
    for (const { role, facts, camera } of this.#camera.received?.streamsInUse() ?? []) {
      const { units, packetsLost } = camera.counters()
      this.#histories[role].add({ fps: facts?.fps ?? null, units, packetsLost })
    }
  }

  /** What is to be said of the camera now. */
  report(): CameraStatusReport {
    const camera = this.#camera
    const { state, fault, message, sinceMs } = camera.status()
    const { received } = camera
    const stream = camera.stream()
    const { reconnectsLastHour, stallsLastHour } = camera.counters()
    return {
      camera_id: camera.settings.camera_id,
      state,
      fault,
      message: message?.slice(0, 1000) ?? null,
      since: new Date(sinceMs).toISOString(),
      stream: stream && factsOf(stream),
      reconnects_last_hour: reconnectsLastHour,
      stalls_last_hour: stallsLastHour,
      pre_roll_shortened: received?.camera.ring().isCutShort ?? false,
      streams: received?.streamsInUse().map(reportStream) ?? [],
      events: received && eventsOf(received),
      motion: received && motionOf(received),
      clock_skew_sec: received?.clockSkewSec ?? null,
      warnings: received ? this.#warnings(received) : [],
    }
  }

  #warnings(received: ReceivedCamera) {
    const { plan, detection, clockSkewSec, camera } = received
    return warningsOf({
      streams: received.streamsInUse().flatMap(({ role, facts }) => {
        return facts === null ? [] : [{ role, facts, history: this.#histories[role] }]
      }),
      isSubMissing: plan.isSubMissing,
      trouble: detection.trouble,
      isPreRollShortened: camera.ring().isCutShort,
      clockSkewSec,
      motion: detection.health,
    })
  }
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

function eventsOf({ events }: ReceivedCamera): EventsReport | null {
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

function motionOf(received: ReceivedCamera): MotionReport {
  const { detection, isMotionResting } = received
  const { health } = detection
  const isWatching = health?.state === 'watching'
  return {
    state: isWatching && isMotionResting ? 'standby' : (health?.state ?? 'off'),
    stream: received.streamsInUse().find(({ camera }) => camera === detection.watched)?.role ?? null,
    last_motion_at: timeOf(detection.lastMotionAtMs),
    message: detection.isBlind
      ? 'the zones leave nothing to watch'
      : (health?.message?.slice(0, 1000) ?? null),
  }
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
