/** Pixels of every clip of the set. */
export const clipWidth = 640
export const clipHeight = 360

/** A plane of luma that figures are drawn on; what lies outside is cut off. */
export class Canvas {
  readonly luma = new Uint8ClampedArray(clipWidth * clipHeight)

  /** Fills an ellipse, its edge one pixel soft. `pattern` is added to the shade, by place. */
  ellipse(
    [x, y]: readonly [number, number],
    [rx, ry]: readonly [number, number],
    shade: number,
    pattern: (x: number, y: number) => number = () => 0,
  ): void {
    const soft = 1 / Math.max(Math.min(rx, ry), 1)
    this.#each(x - rx - 1, y - ry - 1, x + rx + 1, y + ry + 1, (px, py) => {
      const distance = Math.hypot((px - x) / rx, (py - y) / ry)
      return [(1 + soft / 2 - distance) / soft, shade + pattern(px - x, py - y)]
    })
  }

  rectangle(left: number, top: number, right: number, bottom: number, shade: number): void {
    this.#each(left, top, right, bottom, (px, py) => {
      const inside = Math.min(px + 1 - left, right - px, py + 1 - top, bottom - py)
      return [inside, shade]
    })
  }

  /** A line with round ends. */
  line(
    [x0, y0]: readonly [number, number],
    [x1, y1]: readonly [number, number],
    width: number,
    shade: number,
    strength = 1,
  ): void {
    const [dx, dy, half] = [x1 - x0, y1 - y0, width / 2]
    const length = dx * dx + dy * dy || 1
    const [left, right] = [Math.min(x0, x1) - half - 1, Math.max(x0, x1) + half + 1]
    const [top, bottom] = [Math.min(y0, y1) - half - 1, Math.max(y0, y1) + half + 1]
    this.#each(left, top, right, bottom, (px, py) => {
      const along = Math.min(1, Math.max(0, ((px - x0) * dx + (py - y0) * dy) / length))
      const distance = Math.hypot(px - x0 - along * dx, py - y0 - along * dy)
      return [Math.min(1, half + 0.5 - distance) * strength, shade]
    })
  }

  /** Multiplies an ellipse of the ground by `gain`, softly: a shadow or the light of a lamp. */
  light([x, y]: readonly [number, number], [rx, ry]: readonly [number, number], gain: number): void {
    this.#each(x - rx, y - ry, x + rx, y + ry, (px, py, under) => {
      const distance = Math.hypot((px - x) / rx, (py - y) / ry)
      return [1 - distance * distance, under * gain]
    })
  }

  /** `paint` answers how much it covers (0 to 1) and with what. */
  #each(
    left: number,
    top: number,
    right: number,
    bottom: number,
    paint: (x: number, y: number, under: number) => [cover: number, shade: number],
  ): void {
    const lastRow = Math.min(clipHeight - 1, Math.ceil(bottom))
    const lastColumn = Math.min(clipWidth - 1, Math.ceil(right))
    for (let y = Math.max(0, Math.floor(top)); y <= lastRow; y += 1) {
      for (let x = Math.max(0, Math.floor(left)); x <= lastColumn; x += 1) {
        const at = y * clipWidth + x
        const under = this.luma[at] ?? 0
        const [cover, shade] = paint(x, y, under)
        if (cover > 0) this.luma[at] = under + (shade - under) * Math.min(1, cover)
      }
    }
  }
}
