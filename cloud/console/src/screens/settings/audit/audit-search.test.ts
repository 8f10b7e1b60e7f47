import { expect, it } from 'vitest'
import { filterOf, readAuditSearch } from './audit-search.js'

const id = '01a11d84-8b0d-4dd0-9f0a-7c3cf1a5a001'

it('reads what fits, and leaves out what the service would refuse', () => {
  const search = { actor: id, by: 'user', action: 'camera.updated', on: 'camera', from: '2026-03-01' }
  expect(readAuditSearch({ ...search, q: 'x' })).toEqual(search)
  expect(
    readAuditSearch({ actor: 'me', by: 'ghost', action: "x' or 1", target: '1', from: 'yesterday', to: 3 }),
  ).toEqual({})
})

it('asks the service for the same', () => {
  expect(filterOf({ actor: id, by: 'system', on: 'user', target: id, to: '2026-03-02' })).toEqual({
    actor_id: id,
    actor_kind: 'system',
    target_kind: 'user',
    target_id: id,
    date_to: '2026-03-02',
  })
  expect(filterOf({})).toEqual({})
})
