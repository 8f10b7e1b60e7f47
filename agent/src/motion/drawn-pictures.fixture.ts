import { type GrayPicture, pictureBytes, pictureHeight, pictureWidth } from './gray-decoder.js'

/** Draws small gray pictures for tests. */
export type Draw = (x: number, y: number) => number

/** A yard: rough ground with a wall in it, the same in every test. */
export const yard: Draw = (x, y) => {
  const rough = ((Math.imul(x * 31 + y * 17, 2_654_435_761) >>> 24) % 17) - 8
  return (x > 40 && x < 90 && y > 20 && y < 50 ? 150 : 80 + y / 3) + rough
}

/** The yard with a figure of 6 by 18 pixels in it, its left upper corner at a place. */
export function withFigure(left: number, top: number, shade = 200): Draw {
  return (x, y) => (x >= left && x < left + 6 && y >= top && y < top + 18 ? shade : yard(x, y))
}

export function lumaOf(draw: Draw): Uint8Array {
  const luma = new Uint8Array(pictureBytes)
  // `Uint8Array.from` takes many times as long, and tests draw thousands of pictures.
  for (let at = 0; at < pictureBytes; at++) {
    luma[at] = Math.min(255, Math.max(0, draw(at % pictureWidth, Math.floor(at / pictureWidth))))
  }
  return luma
}

/** Ten pictures a second. */
export function shown(draws: readonly Draw[]): GrayPicture[] {
  return draws.map((draw, index) => ({ luma: lumaOf(draw), ptsUs: index * 100_000, keyframe: false }))
}

/** Every pixel counts. */
export const everywhere = new Uint8Array(pictureWidth * pictureHeight).fill(1)
