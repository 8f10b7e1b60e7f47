import { type Clock, DelayMeter } from '@sightline/client/live'
import type { Drawn } from '../decode/decode-messages.js'

/** The picture that was drawn last: when the camera saw it, how long it stands there, and how late it came. */
export class LastDrawn {
  readonly #clock: Clock
  readonly #delay = new DelayMeter()
  #capturedMs: number | null = null
  /** When the last one of now was drawn, by both clocks. */
  #ofNow: { readonly atMs: number; readonly wallMs: number } | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** When the camera saw what stands there, ms since the epoch; null: nothing does. */
  get capturedMs(): number | null {
    return this.#capturedMs
  }

  /** How long ago the last one of now was drawn, ms; null before the first. A machine that sleeps stops one of its clocks. */
  get ageMs(): number | null {
    if (this.#ofNow === null) return null
    const { atMs, wallMs } = this.#ofNow
    return Math.max(this.#clock.now() - atMs, this.#clock.wall() - wallMs)
  }

  /** Between two pictures of now, ms; null before there were two. */
  get gapMs(): number | null {
    return this.#delay.gapMs
  }

  /** How much later than the soonest ones pictures are drawn, ms. */
  get behindMs(): number {
    return this.#delay.behindMs
  }

  /** @param isOfNow it is, and somebody waits for it @returns whether it is the first that stands there, or of now */
  drawn({ capturedMs, ptsUs }: Pick<Drawn, 'capturedMs' | 'ptsUs'>, isOfNow: boolean): boolean {
    const isFirst = this.#capturedMs === null || (isOfNow && this.#ofNow === null)
    this.#capturedMs = capturedMs
    if (isOfNow) {
      const atMs = this.#clock.now()
      this.#ofNow = { atMs, wallMs: this.#clock.wall() }
      this.#delay.drawn(ptsUs, atMs)
    }
    return isFirst
  }

  /** Times begin anew. */
  restart(): void {
    this.#delay.clear()
  }

  /** What stands there is not waited for any more. */
  leave(): void {
    this.#ofNow = null
  }

  /** Nothing stands there any more. */
  clear(): void {
    this.#ofNow = null
    this.#capturedMs = null
  }
}
