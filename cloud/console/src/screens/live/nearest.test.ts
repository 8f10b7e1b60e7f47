import { expect, it } from 'vitest'
import { nearestOf } from './nearest.js'

const clip = { start_at: '2026-05-04T12:00:00.000Z', end_at: '2026-05-04T12:00:20.000Z' }

it('is within the clip, at the end that is nearer', () => {
  expect(nearestOf(clip, '2026-05-04T11:40:00.000Z')).toBe('2026-05-04T12:00:01.000Z')
  expect(nearestOf(clip, '2026-05-04T12:40:00.000Z')).toBe('2026-05-04T12:00:19.000Z')
})

it('is no moment outside of a clip that is shorter than a second', () => {
  const short = { ...clip, end_at: '2026-05-04T12:00:00.400Z' }
  expect(nearestOf(short, '2026-05-04T11:40:00.000Z')).toBe('2026-05-04T12:00:00.400Z')
  expect(nearestOf(short, '2026-05-04T12:40:00.000Z')).toBe('2026-05-04T12:00:00.000Z')
})
