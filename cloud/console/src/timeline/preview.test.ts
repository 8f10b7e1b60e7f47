import { expect, it } from 'vitest'
import { frameAt } from './preview.js'

const preview = {
  event_id: 'e',
  url: 'https://video.example.com/media/x',
  expires_at: '2026-03-12T12:00:00.000Z',
  columns: 2,
  frame_width: 192,
  frame_height: 108,
  offsets_sec: [0.5, 2.5, 4.5],
}

it.each([
  [0, 0, 0],
  [0.5, 0, 0],
  [2.4, 0, 0],
  [2.5, 192, 0],
  [100, 0, 108],
])('at %f s: the picture at %i, %i', (sec, x, y) => {
  expect(frameAt(preview, sec)).toEqual({ x, y, width: 192, height: 108 })
})
