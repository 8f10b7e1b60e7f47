import type { Seeded } from '@sightline/protocol/testing'
import { type Canvas, clipHeight, clipWidth } from './canvas.js'

/** How far a shaking camera may look beside the scene, pixels. */
const margin = 16
const width = clipWidth + 2 * margin
const height = clipHeight + 2 * margin

/** A yard that does not move: sky, wall with windows, bushes, rough ground. */
export class Backdrop {
  readonly #luma = new Float32Array(width * height)

  constructor(random: Seeded) {
    const horizon = margin + clipHeight * random.between(0.25, 0.45)
    const [sky, ground] = [random.between(120, 190), random.between(70, 120)]
    const rough = random.between(6, 22)
    const coarse = smoothNoise(random, 48)
    const middle = smoothNoise(random, 12)
    const fine = smoothNoise(random, 3)
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const below = y > horizon
        const grain = middle(x, y) * 0.8 + fine(x, y) * (below ? 1 : 0.1)
        const shade = below ? ground + ((y - horizon) / height) * 30 : sky
        this.#luma[y * width + x] = shade + coarse(x, y) * 10 + grain * (below ? rough : rough / 4)
      }
    }
    this.#buildWall(random, horizon)
    for (let bush = 0; bush < 5; bush += 1) this.#plantBush(random, horizon)
  }

  /** Draws what the camera sees when it is turned aside by so many pixels, at most `margin`. */
  draw(canvas: Canvas, asideX = 0, asideY = 0): void {
    const { luma } = canvas
    const [left, top] = [Math.floor(asideX), Math.floor(asideY)]
    const [partX, partY] = [asideX - left, asideY - top]
    for (let y = 0; y < clipHeight; y += 1) {
      let from = (y + margin + top) * width + margin + left
      for (let at = y * clipWidth; at < (y + 1) * clipWidth; at += 1, from += 1) {
        const upper = this.#at(from) * (1 - partX) + this.#at(from + 1) * partX
        const lower = this.#at(from + width) * (1 - partX) + this.#at(from + width + 1) * partX
        luma[at] = upper * (1 - partY) + lower * partY
      }
    }
  }

  #at(index: number): number {
    return this.#luma[index] ?? 0
  }

  #buildWall(random: Seeded, horizon: number): void {
    const left = random.between(0.05, 0.5) * width
    const right = left + random.between(0.25, 0.45) * width
    const [top, bottom] = [horizon - random.between(50, 90), horizon + random.between(10, 60)]
    const shade = random.between(90, 170)
    this.#fill(
      left,
      top,
      right,
      bottom,
      (x, y) => shade + (Math.floor(y) % 8 === 0 ? -12 : 0) + (x % 16 < 1 ? -8 : 0),
    )
    for (let window = 0; window < 4; window += 1) {
      const x = left + ((window + 0.3) / 4) * (right - left)
      const dark = random.between(25, 70)
      this.#fill(x, top + 14, x + (right - left) / 9, top + 44, () => dark)
    }
  }

  #plantBush(random: Seeded, horizon: number): void {
    const [x, y] = [random.between(0, width), horizon + random.between(-10, 60)]
    const radius = random.between(14, 40)
    const leaves = smoothNoise(random, 4)
    const shade = random.between(40, 80)
    this.#fill(x - radius, y - radius, x + radius, y + radius, (px, py, under) =>
      Math.hypot(px - x, py - y) < radius ? shade + leaves(Math.floor(px), Math.floor(py)) * 25 : under,
    )
  }

  #fill(
    left: number,
    top: number,
    right: number,
    bottom: number,
    shade: (x: number, y: number, under: number) => number,
  ): void {
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y += 1) {
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x += 1) {
        this.#luma[y * width + x] = shade(x, y, this.#at(y * width + x))
      }
    }
  }
}

/** Random values at the corners of a grid, smoothly joined; -1 to 1. */
function smoothNoise(random: Seeded, cell: number): (x: number, y: number) => number {
  const columns = Math.ceil(width / cell) + 2
  const corners = Float32Array.from({ length: columns * (Math.ceil(height / cell) + 2) }, () =>
    random.between(-1, 1),
  )
  return (x, y) => {
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
    const [partX, partY] = [ease(x / cell - column), ease(y / cell - row)]
    const corner = (dx: number, dy: number) => corners[(row + dy) * columns + column + dx] ?? 0
    const upper = corner(0, 0) * (1 - partX) + corner(1, 0) * partX
    const lower = corner(0, 1) * (1 - partX) + corner(1, 1) * partX
    return upper * (1 - partY) + lower * partY
  }
}

function ease(part: number): number {
  return part * part * (3 - 2 * part)
}
