import type { Seeded } from '@sightline/protocol/testing'
import { type Canvas, clipHeight, clipWidth } from './canvas.js'

/** Something that moves through the picture. */
export interface Figure {
  /** Seconds of the clip between which at least half of it is in the picture and moves. */
  readonly from: number
  readonly to: number
  draw(canvas: Canvas, second: number): void
}

/** A person: 45 to 150 pixels tall, at a stroll or a run, across the picture or towards the camera. */
export function walker(random: Seeded, startSec: number): Figure {
  const tall = random.between(45, 130)
  const foot = random.between(0.62, 0.95) * clipHeight
  const fromLeft = random.fraction() < 0.5
  const speed = tall * random.between(0.5, 1.4)
  const growth = random.fraction() < 0.25 ? random.between(0.06, 0.15) : 0
  const contrast = random.between(28, 80) * (random.fraction() < 0.5 ? -1 : 1)
  const shade = Math.min(230, Math.max(20, 100 + contrast))
  const [coat, trousers, skin] = [shade, shade - 18, Math.min(220, shade + 45)]
  const stripes = random.between(0, 12)
  const hasShadow = random.fraction() < 0.5
  // Half of the body is in the picture when its middle passes the edge.
  const to = Math.min(startSec + clipWidth / speed, startSec + random.between(4, 7))
  return {
    from: startSec,
    to,
    draw(canvas, second) {
      const since = second - startSec
      if (second > to || since < -1) return
      const size = tall * (1 + growth * Math.max(0, since))
      const way = since * speed
      const x = fromLeft ? way : clipWidth - way
      const y = foot + (size - tall) * 0.4
      const stride = Math.sin((since * speed * 5.5) / tall) * 0.16 * size
      if (hasShadow) canvas.light([x + 0.15 * size, y], [0.3 * size, 0.07 * size], 0.7)
      for (const side of [-1, 1]) {
        canvas.line([x, y - 0.45 * size], [x + side * stride, y], 0.1 * size, trousers)
        canvas.line([x, y - 0.78 * size], [x - side * stride * 0.8, y - 0.45 * size], 0.07 * size, coat)
      }
      canvas.ellipse([x, y - 0.64 * size], [0.12 * size, 0.21 * size], coat, (px) => stripes * Math.sin(px))
      canvas.ellipse([x, y - 0.92 * size], [0.065 * size, 0.08 * size], skin)
    },
  }
}

/** A car: 110 to 240 pixels long, crossing in two to five seconds. */
export function car(random: Seeded, startSec: number): Figure {
  const long = random.between(110, 240)
  const tall = long * random.between(0.32, 0.42)
  const foot = random.between(0.6, 0.95) * clipHeight
  const fromLeft = random.fraction() < 0.5
  const speed = random.between(130, 330)
  const paint = random.oneOf([35, 60, 170, 215])
  const glass = paint > 120 ? 60 : 120
  const to = startSec + clipWidth / speed
  return {
    from: startSec,
    to,
    draw(canvas, second) {
      const way = (second - startSec) * speed
      const x = fromLeft ? way : clipWidth - way
      if (x < -long || x > clipWidth + long) return
      const [left, right, middle] = [x - long / 2, x + long / 2, foot - 0.55 * tall]
      canvas.light([x, foot], [long * 0.55, tall * 0.2], 0.6)
      canvas.ellipse([x, middle], [long * 0.3, tall * 0.42], paint)
      canvas.rectangle(x - long * 0.2, foot - 0.85 * tall, x + long * 0.2, middle, glass)
      canvas.rectangle(left, middle, right, foot - 0.12 * tall, paint)
      for (const wheel of [-0.3, 0.3]) {
        canvas.ellipse([x + wheel * long, foot - 0.14 * tall], [0.16 * tall, 0.16 * tall], 20)
      }
    },
  }
}
