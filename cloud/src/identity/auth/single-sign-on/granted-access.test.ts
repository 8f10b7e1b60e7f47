import { describe, expect, test } from 'vitest'
import { GroupsClaim, grantedBy } from './granted-access.js'

const groups = [
  { name: 'yard', role: 'viewer', site_ids: ['b', 'a'] },
  { name: 'shop', role: 'viewer', site_ids: ['c', 'a'] },
  { name: 'gone', role: 'viewer', site_ids: [] },
  { name: 'desk', role: 'operator', site_ids: ['a'] },
  { name: 'it', role: 'admin', site_ids: [] },
] as const

const given = (...of: string[]) =>
  grantedBy(
    of,
    groups.map((group) => ({ ...group, site_ids: [...group.site_ids] })),
  )

describe('what groups give', () => {
  test.each([
    [[], null],
    [['others'], null],
    [['YARD'], null],
    [['gone'], null],
    [['yard', 'others'], { role: 'viewer', siteIds: ['a', 'b'] }],
    [['shop', 'yard'], { role: 'viewer', siteIds: ['a', 'b', 'c'] }],
    [['yard', 'desk'], { role: 'operator', siteIds: [] }],
    [['desk', 'it', 'yard'], { role: 'admin', siteIds: [] }],
  ])('%j', (of, access) => {
    expect(given(...of)).toEqual(access)
  })

  test('no name of a role makes an owner', () => {
    expect(given('owner')).toBeNull()
  })
})

test.each([
  ['guards', ['guards']],
  [
    ['guards', 7, null, 'staff', { name: 'x' }],
    ['guards', 'staff'],
  ],
  [undefined, []],
  [{ guards: true }, []],
  [Array.from({ length: 6_000 }, (_, index) => `g${index}`), expect.objectContaining({ length: 5_000 })],
])('a claim of groups: %j', (claim, names) => {
  expect(GroupsClaim.parse(claim)).toEqual(names)
})
