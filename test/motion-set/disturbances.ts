import type { Seeded } from '@sightline/protocol/testing'
import { type Canvas, clipHeight, clipWidth } from './canvas.js'

/** What changes a picture without anything moving in it. */
export interface Disturbance {
  /** How far the camera is turned aside, pixels. */
  aside(second: number): readonly [number, number]
  draw(canvas: Canvas, second: number): void
}

export const nothing: Disturbance = { aside: () => [0, 0], draw: () => undefined }

/** A lamp or an exposure that pulses: in steps or smoothly, over the whole picture or strongest at one side. */
export function flicker(random: Seeded, startSec: number): Disturbance {
  const strength = random.between(0.08, 0.35) * (random.fraction() < 0.5 ? -1 : 1)
  const hertz = random.between(0.4, 5)
  const inSteps = random.fraction() < 0.6
  const uneven = random.fraction() < 0.4 ? random.between(0.3, 1) : 0
  const lastsSec = random.between(3, 8)
  return {
    ...nothing,
    draw(canvas, second) {
      if (second < startSec || second > startSec + lastsSec) return
      const wave = Math.sin((second - startSec) * 2 * Math.PI * hertz)
      const now = inSteps ? Number(wave > 0) : (1 + wave) / 2
      brighten(canvas, (x) => 1 + strength * now * (1 - uneven * x))
    },
  }
}

/** Light that grows or fades by half in a dozen seconds, unevenly. */
export function sunrise(random: Seeded, startSec: number): Disturbance {
  const [begin, end] = random.fraction() < 0.7 ? [0.5, 1.2] : [1.2, 0.5]
  const uneven = random.between(0, 0.5)
  const lastsSec = random.between(6, 12)
  return {
    ...nothing,
    draw(canvas, second) {
      const part = Math.min(1, Math.max(0, (second - startSec) / lastsSec))
      brighten(canvas, (x, y) => begin + (end - begin) * part * (1 - uneven * ((x + y) / 2)))
    },
  }
}

/** Gusts that shake the camera. */
export function shaking(random: Seeded, startSec: number): Disturbance {
  const reach = random.between(1.5, 8)
  const hertz = random.between(0.8, 4)
  const slant = random.between(0, 0.8)
  const lastsSec = random.between(3, 8)
  return {
    ...nothing,
    aside(second) {
      const since = second - startSec
      if (since < 0 || since > lastsSec) return [0, 0]
      const swing = Math.min(since, 1) * reach * Math.sin(since * 2 * Math.PI * hertz)
      return [swing, swing * slant * Math.cos(since * 3.1)]
    },
  }
}

/** Drops in the light of the camera: short bright streaks, each in one picture only. */
export function rain(random: Seeded, startSec: number): Disturbance {
  const drops = Math.round(random.between(60, 300))
  const slant = random.between(-0.4, 0.4)
  const [bright, thick, long] = [random.between(25, 80), random.between(0.8, 2.2), random.between(6, 22)]
  return {
    ...nothing,
    draw(canvas, second) {
      if (second < startSec) return
      for (let drop = 0; drop < drops; drop += 1) {
        const [x, y] = [random.between(0, clipWidth), random.between(0, clipHeight)]
        const under = canvas.luma[Math.floor(y) * clipWidth + Math.floor(x)] ?? 0
        canvas.line([x, y], [x + slant * long, y + long], thick, under + bright, random.between(0.3, 1))
      }
    },
  }
}

/** Multiplies the picture by what `gain` says for each block of 8 by 8 pixels; places are 0 to 1. */
function brighten({ luma }: Canvas, gain: (x: number, y: number) => number): void {
  for (let y = 0; y < clipHeight; y += 1) {
    for (let x = 0; x < clipWidth; x += 8) {
      const by = gain(x / clipWidth, y / clipHeight)
      const at = y * clipWidth + x
      for (let next = at; next < at + 8; next += 1) luma[next] = (luma[next] ?? 0) * by
    }
  }
}
