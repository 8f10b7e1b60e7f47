import type { CameraSet, StreamRole } from '@sightline/protocol'
import type { Camera, FailedStream } from '../cameras/camera.js'
import type { CameraCounter } from '../cameras/camera-counters.js'
import type { CameraStatus } from '../cameras/camera-status.js'
import type { StreamEndpoint } from '../cameras/receive-stream.js'
import type { HeldStream, StreamHolder, StreamUse } from '../cameras/stream-holder.js'
import type { EventTarget } from '../onvif/event-subscription.js'
import type { StillPlace } from '../onvif/fetch-snapshot.js'
import type { Random } from '../platform/random.js'
import type { Recorder, Trigger } from '../recording/recorder.js'
import type { Recordings } from '../recording/recordings.js'
import { CameraEvents, type CameraEventsDeps } from './camera-events.js'
import { Detection, type DetectionDeps } from './detection.js'
import type { Disturbance } from './disturbance.js'
import type { StreamsFound } from './find-streams.js'
import { MotionJoin } from './motion-join.js'
import { planStreams, type StreamPlan } from './stream-plan.js'
import { keptSec, recordingOf } from './stream-settings.js'
import { type StreamInUse, streamsInUse } from './streams-in-use.js'

export interface ReceivedCameraDeps extends DetectionDeps, CameraEventsDeps {
  readonly random: Random
  readonly recordings: Recordings
}

export interface ReceivedCameraOptions {
  readonly settings: CameraSet
  readonly found: StreamsFound
  readonly streams: StreamHolder
  readonly counter: CameraCounter
  readonly disturbance: Disturbance
  /** Where its events are to be had; null for a camera that is known by its streams only. */
  readonly events: EventTarget | null
  /** Of the recorded stream: that is the status of the camera. */
  onStatus(status: CameraStatus): void
  onFailed(failed: FailedStream): void
  /** The recorded stream was refused, and its place is free now. */
  onPlaceFreed(): void
  /** Something beside the status may be worth telling. */
  onNews(): void
}

/**
 * A camera whose streams were found, at work: recorded, watched for movement, and listened to. The recorded stream is
 * connected first, the one for detection once that flows, and events come last.
 */
export class ReceivedCamera {
  readonly #options: ReceivedCameraOptions
  readonly #deps: ReceivedCameraDeps
  #settings: CameraSet
  #plan: StreamPlan
  readonly #recorded: HeldStream
  readonly #recorder: Recorder
  readonly #detection: Detection
  readonly #events: CameraEvents | null
  readonly #join: MotionJoin
  #hasFlowed = false

  constructor(options: ReceivedCameraOptions, deps: ReceivedCameraDeps) {
    const { settings, found, streams, counter, disturbance } = options
    this.#options = options
    this.#deps = deps
    this.#settings = settings
    this.#plan = planStreams(settings, found.sub !== null)
    this.#recorded = streams.take(this.#endpointOf(this.#plan.recording), {
      use: 'recording',
      preEventSec: this.#keptSec(),
      counter,
      onStatus: (status) => this.#heard(status),
      onFailed: (failed) => options.onFailed(failed),
    })
    const { camera } = this.#recorded
    const { camera_id: cameraId } = settings
    this.#recorder = deps.recordings.forCamera(cameraId, camera.source, recordingOf(settings))
    this.#join = this.#joined()
    this.#detection = new Detection(
      {
        cameraId,
        streams,
        recorded: camera,
        settings,
        disturbance,
        onMotion: (motion) => this.#join.saw(motion),
        onQuiet: () => this.#join.quiet(),
        onChange: () => options.onNews(),
      },
      deps,
    )
    this.#events = options.events && this.#listening(options.events)
  }

  /** The recorded stream. */
  get camera(): Camera {
    return this.#recorded.camera
  }

  get plan(): StreamPlan {
    return this.#plan
  }

  get detection(): Detection {
    return this.#detection
  }

  /** Null for a camera that has none to be listened to. */
  get events(): CameraEvents['health'] | null {
    return this.#events?.health ?? null
  }

  /** True while the camera tells of movement itself. */
  get isMotionResting(): boolean {
    return this.#join.rests
  }

  /** The camera's clock minus ours when it was asked last, seconds; null if not known. */
  get clockSkewSec(): number | null {
    return this.#options.found.device?.clockSkewSec ?? null
  }

  /** Where the camera gives a still picture over HTTP; null if it offers none. */
  get still(): StillPlace | null {
    const { device, main } = this.#options.found
    if (device === null || device.snapshotUrl === null) return null
    const { admit, credentials, digestOnly = false } = main
    return { url: device.snapshotUrl, credentials: credentials && { ...credentials, digestOnly }, admit }
  }

  /** Each stream that somebody uses, main first. */
  streamsInUse(): StreamInUse[] {
    const { found, streams } = this.#options
    return streamsInUse(found, streams, this.#detection.watched)
  }

  /** Uses a stream, also one that nobody uses yet; null if the camera has none of that role. */
  open(role: StreamRole, use: StreamUse): HeldStream | null {
    const endpoint = this.#options.found[role]
    return endpoint && this.#options.streams.take(endpoint, { use, preEventSec: 0 })
  }

  trigger(trigger: Trigger) {
    return this.#recorder.trigger(trigger)
  }

  /** Takes settings under which the camera is reached as before. */
  configure(settings: CameraSet): void {
    this.#settings = settings
    this.#plan = planStreams(settings, this.#options.found.sub !== null)
    this.#recorder.configure(recordingOf(settings))
    this.#recorded.keep(this.#keptSec())
    this.#detection.configure(settings)
    if (this.#hasFlowed) this.#detection.use(this.#ownEndpoint())
  }

  /** Ends the recording with what there is, the subscription, and the connections. */
  async stop(): Promise<void> {
    this.#join.stop()
    // A recording ends before its stream, so that it says that it was stopped and not that it lost its pictures.
    const recorded = this.#recorder.stop().then(() => this.#recorded.release())
    await Promise.all([this.#events?.stop(), this.#detection.stop(), recorded])
  }

  #endpointOf(role: StreamRole): StreamEndpoint {
    const { main, sub } = this.#options.found
    return role === 'sub' ? (sub ?? main) : main
  }

  /** Of the stream that is received for detection alone; null where the recorded one serves. */
  #ownEndpoint(): StreamEndpoint | null {
    const { detection, recording } = this.#plan
    return detection === recording ? null : this.#endpointOf(detection)
  }

  #keptSec(): number {
    return keptSec(this.#settings, this.#options.events !== null)
  }

  #heard(status: CameraStatus): void {
    if (status.state === 'online') {
      this.#hasFlowed = true
      this.#detection.use(this.#ownEndpoint())
      this.#events?.begin()
    } else if (status.state === 'offline') {
      this.#detection.recordedLost()
    } else if (status.state === 'stream_limit') {
      void this.#detection.recordedRefused().then((isFreed) => isFreed && this.#options.onPlaceFreed())
    }
    this.#options.onStatus(status)
  }

  #joined(): MotionJoin {
    const { clock, random } = this.#deps
    return new MotionJoin({
      clock,
      random,
      durationSec: () => this.#settings.recording_duration_sec,
      isRecording: () => this.#recorder.state === 'recording',
      isFlowing: () => this.camera.status().state === 'online',
      trigger: (trigger) => this.#triggerByItself(trigger),
    })
  }

  #listening(target: EventTarget): CameraEvents {
    const listener = {
      onEvent: (event: Parameters<MotionJoin['noticed']>[0]) => this.#join.noticed(event),
      onStillActive: (event: Parameters<MotionJoin['lasts']>[0]) => this.#join.lasts(event),
      onHealth: (health: CameraEvents['health']) => {
        this.#join.heard(health)
        this.#options.onNews()
      },
    }
    return new CameraEvents(target, listener, this.#deps)
  }

  #triggerByItself(trigger: Trigger): void {
    const { camera_id: cameraId } = this.#settings
    const { source, category } = trigger
    this.#deps.log.info({ cameraId, source, category }, 'camera.triggered')
    this.#recorder.trigger(trigger).catch((err: unknown) => {
      this.#deps.log.error({ cameraId, source, err }, 'camera.trigger_failed')
    })
  }
}
