import { expect, test } from 'vitest'
import { openKeyRing } from '../secrets/keys.js'
import { pageWhenAsked } from './page-when-asked.js'

const keys = openKeyRing('0'.repeat(64))
const rows = ['a', 'b', 'c', 'd', 'e'].map((id, n) => ({ id, created_at: new Date(1_000 + n) }))
const page = (all: typeof rows, query: { limit?: number; cursor?: string }, orgId = 'one') =>
  pageWhenAsked(all, {
    keys,
    list: 'gateways',
    scope: { orgId, siteIds: null },
    query,
    order: 'oldest first',
  })
const idsOf = ({ rows: shown }: { rows: readonly { id: string }[] }) => shown.map(({ id }) => id).join('')

test('everything, where no page is asked for', () => {
  expect(page(rows, {})).toEqual({ rows, total: 5 })
})

test('pages that neither repeat nor skip, and an end', () => {
  const first = page(rows, { limit: 2 })
  const second = page(rows, { limit: 2, cursor: first.next_cursor ?? '' })
  const third = page(rows, { limit: 2, cursor: second.next_cursor ?? '' })
  expect([first, second, third].map(idsOf)).toEqual(['ab', 'cd', 'e'])
  expect([first.total, third.next_cursor]).toEqual([5, null])
  expect(page(rows, { limit: 5 }).next_cursor).toBeNull()
})

test('a cursor without a limit has the usual twenty', () => {
  const { next_cursor: cursor } = page(rows, { limit: 1 })
  expect(idsOf(page(rows, { cursor: cursor ?? '' }))).toBe('bcde')
})

test('a page begins where it would, though the row before it is gone', () => {
  const { next_cursor: cursor } = page(rows, { limit: 2 })
  const left = rows.filter(({ id }) => id !== 'b')
  expect(idsOf(page(left, { limit: 2, cursor: cursor ?? '' }))).toBe('cd')
  expect(idsOf(page([], { limit: 2, cursor: cursor ?? '' }))).toBe('')
  const newest = {
    keys,
    list: 'alert_rules',
    scope: { orgId: 'one', siteIds: null },
    order: 'newest first',
  } as const
  const down = rows.toReversed()
  const first = pageWhenAsked(down, { ...newest, query: { limit: 2 } })
  const rest = down.filter(({ id }) => id !== 'd')
  const query = { limit: 2, cursor: first.next_cursor ?? '' }
  expect(idsOf(pageWhenAsked(rest, { ...newest, query }))).toBe('cb')
})

test("a cursor of another organisation's list is refused", () => {
  const { next_cursor: cursor } = page(rows, { limit: 1 })
  expect(() => page(rows, { cursor: cursor ?? '' }, 'another')).toThrow(/^cursor: /)
})
