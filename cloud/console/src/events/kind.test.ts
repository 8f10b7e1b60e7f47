import { expect, it } from 'vitest'
import { kindOf, kindOfCategory } from './kind.js'

const motion = { event_category: 'motion', trigger_source: 'software' } as const

it.each([
  [{ ...motion, tags: ['delivery', 'Person'] }, 'person'],
  [{ ...motion, tags: ['red car'] }, 'vehicle'],
  [{ ...motion, tags: ['fox', 'night'] }, 'animal'],
  [{ ...motion, tags: ['car', 'person'] }, 'person'],
  [{ ...motion, tags: [] }, 'movement'],
  [{ ...motion, tags: ['carpet'] }, 'movement'],
  [{ ...motion, trigger_source: 'manual' as const, tags: [] }, 'signal'],
  [{ event_category: 'line_crossing' as const, trigger_source: 'onvif' as const, tags: ['car'] }, 'security'],
  [{ event_category: 'audio' as const, trigger_source: 'onvif' as const, tags: [] }, 'signal'],
])('%j is about %s', (event, kind) => {
  expect(kindOf(event)).toBe(kind)
})

it('a category alone names no people', () => {
  expect(kindOfCategory('line_crossing')).toBe('security')
  expect(kindOfCategory('audio')).toBe('signal')
  expect(kindOfCategory('analytics_object')).toBe('movement')
})
