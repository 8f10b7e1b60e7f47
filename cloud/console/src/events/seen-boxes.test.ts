import { expect, it } from 'vitest'
import { boxesAt, type SeenPicture, seenPictures } from './seen-boxes.js'

const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }
const picture = (number: number, offset: number | null) => ({
  number,
  offset_sec: offset,
  taken_at: '2026-03-12T20:51:40.000Z',
  width: 640,
  height: 360,
  url: null,
})
const result = {
  summary: '',
  narrative: '',
  tags: [],
  severity: 'low' as const,
  confidence: 0.9,
  objects: [
    { label: 'van', count: 1, confidence: 0.88, picture: 1, box },
    { label: 'cat', count: 1, confidence: 0.5, picture: 1, box: null },
  ],
  faces: [{ picture: 2, box }],
  evidence: [],
}

it('things and faces stand in their picture; what has no place is left out', () => {
  const seen = seenPictures({ pictures: [picture(1, 2), picture(2, 5), picture(3, null)], result })
  expect(seen.map(({ number, boxes }) => [number, boxes.map(({ label }) => label)])).toEqual([
    [1, ['van']],
    [2, [null]],
  ])
})

it('boxes stand at their picture and fade between', () => {
  const at = (second: number): SeenPicture => ({
    number: second,
    second,
    width: 1,
    height: 1,
    boxes: [{ label: 'van', confidence: 1, box }],
  })
  const pictures = [at(2), at(3)]
  expect(boxesAt(pictures, 2)).toMatchObject({ picture: { number: 2 }, strength: 1 })
  expect(boxesAt(pictures, 2.6)).toMatchObject({ picture: { number: 3 } })
  expect(boxesAt(pictures, 2.6)?.strength).toBeCloseTo(0.5)
  expect(boxesAt(pictures, 9)).toBeNull()
})
