import { type Colours, coloursOf } from './colours.js'
import { drawStrip, type StripContent } from './draw-strip.js'
import { stripHeight } from './strip-size.js'

/** What moves over the strip, ms since the epoch; null: it is not there. */
interface Moving {
  readonly playhead: number | null
  readonly pointer: number | null
}

/** How long the drawing of one picture took, ms. */
type Measured = (ms: number) => void

/**
 * The strip as two canvases: below what changes seldom, above the playhead and the line of the pointer, which move with each
 * picture. Each is drawn once a picture at most, however often it is told of something.
 */
export class StripView {
  readonly #still: HTMLCanvasElement
  readonly #top: HTMLCanvasElement
  readonly #measured: Measured | undefined
  #content: StripContent | null = null
  #moving: Moving = { playhead: null, pointer: null }
  #colours: Colours | null = null
  #isStillOld = false
  #request: number | null = null
  readonly #closed = new AbortController()

  constructor(still: HTMLCanvasElement, top: HTMLCanvasElement, measured?: Measured) {
    this.#still = still
    this.#top = top
    this.#measured = measured
    const themeChanged = (): void => {
      this.#colours = null
      this.#old()
    }
    const observer = new MutationObserver(themeChanged)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const { signal } = this.#closed
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', themeChanged, { signal })
    signal.addEventListener('abort', () => observer.disconnect())
    // The letters come later than the page.
    void document.fonts.ready.then(() => this.#old())
  }

  show(content: StripContent): void {
    this.#content = content
    this.#old()
  }

  move(moving: Partial<Moving>): void {
    this.#moving = { ...this.#moving, ...moving }
    this.#ask()
  }

  close(): void {
    this.#closed.abort()
    if (this.#request !== null) cancelAnimationFrame(this.#request)
  }

  #old(): void {
    this.#isStillOld = true
    this.#ask()
  }

  #ask(): void {
    if (this.#closed.signal.aborted) return
    this.#request ??= requestAnimationFrame(() => {
      this.#request = null
      this.#draw()
    })
  }

  #draw(): void {
    const content = this.#content
    if (!content || content.scale.width === 0) return
    const began = performance.now()
    this.#colours ??= coloursOf(this.#still)
    const height = stripHeight(content.lanes.length, content.lanes[0]?.kind === null)
    if (this.#isStillOld) {
      const on = sized(this.#still, content.scale.width, height)
      if (on) drawStrip(on, content, this.#colours)
      this.#isStillOld = false
    }
    const on = sized(this.#top, content.scale.width, height)
    if (on) this.#drawMoving(on, content, this.#colours, height)
    this.#measured?.(performance.now() - began)
  }

  #drawMoving(on: CanvasRenderingContext2D, { scale }: StripContent, colours: Colours, height: number): void {
    const { playhead, pointer } = this.#moving
    on.clearRect(0, 0, scale.width, height)
    if (pointer !== null) {
      on.fillStyle = colours.ink
      on.globalAlpha = 0.7
      on.fillRect(Math.round(scale.xOf(pointer)), 18, 1, height)
      on.globalAlpha = 1
    }
    if (playhead === null) return
    const x = scale.xOf(playhead)
    if (x < -6 || x > scale.width + 6) return
    on.fillStyle = colours.accent
    on.fillRect(x - 1, 18, 2, height)
    on.beginPath()
    on.moveTo(x - 6, 16)
    on.lineTo(x + 6, 16)
    on.lineTo(x, 24)
    on.fill()
  }
}

/** The drawing ground of a canvas of this size, px of the page, as fine as the screen. */
function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const fine = devicePixelRatio
  const [wide, high] = [Math.round(width * fine), Math.round(height * fine)]
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
  const on = canvas.getContext('2d')
  on?.setTransform(fine, 0, 0, fine, 0, 0)
  return on
}
