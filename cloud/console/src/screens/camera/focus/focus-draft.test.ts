import { expect, it } from 'vitest'
import type { AnalysisFocus } from '../../../api/focus.js'
import { draftOf, endOfClock, nightly, problemOfHours, saysSame, toggledDay, wishOf } from './focus-draft.js'

const focus: AnalysisFocus = {
  camera_id: 'camera',
  version: 3,
  focus_text: 'People at the gate',
  ignore_guidance: '',
  monitoring_schedule: [],
  updated_at: null,
  updated_by: null,
}

it('blanks around a text say nothing', () => {
  expect(saysSame({ ...draftOf(focus), look: ' People at the gate\n' }, focus)).toBe(true)
  expect(saysSame({ ...draftOf(focus), ignore: 'Cats' }, focus)).toBe(false)
  expect(saysSame({ ...draftOf(focus), hours: [nightly] }, focus)).toBe(false)
})

it('is saved over the version that was read', () => {
  expect(wishOf({ ...draftOf(focus), look: ' Vans ' })).toEqual({
    version: 3,
    focus_text: 'Vans',
    ignore_guidance: '',
    monitoring_schedule: [],
  })
})

it('days stand in the order of the week, however they are chosen', () => {
  const weekend = toggledDay(toggledDay({ ...nightly, days: ['fri'] }, 'sun'), 'mon')
  expect(weekend.days).toEqual(['mon', 'fri', 'sun'])
  expect(toggledDay(weekend, 'fri').days).toEqual(['mon', 'sun'])
})

it.each([
  [nightly, null],
  [{ ...nightly, days: [] }, 'noDay'],
  [{ ...nightly, from: '' }, 'noTime'],
  [{ ...nightly, to: '20:00' }, 'noLength'],
  [{ ...nightly, from: '00:00', to: endOfClock('00:00') }, null],
] as const)('%j: %s', (hours, problem) => {
  expect(problemOfHours({ ...hours, days: [...hours.days] })).toBe(problem)
})
