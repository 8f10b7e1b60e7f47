import type { AgentGround } from './agent-parts.js'
import type { PreviewRequest } from './agent-socket/messages.js'
import { AgentError } from './platform/errors.js'
import { type PreviewAddressDeps, receiveForPreview } from './preview/preview-address.js'
import { previewState } from './preview/preview-state.js'
import { type PreviewedCamera, Previews } from './preview/previews.js'
import type { Site } from './site/site.js'
import type { SiteCamera } from './site/site-camera.js'

/** Opens previews for the other commands of this data folder. */
export class AgentPreviews {
  readonly #previews: Previews
  readonly #site: Site
  readonly #deps: PreviewAddressDeps

  constructor(ground: AgentGround, ffmpegPath: string | null, site: Site, deps: PreviewAddressDeps) {
    this.#previews = new Previews({ ...ground, ffmpegPath })
    this.#site = site
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
    if ('id' in camera) return this.#ofSite(this.#site.camera(camera.id))
    const { target, credentials, name } = camera
    const host = target.type === 'onvif' ? target.host : null
    // A camera that is received already is asked for no second connection.
    const known = this.#site.cameras.find(({ settings: { connection } }) =>
      connection.type === 'onvif'
        ? connection.host === host
        : target.type === 'rtsp' && connection.rtsp_url === target.rtsp_url,
    )
    return known?.source()
      ? this.#ofSite(known)
      : receiveForPreview(target, credentials, name, this.#deps, signal)
  }

  #ofSite(camera: SiteCamera | undefined): PreviewedCamera {
    if (camera === undefined) throw new AgentError('usage', 'this gateway has no such camera')
    const source = camera.source()
    if (source === null)
      throw new AgentError('failed', `the camera is not received: ${previewState(camera.status(), null)}`)
    const state = () => previewState(camera.status(), camera.stream())
    return { name: camera.settings.name, source, state }
  }
}
