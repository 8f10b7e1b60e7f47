/** The planes of a decoded picture, 4:2:0, whole macroblocks. */
export interface Planes {
  readonly y: Uint8ClampedArray
  readonly cb: Uint8ClampedArray
  readonly cr: Uint8ClampedArray
  /** Pixels of a row of `y`; those of the others have half as many. */
  readonly stride: number
}

/** Fixed point of the factors. */
const one = 1 << 16
/** ITU-R BT.601 with 16 to 235 and 16 to 240. */
const factor = {
  y: Math.round(1.164_383 * one),
  crToRed: Math.round(1.596_027 * one),
  cbToGreen: Math.round(0.391_762 * one),
  crToGreen: Math.round(0.812_968 * one),
  cbToBlue: Math.round(2.017_232 * one),
} as const

/** Colours of the picture, four bytes each, as a canvas takes them. @param size in pixels, within the planes */
export function rgbaOf(
  { y, cb, cr, stride }: Planes,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * height * 4)
  let to = 0
  for (let row = 0; row < height; row++) {
    const light = row * stride
    const colour = (row >> 1) * (stride >> 1)
    for (let column = 0; column < width; column++) {
      const blueness = (cb[colour + (column >> 1)] ?? 128) - 128
      const redness = (cr[colour + (column >> 1)] ?? 128) - 128
      const grey = ((y[light + column] ?? 16) - 16) * factor.y + (one >> 1)
      pixels[to] = (grey + redness * factor.crToRed) >> 16
      pixels[to + 1] = (grey - blueness * factor.cbToGreen - redness * factor.crToGreen) >> 16
      pixels[to + 2] = (grey + blueness * factor.cbToBlue) >> 16
      pixels[to + 3] = 255
      to += 4
    }
  }
  return pixels
}
