import { expect, it } from 'vitest'
import { lostIn, recorded } from './lost-in-answers.js'

const answered = (body: unknown, content_type = 'application/json') => ({
  path: '/api/v1/sites',
  status: 200,
  content_type,
  body,
})
const before = (body: unknown, again = body) => {
  const [answer] = recorded([answered(body)], new Map([['/api/v1/sites', answered(again)]]))
  if (!answer) throw new Error('nothing was recorded')
  return answer
}
const site = { id: 'a', name: 'Yard', cameras: [{ id: 'b' }], closed_at: null }

it.each([
  ['what is the same', site],
  ['a field more, in any place', { ...site, id: 'a', country: 'NO' }],
  ['a field more within a list', { ...site, cameras: [{ id: 'b', name: 'Gate' }] }],
])('%s is no loss', (_what, now) => {
  expect(lostIn(before(site), answered(now))).toEqual([])
})

it.each([
  ['a field', { id: 'a', name: 'Yard', cameras: [{ id: 'b' }] }, '/closed_at: is missing'],
  ['a value', { ...site, name: 'Gate' }, '/name: "Yard" is "Gate"'],
  ['a type', { ...site, name: null }, '/name: "Yard" is null'],
  ['nothing where there was nothing', { ...site, closed_at: '' }, '/closed_at: null is ""'],
  ['an entry', { ...site, cameras: [] }, '/cameras: 1 entries are 0'],
  ['a field of an entry', { ...site, cameras: [{}] }, '/cameras/0/id: is missing'],
  [
    'the order',
    { name: 'Yard', id: 'a', cameras: [{ id: 'b' }], closed_at: null },
    'is in the order name,id',
  ],
])('%s that is lost is said', (_what, now, said) => {
  expect(lostIn(before(site), answered(now))).toEqual([expect.stringContaining(said)])
})

it('another status, another type, and no answer at all are said', () => {
  expect(lostIn(before(site), { ...answered(site), status: 404 })).toHaveLength(1)
  expect(lostIn(before(site), answered(site, 'text/html'))).toHaveLength(1)
  expect(lostIn(before(site), undefined)).toEqual(['/api/v1/sites: not asked'])
})

it('what is another each time may be so again, but is of its type, and there', () => {
  const moving = before({ at: 'Monday', left: 3 }, { at: 'Tuesday', left: 3 })
  expect(moving.moving).toEqual(['/at'])
  expect(lostIn(moving, answered({ at: 'Friday', left: 3 }))).toEqual([])
  expect(lostIn(moving, answered({ at: 5, left: 3 }))).toHaveLength(1)
  expect(lostIn(moving, answered({ left: 3 }))).toHaveLength(1)
  expect(lostIn(moving, answered({ at: 'Friday', left: 4 }))).toHaveLength(1)
})

it('of a span that ends now only fields, types and order are held', () => {
  const path = '/api/v1/alerts/stats'
  const span = { ...before({ from: 'Monday', days: [{ count: 1 }], of: { new: 1 } }), path }
  const now = (body: unknown) => lostIn(span, { ...answered(body), path })
  expect(now({ from: 'Friday', days: [], of: { new: 2 } })).toEqual([])
  expect(now({ from: 'Friday', days: {}, of: { new: 2 } })).toHaveLength(1)
  expect(now({ from: 'Friday', days: [], of: {} })).toHaveLength(1)
  expect(now({ days: [], from: 'Friday', of: { new: 2 } })).toHaveLength(1)
})

it('the columns of a table stay where they are', () => {
  const table = { ...answered('id,name', 'text/csv'), moving: [] }
  expect(lostIn(table, answered('id,name,site', 'text/csv'))).toEqual([])
  expect(lostIn(table, answered('id,site,name', 'text/csv'))).toHaveLength(1)
  expect(lostIn(table, answered('id,names', 'text/csv'))).toHaveLength(1)
})
