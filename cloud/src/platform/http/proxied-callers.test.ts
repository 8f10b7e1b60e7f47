import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'

let world: TestApp

beforeAll(async () => {
  world = await createTestApp({ config: { trustedProxies: ['10.0.0.2'] } })
  // Buckets that are filled from an hour on stay empty, however slow the machine is.
  await world.test.query(
    `insert into rate_buckets (key, tokens, refilled_at)
     select 'refresh:' || block, 0, now() + interval '1 hour'
     from unnest(array['198.51.100.7', '2001:db8:0:1::/64', '10.0.0.2']) as block`,
  )
})
afterAll(() => world.close())

const refresh = (forwarded: string, remoteAddress = '10.0.0.2') =>
  world.app.inject({
    method: 'POST',
    url: '/api/v1/auth/refresh',
    headers: { 'x-forwarded-for': forwarded },
    payload: { refresh_token: 'x' },
    remoteAddress,
  })

it.each([
  '198.51.100.7',
  '198.51.100.7:4711',
  '198.51.100.7:4712',
  '"[2001:db8:0:1::7]:80"',
  '[2001:db8:0:1::8]',
  '203.0.113.9, 198.51.100.7:4713',
  'unknown',
])('a limit by address holds for one behind a proxy that writes %s', async (forwarded) => {
  expect((await refresh(forwarded)).statusCode).toBe(429)
})

it.each([{ forwarded: 'for="[2001:db8:0:1::7]:4711"' }, { 'x-real-ip': '198.51.100.7' }])(
  'a limit by address holds for one behind a proxy that writes %o',
  async (headers) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/auth/refresh',
      headers,
      payload: { refresh_token: 'x' },
      remoteAddress: '10.0.0.2',
    })
    expect(answer.statusCode).toBe(429)
  },
)

it('and for nobody else', async () => {
  expect((await refresh('198.51.100.8:4711')).statusCode).toBe(401)
  expect((await refresh('198.51.100.7', '203.0.113.1')).statusCode).toBe(401)
})

test('readiness says whether the way in which a proxy names its client can be read', async () => {
  const said = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    const url = '/api/v1/health/ready'
    return (await world.app.inject({ url, headers, remoteAddress: '10.0.0.2' })).headers['x-client-address']
  }
  expect([await said('198.51.100.7:80'), await said('unknown')]).toEqual([undefined, 'unreadable'])
})
