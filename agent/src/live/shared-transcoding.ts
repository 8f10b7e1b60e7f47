import { BackgroundTasks } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import type { StartTranscoder } from '../platform/ffmpeg/mpeg1-transcoder.js'
import type { Logger } from '../platform/logger.js'
import type { PacketSource } from '../stream/packet.js'
import type { ShownPicture } from './mpeg1-rendition.js'
import { TranscodedPicture } from './transcoded-picture.js'

export interface SharedTranscodingDeps {
  readonly start: StartTranscoder
  readonly clock: Clock
  readonly log: Logger
}

/** A stream that is transcoded, and who hears of its failures. */
interface Shared {
  readonly picture: TranscodedPicture
  readonly users: Set<(failures: number) => void>
}

/** Streams that are transcoded once for all who look at them, and for as long as somebody does. */
export class SharedTranscoding implements AsyncDisposable {
  readonly #deps: SharedTranscodingDeps
  readonly #shared = new Map<PacketSource, Shared>()
  readonly #ending: BackgroundTasks

  constructor(deps: SharedTranscodingDeps) {
    this.#deps = deps
    this.#ending = new BackgroundTasks((err) => deps.log.error({ err }, 'live.transcoder_not_ended'))
  }

  /** Looks at a stream, in the way of `Transcode`. */
  transcode(source: PacketSource, lost: (failures: number) => void): ShownPicture {
    const { picture, users } = this.#shared.get(source) ?? this.#begin(source)
    const leave = (): void => {
      users.delete(lost)
      if (users.size > 0 || this.#shared.get(source)?.users !== users) return
      this.#shared.delete(source)
      this.#ending.add(picture[Symbol.asyncDispose]())
    }
    users.add(lost)
    let end = (): void => undefined
    return {
      get takenAtMs() {
        return picture.takenAtMs
      },
      show: (viewer) => {
        end = picture.show(viewer)
        return end
      },
      [Symbol.asyncDispose]: () => {
        end()
        leave()
        return Promise.resolve()
      },
    }
  }

  /** Resolves once no transcoder is left of those whose viewers are gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ending.settled()
  }

  #begin(source: PacketSource): Shared {
    const users: Shared['users'] = new Set()
    const picture = new TranscodedPicture({
      ...this.#deps,
      source,
      lost: (failures) => {
        for (const lost of users) lost(failures)
      },
    })
    const shared = { picture, users }
    this.#shared.set(source, shared)
    return shared
  }
}
