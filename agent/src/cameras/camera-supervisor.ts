import type { CameraSet, CameraStatusReport } from '@sightline/protocol'
import type { KnownCamera } from '../discovery/device-state.js'
import type { EventSubscriptionDeps } from '../onvif/event-subscription.js'
import { BackgroundTasks } from '../platform/background.js'
import { every } from '../platform/every.js'
import { parseRtspUrl } from '../rtsp/parse-rtsp-url.js'
import type { Packet } from '../stream/packet.js'
import type { ProvenAccounts } from '../streams/proven-accounts.js'
import type { LiveStreamFacts } from '../streams/stream-connection.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import { ActiveCamera, type ActiveCameraDeps } from './active-camera.js'
import { CameraReporter } from './camera-report.js'
import { DeviceEvents } from './device-events.js'
import { reportFingerprint } from './report-fingerprint.js'

/** How often the cameras are asked for what has changed beside their states, ms. */
const pollEveryMs = 10_000

/** The cameras that are to be served: a gateway's configuration, or what a relay holds. */
export interface CameraList {
  readonly cameras: readonly CameraSet[]
  /** Calls `listener` after each change; the returned function ends that. */
  onChange(listener: () => void): () => void
}

export interface CameraSupervisorDeps
  extends Omit<ActiveCameraDeps, 'accounts' | 'onStatus' | 'onChange' | 'listenToEvents'>,
    EventSubscriptionDeps {
  readonly provenAccounts: ProvenAccounts
  readonly configuration: CameraList
  readonly report: (status: CameraStatusReport) => void
}

/** All cameras of this agent, kept in step with the configuration. */
export class CameraSupervisor {
  readonly #deps: CameraSupervisorDeps
  readonly #events: DeviceEvents
  readonly #cameras = new Map<string, ActiveCamera>()
  readonly #stopListening: () => void
  /** Cameras on their way out. */
  readonly #leaving: BackgroundTasks
  readonly #reporters = new WeakMap<ActiveCamera, CameraReporter>()
  /** What was reported last of each camera. */
  readonly #reported = new Map<string, string>()
  #stopped = false

  constructor(deps: CameraSupervisorDeps) {
    this.#deps = deps
    this.#events = new DeviceEvents(deps)
    this.#leaving = new BackgroundTasks((err) => deps.log.error({ err }, 'camera.not_stopped'))
    this.#stopListening = deps.configuration.onChange(() => this.#follow())
    this.#follow()
  }

  camera(id: string): ActiveCamera | undefined {
    return this.#cameras.get(id)
  }

  get cameras(): readonly ActiveCamera[] {
    return [...this.#cameras.values()]
  }

  /** The facts of a stream that one of the cameras receives with the same account now. */
  receives(endpoint: StreamEndpoint): LiveStreamFacts | null {
    return this.cameras.map((camera) => camera.receives(endpoint)).find((facts) => facts !== null) ?? null
  }

  /** The newest pictures of such a stream, from a keyframe on; none where nobody receives it. */
  picturesOf(endpoint: StreamEndpoint): readonly Packet[] {
    return this.cameras.map((camera) => camera.picturesOf(endpoint)).find(({ length }) => length > 0) ?? []
  }

  /** Reports the state of every camera: the other end may know none. */
  reportAll(): void {
    for (const id of this.#cameras.keys()) this.report(id)
  }

  /** Reports what has changed of the cameras beside their states: rates that are known by now, counts, the pre-roll. */
  reportChanges(): void {
    for (const [id, camera] of this.#cameras) {
      this.#reporterOf(camera).sample()
      this.#reportIfChanged(id)
    }
  }

  /** Reports the state of one camera, if it is one of these. */
  report(id: string): void {
    const camera = this.#cameras.get(id)
    if (!camera) return
    const report = this.reportOf(camera)
    const { state, fault, message } = report
    this.#deps.log.info({ cameraId: id, state, fault, message }, 'camera.state')
    this.#send(report)
  }

  reportOf(camera: ActiveCamera): CameraStatusReport {
    return this.#reporterOf(camera).report()
  }

  /** By what discovery knows these cameras again. */
  known(): KnownCamera[] {
    const { locator } = this.#deps
    return this.cameras.map((camera) => {
      const { connection } = locator?.locate(camera.settings) ?? camera.settings
      const { channels = [] } = camera.pipeline?.found.device ?? {}
      return {
        ...locator?.identityOf(camera.settings),
        ...knownOf(connection, camera.endpoints()),
        channels: channels.map(({ token, name }) => ({ token, name })),
      }
    })
  }

  /** Reports changes until `signal` aborts. */
  run(signal: AbortSignal): Promise<void> {
    return every(pollEveryMs, () => this.reportChanges(), this.#deps, signal)
  }

  /** Ends all cameras, each recording with what there is. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopListening()
    for (const camera of this.#cameras.values()) this.#leave(camera)
    this.#cameras.clear()
    await this.#leaving.settled()
  }

  #follow(): void {
    if (this.#stopped) return
    const wanted = new Map(this.#deps.configuration.cameras.map((camera) => [camera.camera_id, camera]))
    for (const [id, camera] of this.#cameras) {
      if (wanted.has(id)) continue
      this.#cameras.delete(id)
      this.#reported.delete(id)
      this.#leave(camera)
    }
    for (const [id, settings] of wanted) {
      const camera = this.#cameras.get(id)
      if (camera) camera.update(settings)
      else this.#cameras.set(id, this.#served(settings))
    }
  }

  #served(settings: CameraSet): ActiveCamera {
    const onStatus = (id: string) => this.report(id)
    const onChange = (id: string) => this.#reportIfChanged(id)
    const { listen: listenToEvents } = this.#events
    const accounts = this.#deps.provenAccounts.of(settings.camera_id)
    return new ActiveCamera(settings, { ...this.#deps, accounts, listenToEvents, onStatus, onChange })
  }

  #leave(camera: ActiveCamera): void {
    this.#leaving.add(camera.stop())
  }

  #reporterOf(camera: ActiveCamera): CameraReporter {
    const known = this.#reporters.get(camera)
    if (known) return known
    const reporter = new CameraReporter(camera)
    this.#reporters.set(camera, reporter)
    return reporter
  }

  #reportIfChanged(id: string): void {
    const camera = this.#cameras.get(id)
    if (!camera) return
    const report = this.reportOf(camera)
    if (reportFingerprint(report) !== this.#reported.get(id)) this.#send(report)
  }

  #send(report: CameraStatusReport): void {
    this.#reported.set(report.camera_id, reportFingerprint(report))
    this.#deps.report(report)
  }
}

function knownOf(
  connection: ActiveCamera['settings']['connection'],
  endpoints: readonly { readonly url: string }[],
): KnownCamera {
  const addresses = endpoints.map(({ url }) => addressOf(url)).filter((address) => address !== null)
  const rtspPorts = addresses.map(({ port }) => port)
  if (connection.type === 'onvif') return { address: connection.host, ports: [connection.port, ...rtspPorts] }
  const main = addressOf(connection.rtsp_url)
  return { address: main?.host ?? null, ports: main ? [main.port, ...rtspPorts] : rtspPorts }
}

/** Null for an address that this agent cannot read: then the camera is not known again, and that is all. */
function addressOf(url: string) {
  try {
    return parseRtspUrl(url).address
  } catch {
    return null
  }
}
