import { describe, expect, it } from 'vitest'
import { type Blob, blobsOf } from './blobs.js'
import { everywhere } from './drawn-pictures.fixture.js'
import { pictureBytes, pictureWidth } from './gray-decoder.js'
import { courseOf, tracksOf } from './tracks.js'

function box(left: number, top: number, width: number, height: number): Blob {
  const area = width * height
  const [right, bottom] = [left + width - 1, top + height - 1]
  return { area, inside: area, x: (left + right) / 2, y: (top + bottom) / 2, left, top, right, bottom }
}

/** Ten pictures a second. */
const pictures = (...each: Blob[][]) => each.map((blobs, index) => ({ second: index / 10, blobs }))
const ten = Array.from({ length: 10 }, (_, index) => index)

describe('tracks', () => {
  it('keep two things apart that pass each other', () => {
    const seen = pictures(...ten.map((i) => [box(10 + 4 * i, 40, 5, 15), box(60 - 4 * i, 70, 5, 15)]))
    const tracks = tracksOf(seen)
    expect(tracks.map(({ sightings }) => sightings.length)).toEqual([10, 10])
    expect(courseOf(tracks[0] ?? { sightings: [] })).toMatchObject({
      way: expect.closeTo(36),
      stray: expect.closeTo(0),
      hindWay: expect.closeTo(36),
      isEntering: false,
      going: 1,
      unsteady: expect.closeTo(0),
    })
  })

  it('go on over a picture in which the thing was not seen, and not over half a second', () => {
    const gone = (from: number, to: number) =>
      pictures(...ten.map((i) => (i >= from && i < to ? [] : [box(10 + 2 * i, 40, 5, 15)])))
    expect(tracksOf(gone(4, 6))).toHaveLength(1)
    expect(tracksOf(gone(3, 8))).toHaveLength(2)
  })

  it('do not join what is far away or much larger', () => {
    const far = pictures([box(10, 40, 5, 5)], [box(10, 40, 5, 5)], [box(90, 40, 5, 5)])
    expect(tracksOf(far)).toHaveLength(2)
    const grown = pictures([box(50, 40, 4, 4)], [box(48, 38, 9, 9)])
    expect(tracksOf(grown)).toHaveLength(2)
  })
})

describe('a course', () => {
  const courseFor = (blobs: Blob[]) =>
    courseOf(tracksOf(pictures(...blobs.map((blob) => [blob])))[0] ?? { sightings: [] })

  it('of a thing that only grows leaves its hind edge behind', () => {
    const { way, hindWay } = courseFor(ten.map((i) => box(20, 40, 10 + 3 * i, 10)))
    expect(way).toBeGreaterThan(10)
    expect(hindWay).toBeCloseTo(0)
  })

  it('knows what enters at the edge that it comes from', () => {
    const fromLeft = ten.map((i) => box(0, 40, 4 + 2 * i, 10))
    const fromRight = ten.map((i) => box(156 - 2 * i, 40, 4 + 2 * i, 10))
    const alongTop = ten.map((i) => box(40, 0, 10 + 2 * i, 6))
    expect([fromLeft, fromRight, alongTop].map((each) => courseFor(each).isEntering)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('of digits that change jumps and stands, and that of a slow thing goes on', () => {
    const digits = [128, 120, 120, 120, 112, 104, 104, 104].map((left) => box(left, 1, 8, 5))
    expect(courseFor(digits).going).toBeLessThan(0.6)
    expect(courseFor(ten.map((i) => box(20 + Math.floor(i / 2), 40, 6, 18))).going).toBe(1)
  })

  it('of what jumps about is unsteady', () => {
    expect(courseFor(ten.map((i) => box(40, 40, i % 2 ? 12 : 6, 10))).unsteady).toBeGreaterThan(0.3)
  })
})

it('blobs hang together over a gap of a pixel, and count by their part in the zone', () => {
  const mask = new Uint8Array(pictureBytes)
  const fill = (left: number, top: number, width: number, height: number) => {
    for (let y = top; y < top + height; y += 1)
      mask.fill(1, y * pictureWidth + left, y * pictureWidth + left + width)
  }
  fill(20, 20, 5, 5)
  fill(20, 26, 5, 9)
  fill(100, 20, 4, 4)
  fill(150, 80, 2, 1)
  const zone = everywhere.map((_, at) => (at < 30 * pictureWidth ? 1 : 0))
  expect(blobsOf(mask, zone, 5)).toEqual([
    expect.objectContaining({ area: 70, inside: 45, left: 20, right: 24, top: 20, bottom: 34, x: 22 }),
    expect.objectContaining({ area: 16, inside: 16, x: 101.5 }),
  ])
})
