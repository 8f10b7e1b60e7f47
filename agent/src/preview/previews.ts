import { SharedTranscoding } from '../live/shared-transcoding.js'
import { BackgroundTasks } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import { mpeg1Transcoder } from '../platform/ffmpeg/mpeg1-transcoder.js'
import { localAddress } from '../platform/local-address.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import type { PreviewedStreams } from './preview-feed.js'
import { type PreviewServer, servePreview } from './preview-server.js'

/** A camera to be shown. */
export interface PreviewedCamera {
  readonly name: string
  readonly streams: PreviewedStreams
  /** How it is, in a sentence. */
  readonly state: () => string
}

export interface PreviewsDeps {
  /** Null where there is none: then a browser sees what it can play itself. */
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
  readonly #closing: BackgroundTasks

  constructor(deps: PreviewsDeps) {
    this.#deps = deps
    this.#closing = new BackgroundTasks((err) => deps.log.error({ err }, 'preview.not_closed'))
  }

  /**
   * Opens a page with the picture of a camera, until `signal` aborts, for an hour at most.
   * @param isLan on the site's network; else on this machine only
   * @returns its link, good once
   * @throws AgentError `failed` without a network, without the player, or while two others are open
   */
  async open(camera: PreviewedCamera, isLan: boolean, signal: AbortSignal): Promise<string> {
    const { ffmpegPath, clock, log } = this.#deps
    if (this.#open.size >= mostPreviews)
      throw new AgentError('failed', `${mostPreviews} previews are open already`, {
        hint: 'End one of them with Ctrl-C.',
      })
    const transcoding =
      ffmpegPath === null
        ? null
        : new SharedTranscoding({ start: mpeg1Transcoder(ffmpegPath, clock), clock, log })
    const server = await servePreview({ ...this.#deps, ...camera, transcoding, host: hostOf(isLan) })
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
    await this.#closing.settled()
  }

  #close(server: PreviewServer): void {
    if (!this.#open.delete(server)) return
    this.#closing.add(Promise.resolve(server[Symbol.asyncDispose]()))
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
