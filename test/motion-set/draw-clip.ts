import { Seeded } from '@sightline/protocol/testing'
import { Backdrop } from './backdrop.js'
import { Canvas, clipHeight, clipWidth } from './canvas.js'
import type { ClipPlan, Kind } from './clip-plan.js'
import { type Disturbance, flicker, nothing, rain, shaking, sunrise } from './disturbances.js'
import { car, type Figure, walker } from './figures.js'

/** A clip before it is encoded. */
export interface DrawnClip {
  readonly fps: number
  /** When something moves, seconds of the clip, or null. */
  readonly movement: { readonly from: number; readonly to: number } | null
  /** Raw yuv420p pictures in one buffer that is used again for each. */
  pictures(): Generator<Uint8Array>
}

export function drawClip({ kind, encoding: { gopSec, isNight }, seed }: ClipPlan): DrawnClip {
  const random = new Seeded(seed)
  const fps = random.oneOf([10, 12, 15])
  // Before it happens a watch has time to learn the scene; when it happens has nothing to do with keyframes.
  const startSec = random.between(7, 9) + (gopSec > 10 ? random.between(0, 6) : 0)
  const seconds = startSec + 9
  const backdrop = new Backdrop(random)
  const figure = figureOf(kind, random, startSec)
  const disturbance = disturbanceOf(kind, random, startSec)
  const noise = noiseTile(random, isNight ? random.between(5, 9) : random.between(0.4, 1.2))
  const nightGain = random.between(0.35, 0.55)
  const hasClock = random.fraction() < 0.5
  return {
    fps,
    movement: figure && { from: figure.from, to: figure.to },
    *pictures() {
      const canvas = new Canvas()
      const picture = new Uint8Array((clipWidth * clipHeight * 3) / 2).fill(128)
      for (let frame = 0; frame < seconds * fps; frame += 1) {
        const second = frame / fps
        backdrop.draw(canvas, ...disturbance.aside(second))
        figure?.draw(canvas, second)
        disturbance.draw(canvas, second)
        expose(canvas, isNight ? nightGain : 1, noise, Math.floor(random.fraction() * noise.length))
        if (hasClock) drawClock(canvas, Math.floor(second))
        picture.set(canvas.luma)
        yield picture
      }
    },
  }
}

function figureOf(kind: Kind, random: Seeded, startSec: number): Figure | null {
  if (kind === 'walker') return walker(random, startSec)
  if (kind === 'car') return car(random, startSec)
  return null
}

function disturbanceOf(kind: Kind, random: Seeded, startSec: number): Disturbance {
  switch (kind) {
    case 'flicker':
      return flicker(random, startSec)
    case 'rain':
      return rain(random, startSec)
    case 'sunrise':
      return sunrise(random, startSec)
    case 'shaking':
      return shaking(random, startSec)
    case 'walker':
    case 'car':
    case 'still':
      return nothing
  }
}

/** A camera that knows each number of the noise once: drawing a fresh one for each pixel takes too long. */
function noiseTile(random: Seeded, deviation: number): Float32Array {
  return Float32Array.from({ length: 300_007 }, () => random.normal(deviation))
}

function expose({ luma }: Canvas, gain: number, noise: Float32Array, from: number): void {
  for (let at = 0, grain = from; at < luma.length; at += 1, grain += 1) {
    if (grain >= noise.length) grain = 0
    luma[at] = (luma[at] ?? 0) * gain + (noise[grain] ?? 0)
  }
}

/** The time of day that many cameras write into the picture: blocks that change each second. */
function drawClock(canvas: Canvas, second: number): void {
  for (let digit = 0; digit < 8; digit += 1) {
    const shape = Math.imul(second >> (digit * 2), 2_654_435_761) >>> 7
    for (let block = 0; block < 15; block += 1) {
      const [x, y] = [12 + digit * 12 + (block % 3) * 3, 10 + Math.floor(block / 3) * 3]
      canvas.rectangle(x, y, x + 3, y + 3, (shape >> block) & 1 ? 235 : 30)
    }
  }
}
