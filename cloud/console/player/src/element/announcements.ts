import type { PictureState } from '../live/picture-state.js'
import type { RecordedView, Trouble } from '../recorded/recorded-view.js'

/** The events of the element that say what is shown: each is made once, when that is another one. */
export class Announcements {
  readonly #tell: (name: string, detail: unknown) => void
  #state = ''
  #place = ''
  #trouble: Trouble | null = null

  /** @param tell makes an event of the element */
  constructor(tell: (name: string, detail: unknown) => void) {
    this.#tell = tell
  }

  ofClip({ position, duration, trouble }: Pick<RecordedView, 'position' | 'duration' | 'trouble'>): void {
    if (trouble !== null && this.#trouble === null) this.#tell('trouble', trouble)
    this.#trouble = trouble
    const place = `${position} ${duration}`
    if (place === this.#place) return
    this.#place = place
    this.#tell('timeupdate', { position, duration })
  }

  ofLive(state: PictureState): void {
    if (this.#state === state.kind) return
    this.#state = state.kind
    this.#tell('statechange', state)
  }
}
