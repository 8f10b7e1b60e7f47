import { expect, test } from 'vitest'
import { AlertListQuery, AlertStatusInput } from './alert.js'

test.each([
  ['new', 'new'],
  ['open', 'new'],
  ['acknowledged', 'acknowledged'],
  ['in_progress', 'acknowledged'],
  ['resolved', 'resolved'],
])('the status %s means %s', (typed, stored) => {
  expect(AlertStatusInput.parse(typed)).toBe(stored)
  expect(AlertListQuery.parse({ status: typed })).toMatchObject({ status: stored })
})

test.each(['closed', 'NEW', '', null])('%j is no status', (typed) => {
  expect(AlertStatusInput.safeParse(typed).success).toBe(false)
})
