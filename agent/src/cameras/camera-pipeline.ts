import type { CameraSet, StreamRole } from '@sightline/protocol'
import { inBackground } from '../platform/background.js'
import type { Random } from '../platform/random.js'
import type { Recorder, Trigger } from '../recording/recorder.js'
import type { Recordings } from '../recording/recordings.js'
import type { CameraCounter } from '../streams/camera-counters.js'
import type { CameraStatus } from '../streams/camera-status.js'
import type { FailedStream, StreamConnection } from '../streams/stream-connection.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import type { StreamHandle, StreamPool, StreamUse } from '../streams/stream-pool.js'
import { CameraEvents, type CameraEventsDeps, type CameraEventTarget } from './camera-events.js'
import { Detection, type DetectionDeps } from './detection.js'
import { LatePreRoll } from './late-pre-roll.js'
import type { LiveStreams } from './live-streams.js'
import { MotionArbiter } from './motion-arbiter.js'
import type { ResolvedStreams } from './resolve-streams.js'
import type { SecondStreamPolicy } from './second-stream-policy.js'
import { planStreams, type StreamPlan } from './stream-plan.js'
import { bufferSec, recordingOf } from './stream-settings.js'
import { type StreamInUse, streamsInUse } from './streams-in-use.js'

export interface CameraPipelineDeps extends DetectionDeps, CameraEventsDeps {
  readonly random: Random
  readonly recordings: Recordings
}

interface CameraPipelineOptions {
  readonly settings: CameraSet
  readonly found: ResolvedStreams
  readonly streams: StreamPool
  readonly counter: CameraCounter
  readonly secondStreamPolicy: SecondStreamPolicy
  /** Whoever watches live, over all connections of the camera. */
  readonly live: LiveStreams
  /** Where its events are to be had; null for a camera that is known by its streams only. */
  readonly events: CameraEventTarget | null
  /** Of the recorded stream: that is the status of the camera. */
  onStatus(status: CameraStatus): void
  onFailed(failed: FailedStream): void
  /** Of a stream beside it. */
  onSecondFailed(failed: FailedStream): void
  /** The recorded stream was refused, and its slot at the camera is free now. */
  onPlaceFreed(): void
  /** Something beside the status may have changed. */
  onChange(): void
}

/**
 * A camera whose streams were found, at work: recorded, watched for movement, and listened to. The recorded stream is
 * connected first, the one for detection once that flows, and events come last.
 */
export class CameraPipeline {
  readonly #options: CameraPipelineOptions
  readonly #deps: CameraPipelineDeps
  #settings: CameraSet
  #plan: StreamPlan
  #found: ResolvedStreams
  readonly #recorded: StreamHandle
  readonly recorder: Recorder
  readonly detection: Detection
  readonly #events: CameraEvents | null
  readonly #arbiter: MotionArbiter
  #hasFlowed = false
  #wasRefused = false
  readonly #lateness: LatePreRoll

  constructor(options: CameraPipelineOptions, deps: CameraPipelineDeps) {
    const { settings, found, streams, counter, secondStreamPolicy } = options
    this.#options = options
    this.#deps = deps
    this.#settings = settings
    this.#found = found
    this.#plan = planStreams(settings, found.sub !== null)
    this.#lateness = new LatePreRoll(deps.clock, () => {
      this.#recorded.keep(this.#keptSec())
      this.detection.second.keepLonger(this.#lateness.sec)
    })
    this.#recorded = streams.acquire(this.#endpointOf(this.#plan.recording), {
      use: 'recording',
      preEventSec: this.#keptSec(),
      counter,
      onStatus: (status) => this.#onStatus(status),
      onFailed: (failed) => options.onFailed(failed),
    })
    const { connection } = this.#recorded
    const { camera_id: cameraId } = settings
    this.recorder = deps.recordings.forCamera(cameraId, connection.source, recordingOf(settings))
    this.#arbiter = this.#createArbiter()
    this.detection = new Detection(
      {
        cameraId,
        streams,
        recorded: connection,
        settings,
        policy: secondStreamPolicy,
        onMotion: (motion) => this.#arbiter.motionDetected(motion),
        onQuiet: () => this.#arbiter.motionEnded(),
        onLate: (lateMs) => this.#lateness.set(lateMs),
        onFailed: (failed) => options.onSecondFailed(failed),
        onChange: () => options.onChange(),
      },
      deps,
    )
    this.#events = options.events && this.#listening(options.events)
  }

  /** The recorded stream. */
  get recorded(): StreamConnection {
    return this.#recorded.connection
  }

  get plan(): StreamPlan {
    return this.#plan
  }

  /** Null for a camera that has none to be listened to. */
  get events(): CameraEvents['health'] | null {
    return this.#events?.health ?? null
  }

  /** True while the camera reports movement itself. */
  get isMotionResting(): boolean {
    return this.#arbiter.rests
  }

  /** Where its streams are, and what its device said of itself. */
  get found(): ResolvedStreams {
    return this.#found
  }

  /** Of streams that were found, where the one beside the recorded one is; null where there is none. */
  secondUrl({ main, sub }: ResolvedStreams): string | null {
    return this.#plan.recording === 'main' ? (sub?.url ?? null) : main.url
  }

  /** Streams beside the recorded one are somewhere else; that one is left alone, for it flows. */
  secondMoved(now: ResolvedStreams): void {
    const { main, sub } = now
    this.#found = this.#plan.recording === 'main' ? { ...this.#found, sub } : { ...this.#found, main }
    this.#options.live.moved(this.#found)
    if (this.#hasFlowed) this.detection.use(this.#ownEndpoint())
    this.#options.onChange()
  }

  /** Each stream in use, main first. */
  streamsInUse(): StreamInUse[] {
    return streamsInUse(this.#found, this.#options.streams, this.detection.watched)
  }

  /** Uses a stream, also one that is not in use yet; null if the camera has none of that role. */
  open(role: StreamRole, use: StreamUse): StreamHandle | null {
    const endpoint = this.#found[role]
    const onFailed = (failed: FailedStream) => {
      if (role !== this.#plan.recording) this.#options.onSecondFailed(failed)
    }
    return endpoint && this.#options.streams.acquire(endpoint, { use, preEventSec: 0, onFailed })
  }

  /** Takes settings under which the camera is reached as before. */
  configure(settings: CameraSet): void {
    this.#settings = settings
    this.#plan = planStreams(settings, this.#found.sub !== null)
    this.recorder.configure(recordingOf(settings))
    this.#recorded.keep(this.#keptSec())
    this.detection.configure(settings)
    if (this.#hasFlowed) this.detection.use(this.#ownEndpoint())
  }

  /** Ends the recording with what there is, the subscription, and the connections. */
  async stop(): Promise<void> {
    this.#arbiter.stop()
    this.#lateness.stop()
    // A recording ends before its stream, so that it says that it was stopped and not that it lost its pictures.
    const recorded = this.recorder.stop().then(() => this.#recorded.release())
    await Promise.all([this.#events?.stop(), this.detection.stop(), recorded])
  }

  #endpointOf(role: StreamRole): StreamEndpoint {
    const { main, sub } = this.#found
    return role === 'sub' ? (sub ?? main) : main
  }

  /** Of the stream that is received for detection alone; null where the recorded one serves. */
  #ownEndpoint(): StreamEndpoint | null {
    const { detection, recording } = this.#plan
    return detection === recording ? null : this.#endpointOf(detection)
  }

  #keptSec(): number {
    return bufferSec(this.#settings, this.#options.events !== null) + this.#lateness.sec
  }

  /** To events; what was refused with the account is asked for anew. */
  #listenAgain(): void {
    const { log } = this.#deps
    if (!this.#wasRefused) this.#events?.begin()
    else if (this.#events) inBackground(this.#events.accountAccepted(), log, 'camera.events_not_begun')
    this.#wasRefused = false
  }

  #onStatus(status: CameraStatus): void {
    if (status.state === 'online') {
      this.#hasFlowed = true
      this.detection.use(this.#ownEndpoint())
      this.#options.live.recordedFlows()
      this.#listenAgain()
      this.#arbiter.picturesBack()
    } else if (status.state === 'offline') {
      this.#options.live.recordedLost()
      this.detection.second.recordedLost()
    } else if (status.state === 'auth_failed') {
      this.#wasRefused = true
      this.detection.accountRefused()
    } else if (status.state === 'stream_limit') {
      inBackground(this.#freePlaces(), this.#deps.log, 'detection.stream_not_released')
    }
    this.#options.onStatus(status)
  }

  /** Gives up what is received beside the recorded stream, which was refused. */
  async #freePlaces(): Promise<void> {
    const freed = await Promise.all([
      this.detection.second.recordedRefused(),
      this.#options.live.recordedRefused(),
    ])
    if (freed.includes(true)) this.#options.onPlaceFreed()
  }

  #createArbiter(): MotionArbiter {
    const { clock, random } = this.#deps
    return new MotionArbiter({
      clock,
      random,
      durationSec: () => this.#settings.recording_duration_sec,
      isRecording: () => this.recorder.state === 'recording',
      isFlowing: () => this.recorded.status().state === 'online',
      cutEventId: () => this.recorder.cutEventId,
      trigger: (trigger) => this.#triggerRecording(trigger),
    })
  }

  #listening(target: CameraEventTarget): CameraEvents {
    const listener = {
      onEvent: (event: Parameters<MotionArbiter['cameraReported']>[0]) => this.#arbiter.cameraReported(event),
      onStillActive: (event: Parameters<MotionArbiter['cameraStillReports']>[0]) =>
        this.#arbiter.cameraStillReports(event),
      onHealth: (health: CameraEvents['health']) => {
        this.#arbiter.subscriptionChanged(health)
        this.#options.onChange()
      },
    }
    return new CameraEvents(target, listener, this.#deps)
  }

  #triggerRecording(trigger: Trigger): void {
    const { camera_id: cameraId } = this.#settings
    const { source, category } = trigger
    this.#deps.log.info({ cameraId, source, category }, 'camera.triggered')
    this.recorder.trigger(trigger).catch((err: unknown) => {
      this.#deps.log.error({ cameraId, source, err }, 'camera.trigger_failed')
    })
  }
}
