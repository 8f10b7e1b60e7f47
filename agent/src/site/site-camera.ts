import type { CameraSet } from '@sightline/protocol'
import { Camera, type CameraDeps, isSameEndpoint, type LiveStreamFacts } from '../cameras/camera.js'
import { type CameraStatus, next } from '../cameras/camera-status.js'
import type { StreamEndpoint } from '../cameras/receive-stream.js'
import { retryWaitMs } from '../cameras/retry-pace.js'
import { secrets } from '../platform/secrets.js'
import type { Recorder, Trigger } from '../recording/recorder.js'
import type { Recordings } from '../recording/recordings.js'
import { type ReachCameraDeps, reachCamera } from './reach-camera.js'
import { isSameConnection } from './same-connection.js'

export interface SiteCameraDeps extends ReachCameraDeps, Omit<CameraDeps, 'onStatus'> {
  readonly recordings: Recordings
  readonly onStatus: (cameraId: string) => void
}

/** A camera of the configuration, at work: its streams are found, received and recorded. */
export class SiteCamera {
  readonly #deps: SiteCameraDeps
  /** The password is known to the redactor for as long as this camera is. */
  readonly #secrets = secrets.scope()
  #settings: CameraSet
  /** The settings that the attempt under way began with. */
  #attempted: CameraSet
  #status: CameraStatus
  #camera: Camera | null = null
  #recorder: Recorder | null = null
  #endpoints: readonly StreamEndpoint[] = []
  /** Ends what is under way when the connection is set anew. */
  #attempt = new AbortController()
  readonly #stop = new AbortController()
  readonly #running: Promise<void>

  constructor(settings: CameraSet, deps: SiteCameraDeps) {
    this.#settings = settings
    this.#attempted = settings
    this.#deps = deps
    this.#status = {
      state: settings.enabled ? 'connecting' : 'disabled',
      fault: null,
      message: null,
      sinceMs: deps.clock.now(),
    }
    this.#running = this.#run()
  }

  get settings(): CameraSet {
    return this.#settings
  }

  status(): CameraStatus {
    return this.#status
  }

  /** What is being received; null unless packets flow. */
  stream(): LiveStreamFacts | null {
    return this.#camera?.stream() ?? null
  }

  reconnectsLastHour(): number {
    return this.#camera?.counters().reconnectsLastHour ?? 0
  }

  stallsLastHour(): number {
    return this.#camera?.counters().stallsLastHour ?? 0
  }

  /** True while memory does not suffice for the pre-roll. */
  isPreRollShortened(): boolean {
    return this.#camera?.ring().isCutShort ?? false
  }

  /**
   * The facts of a stream if this camera receives it now with the same account, so that nobody connects a
   * second time.
   */
  receives(endpoint: StreamEndpoint): LiveStreamFacts | null {
    return this.#camera && isSameEndpoint(this.#camera.endpoint, endpoint) ? this.stream() : null
  }

  /** Addresses in use, as far as they are known. */
  endpoints(): readonly StreamEndpoint[] {
    return this.#endpoints
  }

  /** Null while the camera is not being received. */
  trigger(trigger: Trigger) {
    return this.#status.state === 'online' && this.#recorder ? this.#recorder.trigger(trigger) : null
  }

  newestGop() {
    return this.#camera?.source.newestGop() ?? []
  }

  /** Takes new settings. Whatever concerns the connection makes it anew; the rest counts from now on. */
  update(settings: CameraSet): void {
    this.#settings = settings
    this.#configure()
    void this.#reconnectIfOther(settings)
  }

  /** Ends what is under way and connects again at once: the camera was found at another address. */
  connectAnew(): void {
    this.#attempt.abort(new Error('the camera is somewhere else'))
  }

  /** Ends the recording with what there is, and the connection. */
  async stop(): Promise<void> {
    await this.#recorder?.stop()
    this.#stop.abort(new Error('the camera is not wanted any more'))
    await this.#running
    this.#endpoints = []
    this.#secrets.end()
  }

  /** One set of connection settings after the other, until the end. */
  async #run(): Promise<void> {
    const { clock, log } = this.#deps
    for (let failures = 0; !this.#stop.signal.aborted; ) {
      this.#attempt = new AbortController()
      const signal = AbortSignal.any([this.#stop.signal, this.#attempt.signal])
      try {
        const waitMs = await this.#once(failures + 1, signal)
        failures += 1
        await clock.delay(waitMs, { signal })
      } catch (err) {
        failures = 0
        if (signal.aborted) continue
        log.error({ cameraId: this.#settings.camera_id, err }, 'camera.not_run')
        await clock.delay(5000, { signal }).catch(() => undefined)
      }
    }
  }

  /**
   * Makes the connection anew if `wanted` needs another one. Compared is what is in use, not the settings
   * before: of several updates in a row the last one decides, whichever was looked at first.
   */
  async #reconnectIfOther(wanted: CameraSet): Promise<void> {
    const attempted = this.#attempted
    const located = this.#located(wanted)
    if (await isSameConnection(attempted, located, this.#deps.sealingKey, this.#secrets)) return
    // A later update looks for itself, and a later attempt began with the newest settings.
    if (this.#settings !== wanted || this.#attempted !== attempted || this.#stop.signal.aborted) return
    this.#note({ kind: 'configured', enabled: wanted.enabled })
    this.#attempt.abort(new Error('the settings changed'))
  }

  /** Finds the streams and receives until the signal. @returns how long to wait if they cannot be found. */
  async #once(attempt: number, signal: AbortSignal): Promise<number> {
    const configured = this.#settings
    const settings = this.#located(configured)
    this.#attempted = settings
    if (!settings.enabled) await aborted(signal)
    const found = await reachCamera(settings, configured, { ...this.#deps, guard: this.#secrets }, signal)
    if (found.kind === 'failed') {
      const { fault, message } = found
      this.#note({ kind: 'failed', fault, message })
      return retryWaitMs({ fault, failures: attempt, tookMs: 0 }, this.#deps.random)
    }
    this.#endpoints = found.sub ? [found.main, found.sub] : [found.main]
    const recorded = settings.recording_stream === 'sub' ? (found.sub ?? found.main) : found.main
    await this.#receive(recorded, signal)
    return 0
  }

  async #receive(endpoint: StreamEndpoint, signal: AbortSignal): Promise<void> {
    const { recordings } = this.#deps
    const { camera_id: id, pre_event_buffer_sec: preEventSec } = this.#settings
    const camera = new Camera(
      { id, enabled: true, endpoint, preEventSec },
      { ...this.#deps, onStatus: (status) => this.#take(status) },
    )
    const recorder = recordings.forCamera(id, camera.source, recordingOf(this.#settings))
    this.#camera = camera
    this.#recorder = recorder
    try {
      await camera.run(signal)
    } finally {
      this.#camera = null
      this.#recorder = null
      await recorder.stop()
    }
  }

  /** The settings with the address at which the camera is now, as far as that is known. */
  #located(settings: CameraSet): CameraSet {
    return this.#deps.whereabouts?.located(settings) ?? settings
  }

  #configure(): void {
    this.#recorder?.configure(recordingOf(this.#settings))
    const camera = this.#camera
    if (!camera) return
    const { camera_id: id, pre_event_buffer_sec: preEventSec } = this.#settings
    camera.update({ id, enabled: true, endpoint: camera.endpoint, preEventSec })
  }

  #note(event: Parameters<typeof next>[1]): void {
    this.#take(next(this.#status, event, this.#deps.clock.now()))
  }

  #take(status: CameraStatus): void {
    if (status === this.#status) return
    this.#status = status
    this.#deps.onStatus(this.#settings.camera_id)
  }
}

/** Waits for the end of `signal`, then rejects. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new Error('ended', { cause: signal.reason }))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

function recordingOf(settings: CameraSet) {
  return {
    preSec: settings.pre_event_buffer_sec,
    postSec: settings.post_event_buffer_sec,
    durationSec: settings.recording_duration_sec,
  }
}
