import type { PreviewRequest } from '../agent-socket/messages.js'
import type { ActiveCamera } from '../cameras/active-camera.js'
import type { CameraSupervisor } from '../cameras/camera-supervisor.js'
import { AgentError } from '../platform/errors.js'
import { type PreviewAddressDeps, receiveForPreview } from '../preview/preview-address.js'
import { previewState } from '../preview/preview-state.js'
import { type PreviewedCamera, Previews, type PreviewsDeps } from '../preview/previews.js'

type CameraPreviewsDeps = PreviewsDeps & PreviewAddressDeps

/** Opens previews for the other commands of this data folder. */
export class CameraPreviews {
  readonly #previews: Previews
  readonly #supervisor: CameraSupervisor
  readonly #deps: CameraPreviewsDeps

  constructor(deps: CameraPreviewsDeps, supervisor: CameraSupervisor) {
    this.#previews = new Previews(deps)
    this.#supervisor = supervisor
    this.#deps = deps
  }

  /**
   * Opens the page of a camera of this gateway, or of one at an address, until `signal` aborts.
   * @throws AgentError `usage` for a camera that is not here, `failed` for one that is not received
   */
  async open({ camera, lan }: PreviewRequest, signal: AbortSignal): Promise<{ url: string; name: string }> {
    const shown = await this.#shown(camera, signal)
    return { url: await this.#previews.open(shown, lan, signal), name: shown.name }
  }

  async close(): Promise<void> {
    await this.#previews[Symbol.asyncDispose]()
  }

  #shown(camera: PreviewRequest['camera'], signal: AbortSignal): PreviewedCamera | Promise<PreviewedCamera> {
    if ('id' in camera) return this.#received(this.#supervisor.camera(camera.id))
    const { target } = camera
    const host = target.type === 'onvif' ? target.host : null
    // A camera that is received already is asked for no second connection.
    const known = this.#supervisor.cameras.find(({ settings: { connection } }) =>
      connection.type === 'onvif'
        ? connection.host === host
        : target.type === 'rtsp' && connection.rtsp_url === target.rtsp_url,
    )
    return known?.source() ? this.#received(known) : receiveForPreview(camera, this.#deps, signal)
  }

  #received(camera: ActiveCamera | undefined): PreviewedCamera {
    if (camera === undefined) throw new AgentError('usage', 'this gateway has no such camera')
    if (camera.source() === null)
      throw new AgentError('failed', `the camera is not received: ${previewState(camera.status(), null)}`)
    const state = () => previewState(camera.status(), camera.stream())
    return { name: camera.settings.name, streams: camera.live, state }
  }
}
