import { expect, it } from 'vitest'
import { pictureBytes, pictureWidth } from './gray-decoder.js'
import type { MotionZone } from './motion-settings.js'
import { zoneMask } from './zones.js'

const at = (mask: Uint8Array, x: number, y: number) => mask[y * pictureWidth + x]
const part = (mask: Uint8Array) => mask.reduce((sum, each) => sum + each, 0) / pictureBytes

const left: MotionZone = {
  kind: 'include',
  points: [
    [0, 0],
    [0.5, 0],
    [0.5, 1],
    [0, 1],
  ],
}
const corner: MotionZone = {
  kind: 'exclude',
  points: [
    [0, 0],
    [0.25, 0],
    [0, 0.5],
  ],
}

it('is the whole picture without zones, and without what is excluded', () => {
  expect(part(zoneMask([]))).toBe(1)
  const mask = zoneMask([corner])
  expect(part(mask)).toBeCloseTo(1 - 0.0625, 2)
  expect([at(mask, 1, 1), at(mask, 39, 44), at(mask, 100, 50)]).toEqual([0, 1, 1])
})

it('is what is included and not excluded', () => {
  const mask = zoneMask([left, corner])
  expect(part(mask)).toBeCloseTo(0.5 - 0.0625, 2)
  expect([at(mask, 79, 50), at(mask, 80, 50), at(mask, 1, 1)]).toEqual([1, 0, 0])
})

it('joins included zones, in whichever direction their corners go', () => {
  const right: MotionZone = {
    kind: 'include',
    points: [
      [0.5, 1],
      [1, 1],
      [1, 0],
      [0.5, 0],
    ],
  }
  expect(part(zoneMask([left, right]))).toBe(1)
})

it('leaves the bay of a zone that bends inwards out', () => {
  const bent: MotionZone = {
    kind: 'include',
    points: [
      [0, 0],
      [1, 0],
      [1, 1],
      [0.5, 0.2],
      [0, 1],
    ],
  }
  const mask = zoneMask([bent])
  expect([at(mask, 80, 80), at(mask, 10, 60), at(mask, 150, 60)]).toEqual([0, 1, 1])
})
