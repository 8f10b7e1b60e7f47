import type { CameraConnection, CameraSet, StreamRole } from '@sightline/protocol'
import type { CameraDeps, FailedStream, LiveStreamFacts } from '../cameras/camera.js'
import { CameraCounter, type CameraCounters } from '../cameras/camera-counters.js'
import { type CameraEvent, type CameraStatus, next } from '../cameras/camera-status.js'
import type { StreamEndpoint } from '../cameras/receive-stream.js'
import { retryWaitMs } from '../cameras/retry-pace.js'
import { type HeldStream, StreamHolder, type StreamUse } from '../cameras/stream-holder.js'
import { secrets } from '../platform/secrets.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { Trigger } from '../recording/recorder.js'
import { forgetCertificate } from '../rtsp/certificate-pins.js'
import type { PacketSource } from '../stream/packet.js'
import { Attempts } from './attempts.js'
import { Disturbance } from './disturbance.js'
import type { StreamsFound } from './find-streams.js'
import { type ReachCameraDeps, reachCamera } from './reach-camera.js'
import { ReceivedCamera, type ReceivedCameraDeps } from './received-camera.js'
import { isSameConnection } from './same-connection.js'
import { eventsOf, over } from './stream-settings.js'

export interface SiteCameraDeps
  extends ReachCameraDeps,
    ReceivedCameraDeps,
    Omit<CameraDeps, 'onStatus' | 'onFailed' | 'counter'> {
  readonly onStatus: (cameraId: string) => void
  /** Something beside the status may be worth telling. */
  readonly onNews: (cameraId: string) => void
}

/** So many times in a row there is no stream at its address: then the device is asked anew where its streams are. */
const lostAfter = 3
/** And not more often than this, ms: a description is many questions. */
const askAnewAfterMs = 60_000

/** A camera of the configuration, at work: its streams are found, received and recorded. */
export class SiteCamera {
  readonly #deps: SiteCameraDeps
  /** The password is known to the redactor for as long as this camera is. */
  readonly #secrets = secrets.scope()
  readonly #streams: StreamHolder
  /** Counts over all connections, whatever settings they had. */
  readonly #counter: CameraCounter
  readonly #disturbance: Disturbance
  #settings: CameraSet
  /** The settings that the attempt under way began with. */
  #attempted: CameraSet
  #status: CameraStatus
  #received: ReceivedCamera | null = null
  #foundAtMs = Number.NEGATIVE_INFINITY
  #endpoints: readonly StreamEndpoint[] = []
  readonly #attempts: Attempts

  constructor(settings: CameraSet, deps: SiteCameraDeps) {
    this.#settings = settings
    this.#attempted = settings
    this.#deps = deps
    this.#streams = new StreamHolder(settings.camera_id, deps)
    this.#counter = new CameraCounter(deps.clock)
    this.#disturbance = new Disturbance(deps.clock)
    this.#status = {
      state: settings.enabled ? 'connecting' : 'disabled',
      fault: null,
      message: null,
      sinceMs: deps.clock.now(),
    }
    this.#attempts = new Attempts({
      ...deps,
      cameraId: settings.camera_id,
      once: (failures, signal) => this.#once(failures, signal),
    })
  }

  get settings(): CameraSet {
    return this.#settings
  }

  /** Where it is to be reached now, and whether its account goes there only in forms that hide the password. */
  get whereabouts(): { readonly connection: CameraConnection; readonly digestOnly: boolean } {
    const digestOnly = this.#deps.whereabouts?.isOnTrial(this.#settings) ?? false
    return { connection: this.#located(this.#settings).connection, digestOnly }
  }

  /** Null unless its streams are found. */
  get received(): ReceivedCamera | null {
    return this.#received
  }

  status(): CameraStatus {
    return this.#status
  }

  counters(): CameraCounters {
    return this.#counter.read()
  }

  /** What is being recorded; null unless packets flow. */
  stream(): LiveStreamFacts | null {
    return this.#received?.camera.stream() ?? null
  }

  /**
   * The facts of a stream if this camera receives it now with the same account, so that nobody connects a
   * second time.
   */
  receives(endpoint: StreamEndpoint): LiveStreamFacts | null {
    return this.#streams.find(endpoint)?.stream() ?? null
  }

  /** Addresses in use, as far as they are known. */
  endpoints(): readonly StreamEndpoint[] {
    return this.#endpoints
  }

  /** Null while the camera is not being received. */
  trigger(trigger: Trigger) {
    return this.#status.state === 'online' && this.#received ? this.#received.trigger(trigger) : null
  }

  newestGop() {
    return this.#received?.camera.source.newestGop() ?? []
  }

  /** A stream that is received now: that of the role, or the smallest. */
  source(role?: StreamRole): PacketSource | null {
    const inUse = this.#received?.streamsInUse() ?? []
    const found = role ? inUse.find((stream) => stream.role === role) : inUse.at(-1)
    return found?.camera.source ?? null
  }

  /** Uses a stream, and connects to it if nobody does; null if it is not known or there is none. */
  open(role: StreamRole, use: StreamUse): HeldStream | null {
    return this.#received?.open(role, use) ?? null
  }

  /** Takes new settings. Whatever concerns the connection makes it anew; the rest counts from now on. */
  update(settings: CameraSet): void {
    this.#settings = settings
    this.#received?.configure(settings)
    void this.#reconnectIfOther(settings)
  }

  /** Ends what is under way and connects again at once: the camera is somewhere else. */
  connectAnew(): void {
    this.#attempts.anew('the camera is looked for anew')
  }

  /** Ends the recording with what there is, and the connections. */
  async stop(): Promise<void> {
    await this.#attempts.stop()
    await this.#streams.close()
    this.#endpoints = []
    this.#secrets.end()
  }

  /**
   * Makes the connection anew if `wanted` needs another one. Compared is what is in use, not the settings
   * before: of several updates in a row the last one decides, whichever was looked at first.
   */
  async #reconnectIfOther(wanted: CameraSet): Promise<void> {
    const attempted = this.#attempted
    const located = this.#located(wanted)
    if (await isSameConnection(attempted, located, this.#deps.sealingKey, this.#secrets)) return
    await this.#forgetCertificates(attempted, located)
    // A later update looks for itself, and a later attempt began with the newest settings.
    if (this.#settings !== wanted || this.#attempted !== attempted || this.#attempts.areOver) return
    this.#note({ kind: 'configured', enabled: wanted.enabled })
    this.#attempts.anew('the settings changed')
  }

  /** Who gives another address or account vouches for what answers there: its certificate may be another one. */
  async #forgetCertificates(before: CameraSet, after: CameraSet): Promise<void> {
    const { pins, sealingKey } = this.#deps
    const settings = { ...after, connection: before.connection }
    if (!pins || (await isSameConnection(settings, after, sealingKey, this.#secrets))) return
    // What is no address has no certificate.
    await Promise.allSettled(this.#endpoints.map(({ url }) => forgetCertificate(url, pins)))
  }

  /** Finds the streams and receives until the signal. @returns how long to wait if they cannot be found. */
  async #once(failures: number, signal: AbortSignal): Promise<number> {
    const { clock, random } = this.#deps
    const configured = this.#settings
    const located = this.#located(configured)
    this.#attempted = located
    if (!located.enabled) await untilAborted(signal)
    const startedMs = clock.monotonic()
    const found = await reachCamera(located, configured, { ...this.#deps, guard: this.#secrets }, signal)
    if (found.kind === 'found') return this.#receive(located, found, signal)
    const { fault, message } = found
    this.#note({ kind: 'failed', fault, message })
    return retryWaitMs({ fault, failures, tookMs: clock.monotonic() - startedMs }, random)
  }

  /** Receives until the signal, and throws its reason. */
  async #receive(located: CameraSet, found: StreamsFound, signal: AbortSignal): Promise<never> {
    this.#endpoints = found.sub ? [found.main, found.sub] : [found.main]
    this.#foundAtMs = this.#deps.clock.monotonic()
    const received = new ReceivedCamera(
      {
        settings: this.#settings,
        found: over(located.stream_transport, found),
        streams: this.#streams,
        counter: this.#counter,
        disturbance: this.#disturbance,
        events: eventsOf(located, found),
        onStatus: (status) => this.#take(status),
        onFailed: (failed) => this.#failed(found, failed),
        onPlaceFreed: () => this.connectAnew(),
        onNews: () => this.#deps.onNews(located.camera_id),
      },
      this.#deps,
    )
    this.#received = received
    try {
      return await untilAborted(signal)
    } finally {
      this.#received = null
      await received.stop()
    }
  }

  /** A device that was set up anew has its streams elsewhere; of one that is another nothing more is asked. */
  #failed({ device }: StreamsFound, { fault, failures }: FailedStream): void {
    if (fault === 'address' && this.#deps.whereabouts?.isStrangerThere(this.#settings)) this.connectAnew()
    const isLost = device !== null && fault === 'not_found' && failures >= lostAfter
    if (isLost && this.#deps.clock.monotonic() - this.#foundAtMs >= askAnewAfterMs) this.connectAnew()
  }

  /** The settings with the address at which the camera is now, as far as that is known. */
  #located(settings: CameraSet): CameraSet {
    return this.#deps.whereabouts?.located(settings) ?? settings
  }

  #note(event: CameraEvent): void {
    this.#take(next(this.#status, event, this.#deps.clock.now()))
  }

  #take(status: CameraStatus): void {
    const { state, fault, message, sinceMs } = this.#status
    const isSameState = status.state === state
    if (isSameState && status.fault === fault && status.message === message) return
    // A connection made anew knows nothing of how long the state has lasted.
    this.#status = isSameState ? { ...status, sinceMs } : status
    this.#deps.onStatus(this.#settings.camera_id)
  }
}
