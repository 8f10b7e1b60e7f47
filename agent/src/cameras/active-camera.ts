import type { CameraConnection, CameraSet, StreamRole } from '@sightline/protocol'
import { inBackground } from '../platform/background.js'
import { secrets } from '../platform/secrets.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { Trigger } from '../recording/recorder.js'
import type { Packet, PacketSource } from '../stream/packet.js'
import { CameraCounter, type CameraCounters } from '../streams/camera-counters.js'
import type { CameraStatus } from '../streams/camera-status.js'
import type { CameraAccounts } from '../streams/proven-accounts.js'
import { FailureStreak, mayBeBooting, retryWaitMs } from '../streams/retry-backoff.js'
import type { FailedStream, LiveStreamFacts, StreamConnectionDeps } from '../streams/stream-connection.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import { StreamPool } from '../streams/stream-pool.js'
import { CameraPipeline, type CameraPipelineDeps } from './camera-pipeline.js'
import { forgetTrust } from './forget-trust.js'
import { KeptStatus } from './kept-status.js'
import { LiveStreams } from './live-streams.js'
import { type ReachCameraDeps, reachCamera } from './reach-camera.js'
import type { ResolvedStreams } from './resolve-streams.js'
import { RetryLoop } from './retry-loop.js'
import { isSameConnection } from './same-connection.js'
import { SecondStreamPolicy } from './second-stream-policy.js'
import { eventsWithAccount, withTransport } from './stream-settings.js'
import { StreamUrlRefresher } from './stream-url-refresher.js'

export interface ActiveCameraDeps
  extends ReachCameraDeps,
    CameraPipelineDeps,
    Omit<StreamConnectionDeps, 'onStatus' | 'onFailed' | 'counter'> {
  readonly accounts: CameraAccounts
  readonly onStatus: (cameraId: string) => void
  /** Something beside the status may have changed. */
  readonly onChange: (cameraId: string) => void
}

/** A camera of the configuration, at work: its streams are found, received and recorded. */
export class ActiveCamera {
  readonly #deps: ActiveCameraDeps
  /** The password is known to the redactor for as long as this camera is. */
  readonly #secrets = secrets.scope()
  readonly #streams: StreamPool
  /** Counts over all connections, whatever settings they had. */
  readonly #counter: CameraCounter
  readonly #secondStreamPolicy: SecondStreamPolicy
  /** Who watches this camera live. */
  readonly live: LiveStreams
  #settings: CameraSet
  /** The settings that the attempt under way began with. */
  #attempted: CameraSet
  readonly #status: KeptStatus
  #pipeline: CameraPipeline | null = null
  #endpoints: readonly StreamEndpoint[] = []
  readonly #attempts: RetryLoop
  /** RetryLoop to find its streams that failed. */
  readonly #streak = new FailureStreak()
  /** Look for the recorded stream, and for one beside it, while they cannot be had. */
  readonly #lost: StreamUrlRefresher
  readonly #secondLost: StreamUrlRefresher

  constructor(settings: CameraSet, deps: ActiveCameraDeps) {
    this.#settings = settings
    this.#attempted = settings
    this.#deps = deps
    this.#streams = new StreamPool(settings.camera_id, deps)
    this.#counter = new CameraCounter(deps.clock)
    this.#secondStreamPolicy = new SecondStreamPolicy(deps.clock)
    this.live = new LiveStreams(deps.log)
    this.#status = new KeptStatus(settings.enabled, {
      clock: deps.clock,
      onStatus: () => deps.onStatus(this.#settings.camera_id),
    })
    const looking = {
      ...deps,
      cameraId: settings.camera_id,
      ask: (signal: AbortSignal) => this.#find(this.#located(this.#settings), this.#settings, signal),
    }
    this.#lost = new StreamUrlRefresher({ ...looking, onElsewhere: () => this.reconnect() })
    this.#secondLost = new StreamUrlRefresher({
      ...looking,
      urlsOf: (streams) => this.#pipeline?.secondUrl(streams) ?? null,
      onElsewhere: (now) => this.#secondMoved(now),
    })
    this.#attempts = new RetryLoop({
      ...deps,
      cameraId: settings.camera_id,
      once: (signal) => this.#once(signal),
    })
  }

  get settings(): CameraSet {
    return this.#settings
  }

  /** Where it is to be reached now, and whether its account goes there only in forms that hide the password. */
  get location(): { readonly connection: CameraConnection; readonly digestOnly: boolean } {
    const digestOnly = this.#deps.locator?.isUnconfirmed(this.#settings) ?? false
    return { connection: this.#located(this.#settings).connection, digestOnly }
  }

  /** Null unless its streams are found. */
  get pipeline(): CameraPipeline | null {
    return this.#pipeline
  }

  status(): CameraStatus {
    return this.#status.current
  }

  counters(): CameraCounters {
    return this.#counter.read()
  }

  /** What is being recorded; null unless packets flow. */
  stream(): LiveStreamFacts | null {
    return this.#pipeline?.recorded.stream() ?? null
  }

  /**
   * The facts of a stream if this camera receives it now with the same account, so that no second
   * connection is made.
   */
  receives(endpoint: StreamEndpoint): LiveStreamFacts | null {
    return this.#streams.find(endpoint)?.stream() ?? null
  }

  /** The newest pictures of such a stream, from a keyframe on; none where it does not flow. */
  picturesOf(endpoint: StreamEndpoint): readonly Packet[] {
    return this.#streams.find(endpoint)?.source.newestGop() ?? []
  }

  /** Addresses in use, as far as they are known. */
  endpoints(): readonly StreamEndpoint[] {
    return this.#endpoints
  }

  /** Null while the camera is not being received. */
  trigger(trigger: Trigger) {
    return this.status().state === 'online' && this.#pipeline
      ? this.#pipeline.recorder.trigger(trigger)
      : null
  }

  /** A stream that is received now: that of the role, or the smallest. */
  source(role?: StreamRole): PacketSource | null {
    const inUse = this.#pipeline?.streamsInUse() ?? []
    const found = role ? inUse.find((stream) => stream.role === role) : inUse.at(-1)
    return found?.connection.source ?? null
  }

  /** Takes new settings. Whatever concerns the connection makes it anew; the rest counts from now on. */
  update(settings: CameraSet): void {
    this.#settings = settings
    this.#pipeline?.configure(settings)
    const { log } = this.#deps
    inBackground(this.#reconnectIfOther(settings), log, 'camera.not_updated', {
      cameraId: settings.camera_id,
    })
  }

  /** Ends what is under way and connects again at once: the camera is somewhere else. */
  reconnect(): void {
    this.#anew('the camera is connected anew')
  }

  /** Ends the recording with what there is, and the connections. */
  async stop(): Promise<void> {
    await this.#attempts.stop()
    await this.live.close()
    await this.#streams.close()
    this.#endpoints = []
    this.#secrets.end()
  }

  /**
   * Makes the connection anew if `wanted` needs another one. Compared is what is in use, not the settings
   * before: of several updates in a row the last one decides, whichever was compared first.
   */
  async #reconnectIfOther(wanted: CameraSet): Promise<void> {
    const attempted = this.#attempted
    const located = this.#located(wanted)
    if (await isSameConnection(attempted, located, this.#deps.sealingKey, this.#secrets)) return
    await forgetTrust(attempted, located, {
      ...this.#deps,
      guard: this.#secrets,
      endpoints: () => this.#endpoints,
    })
    // A later update compares for itself, and a later attempt began with the newest settings.
    if (this.#settings !== wanted || this.#attempted !== attempted || this.#attempts.isStopped) return
    this.#status.note({ kind: 'configured', enabled: wanted.enabled })
    this.#anew('the settings changed')
  }

  #anew(why: string): void {
    this.#streak.end()
    this.#attempts.restart(why)
  }

  /** Finds the streams and receives until the signal. @returns how long to wait if they cannot be found. */
  async #once(signal: AbortSignal): Promise<number> {
    const { accounts, clock, random } = this.#deps
    const configured = this.#settings
    const located = this.#located(configured)
    this.#attempted = located
    if (!located.enabled) await untilAborted(signal)
    const startedMs = clock.monotonic()
    const found = await this.#find(located, configured, signal)
    if (found.kind === 'found') {
      this.#streak.end()
      return this.#receive(located, found, signal)
    }
    const { fault, message, isProven = false } = found
    this.#status.note({ kind: 'failed', fault, message })
    const attempt = {
      fault,
      failures: this.#streak.add(fault),
      tookMs: clock.monotonic() - startedMs,
      isProven,
    }
    if (fault === 'auth' && !mayBeBooting(attempt)) accounts.forget()
    return retryWaitMs(attempt, random)
  }

  #find(located: CameraSet, configured: CameraSet, signal: AbortSignal) {
    return reachCamera(located, configured, { ...this.#deps, guard: this.#secrets }, signal)
  }

  /** Receives until the signal, and throws its reason. */
  async #receive(located: CameraSet, found: ResolvedStreams, signal: AbortSignal): Promise<never> {
    this.#endpoints = found.sub ? [found.main, found.sub] : [found.main]
    const pipeline = new CameraPipeline(
      {
        settings: this.#settings,
        found: withTransport(located.stream_transport, found),
        streams: this.#streams,
        counter: this.#counter,
        secondStreamPolicy: this.#secondStreamPolicy,
        live: this.live,
        events: eventsWithAccount(located, found, this.#deps.accounts),
        onStatus: (status) => this.#status.take(status),
        onFailed: (failed) => this.#failed(found, failed, signal),
        onSecondFailed: (failed) => this.#secondFailed(failed, signal),
        onPlaceFreed: () => this.reconnect(),
        onChange: () => this.#deps.onChange(located.camera_id),
      },
      this.#deps,
    )
    this.#pipeline = pipeline
    this.live.begin({
      found: pipeline.found,
      streams: this.#streams,
      recorded: pipeline.recorded,
      policy: this.#secondStreamPolicy,
      settings: () => this.#settings,
      onFailed: (failed) => this.#secondFailed(failed, signal),
    })
    try {
      return await untilAborted(signal)
    } finally {
      this.#pipeline = null
      this.live.end(this.#settings.enabled ? 'the camera is connected anew' : 'the camera is switched off')
      await pipeline.stop()
    }
  }

  /** A device that was set up anew has its streams elsewhere; of one that is another nothing more is asked. */
  #failed(found: ResolvedStreams, failed: FailedStream, signal: AbortSignal): void {
    // A password that was changed at the camera is not tried thrice after each start of the agent.
    if (failed.fault === 'auth' && !failed.mayBeBooting) this.#deps.accounts.forget()
    if (failed.fault !== 'address') this.#lost.failed(found, failed, signal)
    else if (this.#deps.locator?.isStrangerThere(this.#settings)) this.reconnect()
  }

  /** Where the recorded stream flows, another one that cannot be had may have expired alone. */
  #secondFailed(failed: FailedStream, signal: AbortSignal): void {
    const pipeline = this.#pipeline
    if (pipeline === null || this.status().state !== 'online' || failed.fault === 'address') return
    this.#secondLost.failed(pipeline.found, failed, signal)
  }

  #secondMoved(now: ResolvedStreams): void {
    const pipeline = this.#pipeline
    if (pipeline === null) return
    pipeline.secondMoved(withTransport(this.#located(this.#settings).stream_transport, now))
    const { main, sub } = pipeline.found
    this.#endpoints = sub ? [main, sub] : [main]
  }

  /** The settings with the address at which the camera is now, as far as that is known. */
  #located(settings: CameraSet): CameraSet {
    return this.#deps.locator?.locate(settings) ?? settings
  }
}
