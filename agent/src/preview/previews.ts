import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import { localAddress } from '../platform/local-address.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import type { PacketSource } from '../stream/packet.js'
import { PreviewPicture } from './preview-picture.js'
import { type PreviewServer, servePreview } from './preview-server.js'
import { mpeg1Transcoder } from './transcoder.js'

/** A camera to be shown. */
export interface PreviewedCamera {
  readonly name: string
  readonly source: PacketSource
  /** How it is, in a sentence. */
  readonly state: () => string
}

export interface PreviewsDeps {
  /** Null where there is none: then there is no preview. */
  readonly ffmpegPath: string | null
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/** Each costs a part of a core. */
const mostPreviews = 2
const longestMs = 3_600_000

/** The previews that are open. */
export class Previews implements AsyncDisposable {
  readonly #deps: PreviewsDeps
  readonly #open = new Set<PreviewServer>()
  readonly #closing = new Set<Promise<void>>()

  constructor(deps: PreviewsDeps) {
    this.#deps = deps
  }

  /**
   * Opens a page with the picture of a camera, until `signal` aborts, for an hour at most.
   * @param isLan on the site's network; else on this machine only
   * @returns its link, good once
   * @throws AgentError `failed` without ffmpeg, without a network, or while two others are open
   */
  async open(camera: PreviewedCamera, isLan: boolean, signal: AbortSignal): Promise<string> {
    const { ffmpegPath, clock, log } = this.#deps
    if (ffmpegPath === null)
      throw new AgentError('failed', 'a preview needs ffmpeg, and there is none', {
        hint: 'Install ffmpeg, or set FFMPEG_PATH.',
      })
    if (this.#open.size >= mostPreviews)
      throw new AgentError('failed', `${mostPreviews} previews are open already`, {
        hint: 'End one of them with Ctrl-C.',
      })
    const picture = new PreviewPicture({
      ...this.#deps,
      source: camera.source,
      start: mpeg1Transcoder(ffmpegPath, clock),
    })
    const server = await servePreview({ ...this.#deps, ...camera, picture, host: hostOf(isLan) })
    this.#open.add(server)
    log.info({ camera: camera.name, lan: isLan }, 'preview.opened')
    const close = () => this.#close(server)
    const cancel = clock.after(longestMs, close)
    signal.addEventListener('abort', () => {
      cancel()
      close()
    })
    if (signal.aborted) close()
    return server.url
  }

  /** Resolves once no page and no transcoder is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#open) this.#close(server)
    await Promise.all(this.#closing)
  }

  #close(server: PreviewServer): void {
    if (!this.#open.delete(server)) return
    const closing = Promise.resolve(server[Symbol.asyncDispose]()).finally(() =>
      this.#closing.delete(closing),
    )
    this.#closing.add(closing)
    this.#deps.log.info('preview.closed')
  }
}

function hostOf(isLan: boolean): string {
  if (!isLan) return '127.0.0.1'
  const address = localAddress()
  if (address !== null) return address
  throw new AgentError('failed', 'this machine has no address on a network', {
    hint: 'Leave --lan out to look from this machine.',
  })
}
