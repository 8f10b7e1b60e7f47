import { type FrameMark, MARK_BLOCKS, MARK_HEIGHT_PART, markBlocks } from './frame-mark.js'

type Colour = readonly [y: number, u: number, v: number]

const SKY: Colour = [150, 150, 110]
const GROUND: Colour = [90, 118, 120]
const WALL: Colour = [120, 120, 136]
const DOOR: Colour = [60, 122, 134]
const COAT: Colour = [225, 90, 150]
const SKIN: Colour = [190, 112, 150]
const TROUSERS: Colour = [40, 140, 124]
const WHITE: Colour = [235, 128, 128]
const BLACK: Colour = [16, 128, 128]

/** Seconds that the figure takes from one side of the picture to the other. */
const CROSSING_SEC = 4
const STRIDE_SEC = 0.5

/** A yard with a house, drawn into one reused yuv420p buffer; the figure is there while it moves. */
export class Scene {
  readonly width: number
  readonly height: number
  readonly #frame: Uint8Array
  readonly #background: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#frame = new Uint8Array((width * height * 3) / 2)
    this.#fill(0, 0, 1, 0.55, SKY)
    this.#fill(0, 0.55, 1, 1, GROUND)
    this.#fill(0.58, 0.25, 0.9, 0.7, WALL)
    this.#fill(0.7, 0.42, 0.78, 0.7, DOOR)
    this.#roughenGround()
    this.#background = this.#frame.slice()
  }

  /** The picture of one frame. The buffer is overwritten by the next call. */
  draw(mark: FrameMark, fps: number, showsFigure = mark.moving): Uint8Array {
    this.#frame.set(this.#background)
    if (showsFigure) this.#drawFigure(mark.counter / fps)
    const blocks = markBlocks(mark)
    blocks.forEach((white, i) => {
      const colour = white ? WHITE : BLACK
      this.#fill(i / MARK_BLOCKS, 0, (i + 1) / MARK_BLOCKS, 1 / MARK_HEIGHT_PART, colour)
    })
    return this.#frame
  }

  /** Grass that never moves: still frames stay small, and keyframes get the size of real ones. */
  #roughenGround(): void {
    const from = Math.round(this.height * 0.72) * this.width
    let state = 1
    for (let at = from; at < this.width * this.height; at++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      this.#frame[at] = (this.#frame[at] ?? 0) + ((state >>> 16) % 24)
    }
  }

  #drawFigure(seconds: number): void {
    const phase = (seconds / CROSSING_SEC) % 2
    const x = 0.05 + 0.8 * (phase < 1 ? phase : 2 - phase)
    const stride = 0.02 * Math.abs(((seconds / STRIDE_SEC) % 2) - 1)
    this.#fill(x + 0.02, 0.36, x + 0.06, 0.46, SKIN)
    this.#fill(x, 0.46, x + 0.08, 0.7, COAT)
    this.#fill(x + 0.02 - stride, 0.7, x + 0.04 - stride, 0.92, TROUSERS)
    this.#fill(x + 0.04 + stride, 0.7, x + 0.06 + stride, 0.92, TROUSERS)
  }

  /** Fills a rectangle given in parts of the picture; edges fall on even pixels because of the chroma. */
  #fill(left: number, top: number, right: number, bottom: number, [y, u, v]: Colour): void {
    const even = (part: number, size: number) => 2 * Math.round((part * size) / 2)
    const x0 = even(left, this.width)
    const x1 = even(right, this.width)
    const chromaPlane = (this.width * this.height) / 4
    const chromaStart = this.width * this.height
    for (let row = even(top, this.height); row < even(bottom, this.height); row++) {
      this.#frame.fill(y, row * this.width + x0, row * this.width + x1)
      if (row % 2 === 1) continue
      const chromaRow = chromaStart + (row / 2) * (this.width / 2)
      this.#frame.fill(u, chromaRow + x0 / 2, chromaRow + x1 / 2)
      this.#frame.fill(v, chromaPlane + chromaRow + x0 / 2, chromaPlane + chromaRow + x1 / 2)
    }
  }
}
