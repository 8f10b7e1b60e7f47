import {
  type CameraLease,
  type LiveStart,
  type LiveStartOutcome,
  liveCloseCodes,
  liveLimits,
} from '@sightline/protocol'
import type { ActiveCamera } from '../cameras/active-camera.js'
import type { CameraSupervisor } from '../cameras/camera-supervisor.js'
import type { WatchRefusal } from '../cameras/live-streams.js'
import type { Channel } from '../cloud-link/open-socket.js'
import { BackgroundTasks } from '../platform/background.js'
import type { AskCamera } from './keyframe-requests.js'
import { KeyframeRequests } from './keyframe-requests.js'
import { LineTrip } from './line-trip.js'
import { LiveUpstream } from './live-upstream.js'
import { type MakeRendition, makerOf, type RenditionTools } from './rendition-makers.js'
import type { LiveTraffic } from './uplink.js'

/** What came of `live.start`. */
export type LiveStarted =
  | { readonly ok: true; readonly value: LiveStartOutcome }
  | {
      readonly ok: false
      readonly code: 'camera_unknown' | 'camera_offline' | 'conflict' | WatchRefusal['code']
      readonly message: string
    }

export interface LiveViewDeps extends RenditionTools {
  readonly supervisor: Pick<CameraSupervisor, 'camera'>
  /** Where media sockets are opened: as the channel, at another path. */
  readonly channel: (liveId: string, lease: CameraLease | undefined) => Omit<Channel, 'maxPayload'>
  readonly askCamera: AskCamera
  /** The line that is shared with uploads. */
  readonly uplink: { readonly isTaken: boolean; readonly isUploading: boolean }
}

/** Streams at once; a gateway that is asked for more is asked by mistake. */
const mostUpstreams = 128

/** For how long a stream of which no transcoder made anything is not transcoded again, ms. */
const notAgainMs = 600_000

/** What a request was admitted with. */
interface Admitted {
  readonly camera: ActiveCamera
  readonly maker: MakeRendition
  readonly lease: CameraLease | undefined
}

interface Running {
  readonly upstream: LiveUpstream
  readonly lease: CameraLease | undefined
}

/** What is watched live of the cameras of this agent: a media socket for each stream that somebody watches. */
export class LiveView implements LiveTraffic {
  readonly #deps: LiveViewDeps
  readonly #running = new Map<string, Running>()
  readonly #tasks: BackgroundTasks
  readonly #keyframes: KeyframeRequests
  readonly #lineTrip: LineTrip
  /** Until when a stream is not transcoded again, ms of the monotonic clock. */
  readonly #failedUntilMs = new Map<string, number>()
  #isStopped = false
  #isKeysOnly = false
  /** Of streams that are over. */
  #arrivedBytes = 0

  constructor(deps: LiveViewDeps) {
    this.#deps = deps
    this.#lineTrip = new LineTrip(deps.clock, () => deps.uplink.isUploading)
    this.#keyframes = new KeyframeRequests(deps.askCamera, deps)
    this.#tasks = new BackgroundTasks((err) => deps.log.error({ err }, 'live.failed'))
  }

  /** Streams that are watched now. */
  get upstreams(): readonly LiveUpstream[] {
    return [...this.#running.values()].map(({ upstream }) => upstream)
  }

  get isBusy(): boolean {
    return this.#running.size > 0
  }

  get arrivedBytes(): number {
    return this.upstreams.reduce((sum, { arrivedBytes }) => sum + arrivedBytes, this.#arrivedBytes)
  }

  get overdueMs(): number {
    return Math.max(0, ...this.upstreams.map(({ overdueMs }) => overdueMs))
  }

  limit(isKeysOnly: boolean): void {
    this.#isKeysOnly = isKeysOnly
    for (const upstream of this.upstreams) upstream.limit(isKeysOnly)
  }

  /** Begins to send a stream, over a media socket that is opened in the background. @param lease of a relay */
  start(request: LiveStart, lease?: CameraLease): LiveStarted {
    const camera = this.#deps.supervisor.camera(request.camera_id)
    if (this.#isStopped) return refusal('unavailable', 'the gateway is stopping')
    if (this.#running.has(request.live_id)) return refusal('conflict', 'this live_id is in use')
    if (!camera) return refusal('camera_unknown', 'this gateway has no such camera')
    if (!camera.settings.enabled) return refusal('camera_offline', 'the camera is switched off')
    const refused = camera.live.refusal(request.stream)
    if (refused !== null) return refusal(refused.code, refused.message)
    const maker = makerOf(request.rendition, this.#deps)
    if (maker === null) return refusal('unsupported', 'the gateway has no ffmpeg to make this of the stream')
    if (request.rendition === 'mpeg1' && this.#failsToTranscode(request))
      return refusal('unsupported', 'ffmpeg of the gateway makes nothing of this stream')
    if (this.#running.size >= mostUpstreams) return refusal('unavailable', 'too many streams are watched')
    const why = request.rendition === 'mpeg1' ? this.#whyNoTranscoding() : null
    if (why !== null) return refusal('unavailable', why)
    this.#begin(request, { camera, maker, lease })
    return { ok: true, value: { codec: camera.live.codec(request.stream) } }
  }

  /** Ends what is sent under a lease that is not held any more. */
  keepLeased(holds: (lease: CameraLease) => boolean): void {
    for (const { upstream, lease } of this.#running.values()) {
      if (lease !== undefined && !holds(lease)) upstream.end(liveCloseCodes.unavailable, 'the lease ended')
    }
  }

  /** Closes all sockets. Resolves once nothing is left of them. */
  async close(): Promise<void> {
    this.#isStopped = true
    for (const { upstream } of this.#running.values())
      upstream.end(liveCloseCodes.restarting, 'the gateway is stopping')
    await Promise.all([this.#tasks.settled(), this.#keyframes.close()])
  }

  #failsToTranscode(request: LiveStart): boolean {
    return this.#deps.clock.monotonic() < (this.#failedUntilMs.get(streamOf(request)) ?? 0)
  }

  #whyNoTranscoding(): string | null {
    if (this.upstreams.some(({ rendition }) => rendition === 'mpeg1'))
      return 'another stream is being transcoded, and only one is at a time'
    const isTaken = this.#isKeysOnly || this.#deps.uplink.isTaken
    return isTaken ? 'the line of the site is taken' : null
  }

  #begin(request: LiveStart, { camera, maker, lease }: Admitted): void {
    const { channel, clock, log } = this.#deps
    const { live_id: liveId } = request
    const upstream = new LiveUpstream({
      request,
      camera,
      channel: { ...channel(liveId, lease), maxPayload: liveLimits.messageBytes },
      rendition: maker,
      isKeysOnly: this.#isKeysOnly,
      lineTrip: this.#lineTrip,
      askForKeyframe: () => this.#keyframes.request(camera, request.stream),
      onRenditionFailed: () => this.#failedUntilMs.set(streamOf(request), clock.monotonic() + notAgainMs),
      clock,
      log,
    })
    this.#running.set(liveId, { upstream, lease })
    const ended = () => {
      this.#arrivedBytes += upstream.arrivedBytes
      this.#running.delete(liveId)
    }
    this.#tasks.add(upstream.run().finally(ended))
  }
}

function streamOf({ camera_id, stream }: LiveStart): string {
  return `${camera_id}/${stream}`
}

function refusal(code: Exclude<LiveStarted, { ok: true }>['code'], message: string): LiveStarted {
  return { ok: false, code, message }
}
