import { expect, it } from 'vitest'
import { fallbackSummary, type KnownFacts } from './fallback-summary.js'

const motion: KnownFacts = {
  category: 'motion',
  trigger_source: 'software',
  camera_name: 'Front door',
  duration_sec: 14,
  reported: [],
}

it.each<[Partial<KnownFacts>, string]>([
  [{}, 'Motion at Front door, 14 s'],
  [{ camera_name: ' Front\r\n\u202Edoor ' }, 'Motion at Front door, 14 s'],
  [{ duration_sec: null }, 'Motion at Front door'],
  [{ category: 'tampering_scene' }, 'Tampering with the view at Front door, 14 s'],
  [{ category: 'other' }, 'Event at Front door, 14 s'],
  [{ category: 'other', trigger_source: 'manual' }, 'Manual trigger at Front door, 14 s'],
  [
    { category: 'analytics_object', reported: ['license_plate', 'vehicle'] },
    'Object seen at Front door, camera reported license plate, vehicle, 14 s',
  ],
])('of %j it says "%s"', (change, summary) => {
  expect(fallbackSummary({ ...motion, ...change })).toBe(summary)
})
