import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { startTestNodes, type TestNodes } from '../../../fleet/channel/test-nodes.fake.js'
import { hashOfSecret } from '../../../platform/secrets/secret-token.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import {
  type AuthBody,
  type AuthCall,
  addAccount,
  auditOf,
  callAuth,
  cookieOf,
  password,
  type TestAccount,
} from '../account.fixture.js'

const dayMs = 24 * 60 * 60_000

import { refreshCookie } from './refresh-cookie.js'

describe('a refresh token', () => {
  let world: TestApp
  let clock: FakeClock
  let hash: string
  let account: TestAccount

  beforeAll(async () => {
    clock = createFakeClock()
    world = await createTestApp({ clock })
    hash = await world.services.passwords.hash(password)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    account = await addAccount(world, hash)
  })

  const call = (path: string, payload?: object, more?: AuthCall) => callAuth(world.app, path, payload, more)
  const login = async (body: object = {}) => call('login', { email: account.email, password, ...body })
  const mobile = async () => (await login({ client_type: 'mobile' })).json<AuthBody>().refresh_token ?? ''
  const refresh = (refresh_token: string, userAgent?: string) =>
    call('refresh', { refresh_token, client_type: 'mobile' }, userAgent === undefined ? {} : { userAgent })
  const next = async (token: string) => (await refresh(token)).json<AuthBody>().refresh_token ?? ''
  const meStatus = async (token: string) => (await call('me', undefined, { token })).statusCode

  it('of a web client comes and goes in a cookie for the auth routes only', async () => {
    const answer = await login()
    const cookie = cookieOf(answer)
    expect(cookie.attributes).toEqual([
      'Path=/api/v1/auth',
      `Max-Age=${7 * 86_400}`,
      'HttpOnly',
      'SameSite=Strict',
      'Secure',
    ])
    expect(Buffer.from(cookie.value, 'base64url')).toHaveLength(32)
    expect(answer.json()).not.toHaveProperty('refresh_token')
    clock.step(dayMs)
    const refreshed = await call('refresh', {}, { cookie: cookie.value })
    expect(refreshed.statusCode, refreshed.body).toBe(200)
    expect(await meStatus(refreshed.json<AuthBody>().access_token)).toBe(200)
    expect(refreshed.json()).not.toHaveProperty('refresh_token')
    const rotated = cookieOf(refreshed)
    expect(rotated.value).not.toBe(cookie.value)
    // The session ends when it would have ended: no refresh moves that.
    expect(rotated.attributes).toContain(`Max-Age=${6 * 86_400}`)
  })

  it('needs no body where it is in the cookie', async () => {
    const { value } = cookieOf(await login())
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/auth/refresh',
      headers: { cookie: `a=b; sl_refresh=${value}; c=d`, 'user-agent': 'test browser' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  it('lasts 30 days for who wants to be remembered', async () => {
    expect(cookieOf(await login({ remember_me: true })).attributes).toContain(`Max-Age=${30 * 86_400}`)
  })

  it('of a mobile client is in the body, and no cookie is set', async () => {
    const answer = await login({ client_type: 'mobile' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const token = answer.json<AuthBody>().refresh_token ?? ''
    const refreshed = await refresh(token)
    expect(refreshed.statusCode, refreshed.body).toBe(200)
    expect(refreshed.headers['set-cookie']).toBeUndefined()
    expect(refreshed.json<AuthBody>().refresh_token).not.toBe(token)
    expect(await meStatus(refreshed.json<AuthBody>().access_token)).toBe(200)
  })

  it('is stored as a hash only', async () => {
    const token = await mobile()
    const rows = await world.test.query<{ row: string }>(
      `select row_to_json(sessions)::text as row from sessions
       union all select row_to_json(refresh_token_lookup)::text from refresh_token_lookup`,
    )
    const asHex = Buffer.from(token, 'base64url').toString('hex')
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ row }) => row.includes(token) || row.includes(asHex))).toEqual([])
  })

  it.each([
    ['of another kind of client', async () => cookieOf(await login()).value],
    ['that nobody made', async () => 'A'.repeat(43)],
    ['that is no token', async () => 'x'],
  ])('%s is refused', async (_, make) => {
    const answer = await refresh(await make())
    expect([answer.statusCode, answer.json<AuthBody>().error?.code]).toEqual([401, 'UNAUTHORIZED'])
  })

  it('that does not come is refused', async () => {
    for (const payload of [{}, { client_type: 'web' }, { client_type: 'mobile' }]) {
      expect((await call('refresh', payload)).statusCode).toBe(401)
    }
  })

  it('from another user agent is refused, noted, and stays good where it belongs', async () => {
    const token = await mobile()
    const answer = await refresh(token, 'another browser')
    expect([answer.statusCode, answer.json<AuthBody>().error?.code]).toEqual([401, 'UNAUTHORIZED'])
    expect((await auditOf(world.test, account.orgId)).at(-1)).toMatchObject({
      action: 'auth.refresh_refused',
      user_agent: 'another browser',
      address: '192.0.2.1',
    })
    expect((await refresh(token)).statusCode).toBe(200)
  })

  it('of a web client whose answer was lost gets the same successor, after 12 s and after an hour', async () => {
    const first = cookieOf(await login()).value
    const web = (cookie: string) => call('refresh', {}, { cookie })
    const successor = cookieOf(await web(first)).value
    for (const laterMs of [12_000, 60 * 60_000]) {
      clock.step(laterMs)
      const again = await web(first)
      expect(again.statusCode, again.body).toBe(200)
      expect(cookieOf(again).value).toBe(successor)
      expect(await meStatus(again.json<AuthBody>().access_token)).toBe(200)
    }
    expect((await web(successor)).statusCode).toBe(200)
  })

  it('of a web client ends when its successor is used, and its reuse ends the session', async () => {
    const first = cookieOf(await login()).value
    const second = cookieOf(await call('refresh', {}, { cookie: first })).value
    const answer = await call('refresh', {}, { cookie: second })
    expect((await call('refresh', {}, { cookie: first })).statusCode).toBe(401)
    expect((await call('refresh', {}, { cookie: cookieOf(answer).value })).statusCode).toBe(401)
    expect(await meStatus(answer.json<AuthBody>().access_token)).toBe(401)
    expect((await auditOf(world.test, account.orgId)).at(-1)?.action).toBe('auth.refresh_reused')
  })

  it('of a mobile client that keeps the one of its login is good until the session is over', async () => {
    const kept = await mobile()
    const successors = new Set<string>()
    for (let quarter = 0; quarter < 4; quarter += 1) {
      clock.step(15 * 60_000)
      const answer = await refresh(kept)
      expect(answer.statusCode, answer.body).toBe(200)
      const { access_token, refresh_token } = answer.json<AuthBody>()
      expect(await meStatus(access_token)).toBe(200)
      successors.add(refresh_token ?? '')
    }
    expect(successors.size).toBe(1)
    const [used] = await world.test.query<{ at: Date }>(
      'select last_used_at as at from sessions where user_id = $1',
      [account.id],
    )
    expect(used?.at.getTime()).toBe(clock.now())
    clock.step(7 * dayMs)
    expect((await refresh(kept)).statusCode).toBe(401)
  })

  it('of a mobile client ends when the one that its answer carried is used, and its reuse ends the session', async () => {
    const kept = await mobile()
    const second = await next(kept)
    clock.step(dayMs)
    expect(await next(kept)).toBe(second)
    const third = await next(second)
    expect((await refresh(kept)).statusCode).toBe(401)
    expect((await refresh(third)).statusCode).toBe(401)
    expect((await auditOf(world.test, account.orgId)).at(-1)?.action).toBe('auth.refresh_reused')
  })

  it('of a mobile client stays good when the key that made its successor is gone', async () => {
    const kept = await mobile()
    const forgotten = await next(kept)
    // As if it had been made under a key of the service that has been removed since.
    const hashes = [hashOfSecret(forgotten), hashOfSecret(`${forgotten} of another key`)]
    await world.test.query('update sessions set refresh_hash = $2 where refresh_hash = $1', hashes)
    await world.test.query('update refresh_token_lookup set token_hash = $2 where token_hash = $1', hashes)
    clock.step(dayMs)
    const anew = await next(kept)
    expect(await next(kept)).toBe(anew)
    expect((await refresh(anew)).statusCode).toBe(200)
    expect((await refresh(kept)).statusCode).toBe(401)
  })

  it('of the past ends the session at once, in whichever way it comes, and that is noted', async () => {
    const first = await mobile()
    const third = await next(await next(first))
    expect(
      (await call('refresh', { client_type: 'web' }, { cookie: first, userAgent: 'a thief' })).statusCode,
    ).toBe(401)
    expect((await refresh(third)).statusCode).toBe(401)
    const noted = (await auditOf(world.test, account.orgId)).map(({ action, user_agent }) => [
      action,
      user_agent,
    ])
    expect(noted).toEqual([
      ['auth.login', 'test browser'],
      ['auth.refresh_reused', 'a thief'],
    ])
  })

  it('ends the one session it belongs to, and no other', async () => {
    const other = await mobile()
    const first = await mobile()
    await next(await next(first))
    expect((await refresh(first)).statusCode).toBe(401)
    expect((await refresh(other)).statusCode).toBe(200)
  })

  it('is good until the session is over, however often it was refreshed', async () => {
    let token = await mobile()
    for (let day = 1; day < 7; day += 1) {
      clock.step(dayMs)
      token = await next(token)
    }
    clock.step(dayMs - 1)
    token = await next(token)
    expect(token).toHaveLength(43)
    clock.step(1)
    expect((await refresh(token)).statusCode).toBe(401)
  })

  it.each([
    'update users set enabled = false where id = $1',
    'update sessions set revoked_at = now() where user_id = $1',
    'delete from sessions where user_id = $1',
  ])('is refused after: %s', async (change) => {
    const token = await mobile()
    await world.test.query(change, [account.id])
    expect((await refresh(token)).statusCode).toBe(401)
  })

  it('is good while the address is locked', async () => {
    const token = await mobile()
    for (let attempt = 0; attempt < 5; attempt += 1) await login({ password: 'wrong' })
    expect((await login()).statusCode).toBe(423)
    expect((await refresh(token)).statusCode).toBe(200)
  })

  it('is limited to 300 a minute and address; IPv6 addresses of one line count together', async () => {
    // A bucket that is filled from an hour on stays empty, however slow the machine is.
    await world.test.query(
      `insert into rate_buckets (key, tokens, refilled_at)
       values ('refresh:2001:db8:0:1::/64', 0, now() + interval '1 hour')`,
    )
    const limited = await call('refresh', { refresh_token: 'x' }, { address: '2001:db8:0:1:aaaa::1' })
    expect([limited.statusCode, limited.json<AuthBody>().error?.code]).toEqual([429, 'RATE_LIMITED'])
    expect(limited.headers).toMatchObject({ 'x-ratelimit-limit': '300', 'retry-after': '1' })
    const neighbour = await call('refresh', { refresh_token: 'x' }, { address: '2001:db8:0:2:aaaa::1' })
    expect(neighbour.statusCode).toBe(401)
  })
})

test('a cookie needs no Secure where the service is reached over http', () => {
  const grant = { token: 'x', clientType: 'web', expiresAt: new Date(60_990) } as const
  expect(refreshCookie(grant, 'http://127.0.0.1:8080', 1_000)).toBe(
    'sl_refresh=x; Path=/api/v1/auth; Max-Age=60; HttpOnly; SameSite=Strict',
  )
})

describe('100 refreshes at once over two nodes', () => {
  let world: TestNodes
  beforeAll(async () => {
    world = await startTestNodes()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  it('leave one living descendant', async () => {
    const [one, other] = world.nodes
    const account = await addAccount(world, await one.services.passwords.hash(password))
    const login = await callAuth(one.app, 'login', { email: account.email, password, client_type: 'mobile' })
    const first = login.json<AuthBody>().refresh_token ?? ''
    const refresh = (index: number, refresh_token: string) =>
      callAuth((index % 2 === 0 ? one : other).app, 'refresh', { refresh_token })
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => refresh(index, first)))
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([])
    const descendants = new Set(answers.map((answer) => answer.json<AuthBody>().refresh_token))
    expect(descendants.size).toBe(1)
    const [only = ''] = descendants
    const [stored] = await world.test.query<{ tokens: string }>(
      'select count(*)::text as tokens from refresh_token_lookup',
    )
    expect(stored?.tokens).toBe('2')
    expect((await refresh(0, only ?? '')).statusCode).toBe(200)
    expect((await refresh(1, first)).statusCode).toBe(401)
  })
})
