import { expect, it } from 'vitest'
import { type Findable, usersLike } from './users-like.js'

const user = (name: string, role: Findable['role'], sites: string[] = []): Findable => ({
  display_name: name,
  email: `${name.toLowerCase()}@example.com`,
  role,
  site_ids: sites,
})
const all = [user('Zoe', 'viewer', ['depot']), user('Ada', 'admin', ['depot']), user('Ben', 'viewer')]
const roles = { viewer: 'Viewer', operator: 'Operator', admin: 'Admin', owner: 'Owner' }
const found = (words: string) =>
  usersLike(all, words, { roles, siteName: (id) => (id === 'depot' ? 'North depot' : '') }).map(
    ({ display_name: name }) => name,
  )

it('finds people by name, address, role and the sites that they see', () => {
  expect(found('ADA')).toEqual(['Ada'])
  expect(found('ben@')).toEqual(['Ben'])
  expect(found('viewer')).toEqual(['Ben', 'Zoe'])
  // The sites of an admin say nothing: an admin sees all.
  expect(found('north')).toEqual(['Zoe'])
  expect(found('zoe admin')).toEqual([])
})

it('lists everybody by name without words', () => {
  expect(found(' ')).toEqual(['Ada', 'Ben', 'Zoe'])
})
