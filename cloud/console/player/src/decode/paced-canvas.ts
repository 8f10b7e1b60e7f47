import type { Clock } from '@sightline/client/live'
import type { Drawn } from './decode-messages.js'
import { drawAt } from './pacing.js'
import type { Paintable } from './paintable.js'
import type { Snapshot } from './snapshot.js'

/** What is told of a picture once it is drawn. */
type About = Pick<Drawn, 'capturedMs' | 'catchUp'>

interface Waiting {
  readonly picture: Paintable
  readonly about: About
}

/** Decoded pictures that may wait: more is delay, and hardware decoders stop when none is given back. */
const mostWaiting = 2

/** What of a canvas is needed here. */
type DrawnOn = Pick<OffscreenCanvas, 'width' | 'height' | 'getContext' | 'convertToBlob'>

/** Draws decoded pictures on a canvas, evenly and as soon as possible. */
export class PacedCanvas {
  readonly #canvas: DrawnOn
  readonly #context: OffscreenCanvasRenderingContext2D | null
  readonly #clock: Clock
  readonly #drawn: (drawn: Drawn) => void
  #waiting: Waiting[] = []
  #cancelNext: (() => void) | null = null
  #lastUs = 0
  #drawnAtMs: number | null = null
  /** When the camera saw what stands on it; null before the first picture. */
  #capturedMs: number | null = null

  constructor(canvas: DrawnOn, deps: { readonly clock: Clock; readonly drawn: (drawn: Drawn) => void }) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true })
    this.#clock = deps.clock
    this.#drawn = deps.drawn
  }

  /** When the last picture since `clear` was drawn, by the clock's `now`. */
  get drawnAtMs(): number | null {
    return this.#drawnAtMs
  }

  /** Draws it when its turn comes. It is closed then. */
  add(picture: Paintable, about: About): void {
    this.#waiting.push({ picture, about })
    while (this.#waiting.length > mostWaiting) this.#waiting.shift()?.picture.close()
    if (!this.#cancelNext) this.#next()
  }

  /** Draws it at once. What waits lies before it, and drawn behind it would go back in time. */
  now(picture: Paintable, about: About): void {
    this.#letGo()
    this.#draw({ picture, about })
  }

  /** What is shown; null before the first picture. */
  async snapshot(): Promise<Snapshot | null> {
    const capturedMs = this.#capturedMs
    if (capturedMs === null) return null
    const picture = await this.#canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
    return { picture, capturedMs, placeSec: null }
  }

  /** Lets go of what waits. What is shown stays. */
  clear(): void {
    this.#letGo()
    this.#drawnAtMs = null
  }

  #letGo(): void {
    this.#cancelNext?.()
    this.#cancelNext = null
    for (const { picture } of this.#waiting.splice(0)) picture.close()
  }

  #next(): void {
    const first = this.#waiting[0]
    this.#cancelNext = null
    if (!first) return
    const nowMs = this.#clock.now()
    const at = drawAt({
      nowMs,
      drawnAtMs: this.#drawnAtMs,
      spacingMs: (first.picture.ptsUs - this.#lastUs) / 1000,
      waiting: this.#waiting.length,
    })
    // A timer of a browser is no finer.
    if (at - nowMs >= 1) {
      this.#cancelNext = this.#clock.after(at - nowMs, () => this.#next())
      return
    }
    this.#waiting.shift()
    this.#draw(first)
    this.#next()
  }

  #draw({ picture, about }: Waiting): void {
    const { width, height, ptsUs } = picture
    this.#paint(picture)
    picture.close()
    this.#lastUs = ptsUs
    const { capturedMs, catchUp } = about
    this.#capturedMs = capturedMs
    this.#drawn({ capturedMs, catchUp, ptsUs, width, height })
  }

  #paint(picture: Paintable): void {
    const { width, height } = picture
    if (this.#canvas.width !== width) this.#canvas.width = width
    if (this.#canvas.height !== height) this.#canvas.height = height
    // Its beginning: without a graphics card it takes as long as pictures are apart.
    this.#drawnAtMs = this.#clock.now()
    if (this.#context) picture.paint(this.#context)
  }
}
