import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Caller, GatewayCaller } from '../caller.js'
import { AppError } from '../errors.js'
import { systemClock } from '../time/clock.js'
import { AccessMissingError, admit, atLeast, bearerToken, enforceAccess } from './access.js'
import type { Access } from './route-access.js'

const actor = { kind: 'user', id: null, name: 'x' } as const
const user = (role: Caller['role']): Caller => ({
  kind: 'user',
  orgId: 'o',
  siteIds: null,
  role,
  actor,
  userId: 'u',
  sessionId: 's',
})
const key: Caller = {
  kind: 'service_account',
  orgId: 'o',
  siteIds: [],
  role: 'owner',
  actor,
  serviceAccountId: 'k',
  keyId: 'key',
}
const gateway: GatewayCaller = { kind: 'gateway', orgId: 'o', siteIds: null, gatewayId: 'g', actor }

type Asked = Exclude<Access, 'public' | 'signed'>
const refusal = (caller: Caller | GatewayCaller, access: Asked): string | undefined => {
  try {
    admit(caller, access)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.kind : String(error)
  }
}

test.each<[string, Caller | GatewayCaller, Asked, string | undefined]>([
  ['a viewer where anyone known may', user('viewer'), 'authenticated', undefined],
  ['a viewer where an operator is asked for', user('viewer'), atLeast('operator'), 'forbidden'],
  ['an operator where an operator is asked for', user('operator'), atLeast('operator'), undefined],
  ['an owner where an admin is asked for', user('owner'), atLeast('admin'), undefined],
  ['a key by its role', key, atLeast('admin'), undefined],
  ['a key on a route about oneself', key, 'user', 'forbidden'],
  ['a person on a route about oneself', user('viewer'), 'user', undefined],
  ['a person on a gateway route', user('owner'), 'gateway', 'forbidden'],
  ['a gateway on its own route', gateway, 'gateway', undefined],
  ['a gateway elsewhere', gateway, 'authenticated', 'unauthenticated'],
])('%s', (_, caller, access, expected) => {
  expect(refusal(caller, access)).toBe(expected)
})

test('takes the token out of the header whatever the case of its scheme', () => {
  expect(bearerToken({ headers: { authorization: 'bearer abc.def' } })).toBe('abc.def')
  for (const authorization of [undefined, '', 'Basic abc', 'Bearer', 'Bearer a b']) {
    expect(() => bearerToken({ headers: { authorization } })).toThrow(AppError)
  }
})

describe('registering', () => {
  const build = () => {
    const app = Fastify()
    enforceAccess(app, { authenticate: () => Promise.resolve({ caller: user('viewer') }) }, systemClock)
    return app
  }

  test('a route without access fails', async () => {
    const app = build()
    expect(() => app.get('/open', () => 'hello')).toThrow(AccessMissingError)
    await app.close()
  })

  test('a route with access is listed, with its HEAD', async () => {
    const app = build()
    app.get('/closed', { config: { access: atLeast('viewer') } }, (request) => request.caller.orgId)
    await app.ready()
    expect(app.routeTable).toContainEqual(
      expect.objectContaining({ method: 'GET', url: '/closed', access: { atLeast: 'viewer' } }),
    )
    expect(app.routeTable.map(({ method }) => method).toSorted()).toEqual(['GET', 'HEAD'])
    const answer = await app.inject({ url: '/closed', headers: { authorization: 'Bearer x' } })
    expect(answer.body).toBe('o')
    await app.close()
  })

  test('a public route has no caller to read', async () => {
    const app = build()
    app.get('/open', { config: { access: 'public' } }, (request) => request.caller.orgId)
    expect((await app.inject({ url: '/open' })).statusCode).toBe(500)
    await app.close()
  })
})
