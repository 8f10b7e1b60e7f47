import { expect, it } from 'vitest'
import { happened } from './happening.fixture.js'
import { movedByKey } from './slider.js'

const day = { from: 0, to: 86_400_000 }
const state = { at: 100_000, day, happenings: [happened('a', 50, 60), happened('b', 200, 210)] }

it.each([
  ['ArrowLeft', false, 90_000],
  ['ArrowUp', false, 110_000],
  ['PageUp', false, 700_000],
  ['PageDown', false, 0],
  ['Home', false, 0],
  ['End', false, 86_400_000],
  ['ArrowRight', true, 200_000],
  ['ArrowLeft', true, 50_000],
  ['x', false, null],
])('%s (with Shift: %s) goes to %s', (key, shiftKey, to) => {
  expect(movedByKey({ key, shiftKey }, state)).toBe(to)
})

it('stays where there is no further event', () => {
  expect(movedByKey({ key: 'ArrowRight', shiftKey: true }, { ...state, at: 300_000 })).toBeNull()
})
