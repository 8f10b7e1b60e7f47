import { expect, test } from 'vitest'
import { sitesThen } from './sites-then.js'

const [a, b, c] = ['a', 'b', 'c']
const gained = (site_id: string | null) => ({ site_id, gained: true })
const lost = (site_id: string | null) => ({ site_id, gained: false })

test('without a change it is as today', () => {
  expect(sitesThen([a], [])).toEqual({ siteIds: [a], hasGained: false })
  expect(sitesThen(null, [])).toEqual({ siteIds: null, hasGained: false })
})

test('a site that was lost stood there then, one that was gained did not', () => {
  expect(sitesThen([a], [lost(b)])).toEqual({ siteIds: [a, b], hasGained: false })
  expect(sitesThen([a, c], [gained(c)])).toEqual({ siteIds: [a], hasGained: true })
})

test('what was put in place of itself has not changed, and what came and went was not there', () => {
  expect(sitesThen([a], [lost(a)])).toEqual({ siteIds: [a], hasGained: false })
  expect(sitesThen([a], [gained(b)])).toEqual({ siteIds: [a], hasGained: false })
})

test('a role that sees all saw all, whatever its sites', () => {
  expect(sitesThen([a], [lost(null), gained(a)])).toEqual({ siteIds: null, hasGained: false })
  expect(sitesThen(null, [gained(a), lost(b)])).toEqual({ siteIds: null, hasGained: false })
  expect(sitesThen(null, [gained(null)])).toEqual({ siteIds: [], hasGained: true })
  expect(sitesThen(null, [gained(null), lost(a)])).toEqual({ siteIds: [a], hasGained: true })
})
