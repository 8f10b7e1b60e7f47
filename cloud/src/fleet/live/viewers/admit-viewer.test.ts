import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { admitViewer } from './admit-viewer.js'
import { answerTo, type LiveAsk, liveRequest, viewerOf } from './viewer.fixture.js'

const listed = 'https://portal.example.net'

let world: TestApp
let org: TestOrg
let person: SignedIn

beforeAll(async () => {
  world = await createTestApp({ config: { corsOrigins: [listed], trustedProxies: ['10.0.0.2'] } })
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  person = await org.signIn('viewer', [org.siteId])
})

const ask = (how: LiveAsk) => answerTo(world.platform, how)

describe('a request for the live socket', () => {
  test('of a page of the service, or of a listed origin, is admitted', async () => {
    expect(await ask({ token: person.token })).toBe('admitted')
    expect(await ask({ token: person.token, origin: listed })).toBe('admitted')
    const { orgId, principal, expiresAt } = await viewerOf(world.platform, { token: person.token })
    expect(orgId).toBe(org.orgId)
    expect(principal).toEqual({ kind: 'user', id: person.caller.userId, name: 'Test viewer' })
    expect(expiresAt?.getTime()).toBeGreaterThan(Date.now() + 14 * 60_000)
  })

  test.each(['https://evil.example', 'null', `${listed}.evil.example`, 'http://video.example.com'])(
    'of the origin %s is refused',
    async (origin) => {
      expect(await ask({ token: person.token, origin })).toBe('403 forbidden')
    },
  )

  const alias = 'https://cam.example.org'
  const said = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cam.example.org' }
  test.each<[string, LiveAsk, string]>([
    [
      'itself',
      { origin: 'http://192.168.1.5:8080', headers: { host: '192.168.1.5:8080' }, peer: '192.168.1.77' },
      'admitted',
    ],
    ['a trusted proxy', { origin: alias, headers: { host: 'inner', ...said }, peer: '10.0.0.2' }, 'admitted'],
    [
      'a trusted proxy, at a port',
      { origin: `${alias}:8443`, headers: { ...said, 'x-forwarded-port': '8443' }, peer: '10.0.0.2' },
      'admitted',
    ],
    [
      'a trusted proxy that keeps the host, and says that it was https',
      { origin: alias, headers: { host: 'cam.example.org', 'x-forwarded-proto': 'https' }, peer: '10.0.0.2' },
      'admitted',
    ],
    [
      'somebody who says to be one',
      { origin: alias, headers: { host: 'inner', ...said }, peer: '10.0.0.3' },
      '403 forbidden',
    ],
    [
      'a trusted proxy, with a host that was forged before it',
      {
        origin: 'https://evil.example',
        headers: { ...said, 'x-forwarded-host': 'evil.example, cam.example.org' },
        peer: '10.0.0.2',
      },
      '403 forbidden',
    ],
    [
      'a trusted proxy, by plain http of the name that is reached by https',
      { origin: 'http://video.example.com', headers: { host: 'video.example.com' }, peer: '10.0.0.2' },
      '403 forbidden',
    ],
  ])('of a page of the host that it came to, by %s: %o', async (_, how, answer) => {
    expect(await ask({ ...how, token: person.token })).toBe(answer)
  })

  test('of a program, which has no origin, is admitted', async () => {
    expect(await ask({ token: person.token, origin: null })).toBe('admitted')
  })

  test.each([
    ['a token in the address', { url: '/api/v1/live?token=x' }, '400 validation_error'],
    ['any query', { url: '/api/v1/live?' }, '400 validation_error'],
    ['another path', { url: '/api/v1/live/x' }, '404 not_found'],
    ['no upgrade', { headers: { upgrade: 'h2c' } }, '404 not_found'],
    ['no token', { protocols: 'sightline.live.v1' }, '401 auth_required'],
    ['an empty token', { protocols: 'sightline.live.v1, bearer.' }, '401 auth_required'],
    ['another version', { protocols: 'sightline.live.v2, bearer.x' }, '400 validation_error'],
    ['two tokens', { protocols: 'sightline.live.v1, bearer.x, bearer.y' }, '400 validation_error'],
    ['a further subprotocol', { protocols: 'sightline.live.v1, bearer.x, chat' }, '400 validation_error'],
    ['a token that nobody made', { token: 'x.y.z' }, '401 auth_required'],
    ["a gateway's key", { token: `gw_${'0'.repeat(16)}_${'a'.repeat(43)}` }, '401 auth_required'],
    ['an unknown key of a program', { token: 'sa_unknown', origin: null }, '401 UNAUTHORIZED'],
  ] satisfies [string, LiveAsk, string][])('with %s is refused', async (_, how, refusal) => {
    expect(await ask(how)).toBe(refusal)
  })

  test('with a query is told why', async () => {
    const admission = await admitViewer(
      world.platform,
      liveRequest({ token: person.token, url: `/api/v1/live?access_token=${person.token}` }),
    )
    expect(admission).toMatchObject({
      ok: false,
      refusal: { message: expect.stringContaining('send the token as the subprotocol bearer.') },
    })
    expect(JSON.stringify(admission)).not.toContain(person.token)
  })

  test('by a session that has ended, or whose person is disabled, is refused', async () => {
    const logout = { method: 'POST', url: '/api/v1/auth/logout' } as const
    expect((await world.call(person, logout)).statusCode).toBe(200)
    expect(await ask({ token: person.token })).toBe('401 auth_required')
    const other = await org.signIn('operator')
    await world.test.query('update users set enabled = false where id = $1', [other.caller.userId])
    expect(await ask({ token: other.token })).toBe('401 auth_required')
  })
})

describe('a key of a service account', () => {
  test('opens the socket for a program, and never for a page', async () => {
    const key = await org.makeKey('viewer', [org.siteId])
    expect(await ask({ token: key.token, origin: null })).toBe('admitted')
    for (const origin of [undefined, listed, 'https://evil.example'])
      expect(await ask({ token: key.token, ...(origin && { origin }) })).toBe('403 forbidden')
    const viewer = await viewerOf(world.platform, { token: key.token, origin: null })
    expect(viewer).toMatchObject({
      expiresAt: null,
      principal: { kind: 'service_account', id: key.serviceAccountId },
    })
  })

  test('without a site, or out of its calls, is refused', async () => {
    const none = await org.makeKey('viewer')
    expect(await ask({ token: none.token, origin: null })).toBe('404 not_found')
    const key = await org.makeKey('operator')
    await world.test.query(
      "update service_accounts set bucket_tokens = 0, bucket_at = now() + interval '1 hour' where id = $1",
      [key.serviceAccountId],
    )
    const admission = await admitViewer(world.platform, liveRequest({ token: key.token, origin: null }))
    expect(admission).toMatchObject({
      ok: false,
      refusal: {
        status: 429,
        code: 'rate_limited',
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      },
    })
  })
})
