import { expect, it } from 'vitest'
import { clockTime, momentOf } from './format.js'
import { zoneNotKnownYet } from './zone.js'

const at = new Date('2026-03-12T20:51:40Z')
const later = new Date('2026-03-12T21:30:00Z')

it('says a time by the clock of the site', () => {
  const manner = { language: 'en', zone: 'Europe/Berlin' } as const
  expect([clockTime(at, manner), momentOf(at, later, manner)]).toEqual(['21:51', '21:51:40'])
})

it('says none while the zone of the site is being read', () => {
  const manner = { language: 'en', zone: zoneNotKnownYet } as const
  expect([clockTime(at, manner), momentOf(at, later, manner)]).toEqual(['…', '…'])
})
