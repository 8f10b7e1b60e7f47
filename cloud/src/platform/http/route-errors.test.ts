import { expect, test } from 'vitest'
import { z } from 'zod'
import { atLeast } from './access.js'
import { errorAnswersOf, errorsOf } from './route-errors.js'

const kinds = (route: Parameters<typeof errorsOf>[0]) => [...errorsOf(route)].toSorted()
const known = ['invalid', 'key_refused', 'rate_limited', 'unauthenticated', 'unavailable']
const byId = { params: z.object({ id: z.uuid() }) }

test('a public route without anything may be unreadable, or there may be no service', () => {
  expect(kinds({ method: 'GET', config: { access: 'public' } })).toEqual(['invalid', 'unavailable'])
})

test('a list for viewers is nothing for a key without sites', () => {
  expect(kinds({ method: 'GET', config: { access: atLeast('viewer') } })).toEqual(
    [...known, 'missing'].toSorted(),
  )
})

test.each([
  ['a path', byId],
  ['a query', { querystring: z.object({ camera_id: z.uuid().optional() }) }],
  ['a body, deep within', { body: z.object({ where: z.array(z.object({ site_ids: z.array(z.uuid()) })) }) }],
  ['a body that may be left out', { body: z.object({ camera_id: z.uuid() }).nullable() }],
])('an id in %s may be of another site, or of nothing', (_, schema) => {
  const config = { access: 'authenticated', alsoWithoutSites: true } as const
  expect(kinds({ method: 'GET', config, schema })).toEqual([...known, 'forbidden', 'missing'].toSorted())
})

test('a role, a body and a repeat add theirs; the use case adds its own', () => {
  const config = { access: atLeast('operator'), idempotent: true, errors: ['gone'] } as const
  expect(kinds({ method: 'POST', config })).toEqual(
    [...known, 'conflict', 'forbidden', 'gone', 'too_large', 'unsupported_media_type'].toSorted(),
  )
})

test('each status lists its codes, as the address spells them', () => {
  const config = { access: 'public', errors: ['unauthenticated', 'account_disabled'] } as const
  const described = (url: string) =>
    Object.entries(errorAnswersOf({ method: 'POST', url, config })).map(([status, { description }]) => [
      status,
      description,
    ])
  expect(described('/api/v1/auth/login')).toContainEqual(['401', '`UNAUTHORIZED`'])
  expect(described('/api/v1/shared/:token')).toContainEqual(['401', '`auth_required`'])
  expect(described('/api/v1/shared/:token')).toContainEqual(['403', '`ACCOUNT_DISABLED`'])
})
