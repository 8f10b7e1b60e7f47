import { expect, it } from 'vitest'
import { chosenMoments, countedStretch } from './counted-stretch.js'

const zone = 'Europe/Berlin'
const now = Date.parse('2026-03-12T20:00:00Z')
const of = (from?: string, to?: string) =>
  countedStretch({ ...(from && { from }), ...(to && { to }) }, zone, now)

it('without a time the last 24 hours are counted', () => {
  expect(of()).toEqual({ interval: 'hour' })
})

it('a day is counted by its hours, in its zone', () => {
  const day = { from: '2026-03-11T23:00:00.000Z', to: '2026-03-12T22:59:59.999Z', interval: 'hour' }
  expect(of('2026-03-12', '2026-03-12')).toEqual(day)
  expect(of('2026-03-12')).toEqual(day)
  expect(of('2026-03-12T17:00:00.000Z', '2026-03-12T18:59:59.999Z')).toEqual(day)
})

it('several days are counted by days; too many, or those without a beginning, not at all', () => {
  expect(of('2026-03-01', '2026-03-12')).toMatchObject({ interval: 'day' })
  expect(of('2025-03-01', '2026-03-12')).toBeNull()
  expect(of(undefined, '2026-03-12')).toBeNull()
  expect(of('2026-03-13', '2026-03-12')).toBeNull()
})

it('moments are chosen, days are not', () => {
  expect(chosenMoments({ from: '2026-03-12', to: '2026-03-12' })).toBeNull()
  expect(chosenMoments({ from: '2026-03-12T17:00:00.000Z', to: '2026-03-12T18:00:00.000Z' })).toEqual({
    from: Date.parse('2026-03-12T17:00:00Z'),
    to: Date.parse('2026-03-12T18:00:00Z'),
  })
})
