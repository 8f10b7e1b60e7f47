import type { CameraSet, CameraStatusReport, StreamRole } from '@sightline/protocol'
import type { LiveStreamFacts } from '../cameras/camera.js'
import type { StreamEndpoint } from '../cameras/receive-stream.js'
import type { KnownCamera } from '../discovery/device-state.js'
import { parseRtspUrl } from '../rtsp/parse-rtsp-url.js'
import type { PacketSource } from '../stream/packet.js'
import { CameraReporter } from './camera-report.js'
import { noticeableFacts } from './noticeable-facts.js'
import { SiteCamera, type SiteCameraDeps } from './site-camera.js'

/** How often the cameras are looked at for what is new beside their states, ms. */
export const newsEveryMs = 10_000

/** The cameras that are to be served: a gateway's configuration, or what a relay holds. */
export interface CameraList {
  readonly cameras: readonly CameraSet[]
  /** Calls `listener` after each change; the returned function ends that. */
  onChange(listener: () => void): () => void
}

export interface SiteDeps extends Omit<SiteCameraDeps, 'onStatus' | 'onNews'> {
  readonly configuration: CameraList
  readonly report: (status: CameraStatusReport) => void
}

/** All cameras of this agent, kept in step with the configuration. */
export class Site {
  readonly #deps: SiteDeps
  readonly #cameras = new Map<string, SiteCamera>()
  readonly #stopListening: () => void
  /** Cameras on their way out. */
  readonly #leaving = new Set<Promise<void>>()
  readonly #reporters = new WeakMap<SiteCamera, CameraReporter>()
  /** What was told last of each camera. */
  readonly #told = new Map<string, string>()
  #stopped = false

  constructor(deps: SiteDeps) {
    this.#deps = deps
    this.#stopListening = deps.configuration.onChange(() => this.#follow())
    this.#follow()
  }

  camera(id: string): SiteCamera | undefined {
    return this.#cameras.get(id)
  }

  get cameras(): readonly SiteCamera[] {
    return [...this.#cameras.values()]
  }

  /** The facts of a stream that one of the cameras receives with the same account now. */
  receives(endpoint: StreamEndpoint): LiveStreamFacts | null {
    return this.cameras.map((camera) => camera.receives(endpoint)).find((facts) => facts !== null) ?? null
  }

  /** The pictures of a camera as they are received now: of a stream in use, the smallest by default. */
  sourceOf(cameraId: string, role?: StreamRole): PacketSource | null {
    return this.camera(cameraId)?.source(role) ?? null
  }

  /** Tells the state of every camera: the other end may know none. */
  reportAll(): void {
    for (const id of this.#cameras.keys()) this.report(id)
  }

  /** Tells what has changed of the cameras beside their states: rates that are known by now, counts, the pre-roll. */
  tellNews(): void {
    for (const [id, camera] of this.#cameras) {
      this.#reporterOf(camera).sample()
      this.#tellIfNews(id)
    }
  }

  /** Tells the state of one camera, if it is one of these. */
  report(id: string): void {
    const camera = this.#cameras.get(id)
    if (!camera) return
    const report = this.reportOf(camera)
    const { state, fault, message } = report
    this.#deps.log.info({ cameraId: id, state, fault, message }, 'camera.state')
    this.#tell(report)
  }

  /** What is to be said of a camera now. */
  reportOf(camera: SiteCamera): CameraStatusReport {
    return this.#reporterOf(camera).report()
  }

  /** By what discovery knows these cameras again. */
  known(): KnownCamera[] {
    const { whereabouts } = this.#deps
    return this.cameras.map((camera) => {
      const { connection } = whereabouts?.located(camera.settings) ?? camera.settings
      return { ...whereabouts?.identityOf(camera.settings), ...knownOf(connection, camera.endpoints()) }
    })
  }

  /** Ends all cameras, each recording with what there is. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopListening()
    for (const camera of this.#cameras.values()) this.#leave(camera)
    this.#cameras.clear()
    await Promise.all(this.#leaving)
  }

  #follow(): void {
    if (this.#stopped) return
    const wanted = new Map(this.#deps.configuration.cameras.map((camera) => [camera.camera_id, camera]))
    for (const [id, camera] of this.#cameras) {
      if (wanted.has(id)) continue
      this.#cameras.delete(id)
      this.#told.delete(id)
      this.#leave(camera)
    }
    for (const [id, settings] of wanted) {
      const camera = this.#cameras.get(id)
      if (camera) camera.update(settings)
      else this.#cameras.set(id, this.#served(settings))
    }
  }

  #served(settings: CameraSet): SiteCamera {
    const onStatus = (id: string) => this.report(id)
    const onNews = (id: string) => this.#tellIfNews(id)
    return new SiteCamera(settings, { ...this.#deps, onStatus, onNews })
  }

  #leave(camera: SiteCamera): void {
    const left = camera.stop().catch((err: unknown) => this.#deps.log.error({ err }, 'camera.not_stopped'))
    this.#leaving.add(left)
    void left.finally(() => this.#leaving.delete(left))
  }

  #reporterOf(camera: SiteCamera): CameraReporter {
    const known = this.#reporters.get(camera)
    if (known) return known
    const reporter = new CameraReporter(camera)
    this.#reporters.set(camera, reporter)
    return reporter
  }

  #tellIfNews(id: string): void {
    const camera = this.#cameras.get(id)
    if (!camera) return
    const report = this.reportOf(camera)
    if (noticeableFacts(report) !== this.#told.get(id)) this.#tell(report)
  }

  #tell(report: CameraStatusReport): void {
    this.#told.set(report.camera_id, noticeableFacts(report))
    this.#deps.report(report)
  }
}

function knownOf(
  connection: SiteCamera['settings']['connection'],
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
