import { type Clock, Fields } from '@sightline/client/live'

/** The newest picture that the service keeps of a camera. */
export interface Thumbnail {
  readonly address: string
  /** Milliseconds since the epoch. */
  readonly takenAtMs: number
}

export interface ThumbnailDeps {
  readonly server: string
  readonly requestToken: () => Promise<string | null>
  readonly clock: Clock
  readonly shown: (thumbnail: Thumbnail) => void
}

const everyMs = 10_000
/** A line that fell silent is waited for no longer, ms. */
const mostAnswerMs = 10_000

/** Fetches the thumbnail of a camera: once, to have something to show, or again and again as the last way of looking. */
export class Thumbnails {
  readonly #deps: ThumbnailDeps
  #camera = ''
  #isPolling = false
  #isBusy = false
  #cancel = () => {}

  constructor(deps: ThumbnailDeps) {
    this.#deps = deps
  }

  get isPolling(): boolean {
    return this.#isPolling
  }

  once(camera: string): void {
    this.#camera = camera
    void this.#fetch()
  }

  poll(camera: string): void {
    if (this.#isPolling && camera === this.#camera) return
    this.stop()
    this.#camera = camera
    this.#isPolling = true
    this.#next()
  }

  stop(): void {
    this.#cancel()
    this.#isPolling = false
    this.#camera = ''
  }

  #next(): void {
    void this.#fetch().then(() => {
      if (this.#isPolling) this.#cancel = this.#deps.clock.after(everyMs, () => this.#next())
    })
  }

  /** One at a time; without an answer there is simply none. */
  async #fetch(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    const camera = this.#camera
    const late = new AbortController()
    const cancelLate = this.#deps.clock.after(mostAnswerMs, () => late.abort())
    try {
      const token = await this.#deps.requestToken()
      if (token === null) return
      const authorization = `Bearer ${token}`
      const path = `/api/v1/cameras/${encodeURIComponent(camera)}/thumbnail`
      const request = { headers: { authorization }, signal: late.signal }
      const answer = await fetch(new URL(path, this.#deps.server), request)
      if (!answer.ok) return
      const read = new Fields(await answer.json())
      // It would stand there as the picture of another camera.
      if (camera !== this.#camera) return
      const address = new URL(read.string('url'), this.#deps.server).href
      this.#deps.shown({ address, takenAtMs: read.time('taken_at') })
    } catch {
      // No line, or no picture yet.
    } finally {
      cancelLate()
      this.#isBusy = false
    }
  }
}
