import { CameraThumbnail } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Scene, setScene } from '#testing/scene.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { ownOrigin } from '../viewer.fixture.js'

const portal = 'https://portal.example.net'
const listed = 'https://app.example.com'

let world: TestApp
let scene: Scene

beforeAll(async () => {
  world = await createTestApp({ config: { corsOrigins: [listed], allowedPrivateCidrs: ['127.0.0.0/8'] } })
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await setScene(world)
})

const url = () => `/api/v1/cameras/${scene.cameraId}/thumbnail`
const ask = (headers: Record<string, string> = { origin: portal }, token = scene.liveToken.token) =>
  world.call({ token }, { url: url(), headers })
const set = (text: string, ...values: unknown[]) => world.test.query(text, values)

describe('the thumbnail of a camera', () => {
  test('is for pages with a live token of it, from an origin that the token names', async () => {
    const answer = await ask()
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': portal, vary: 'Origin' })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    const thumbnail = CameraThumbnail.parse(answer.json())
    expect(thumbnail.camera_id).toBe(scene.cameraId)
    // The token may be revoked: the address is good for as long as a browser needs.
    expect(Date.parse(thumbnail.expires_at) - Date.now()).toBeLessThanOrEqual(60_000)
    expect(Date.parse(thumbnail.expires_at) - Date.now()).toBeGreaterThan(30_000)
  })

  test.each<[string, Record<string, string>]>([
    ['of the service', { origin: ownOrigin }],
    ['of the service, to which a browser names no origin', { 'sec-fetch-site': 'same-origin' }],
    ['of CORS_ORIGINS', { origin: listed }],
    ['of the host that was asked', { origin: 'http://cam.example.org', host: 'cam.example.org' }],
  ])('is for pages %s too', async (_, headers) => {
    expect((await ask(headers)).statusCode).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of an origin that looks like it', { origin: `${portal}.evil.example` }],
    ['of the same name without TLS', { origin: 'http://portal.example.net' }],
    ['in a sandbox', { origin: 'null' }],
    ['of a site beside it', { 'sec-fetch-site': 'same-site' }],
    ['of nobody, for a program asks', {}],
  ])('is for no page %s', async (_, headers) => {
    const answer = await ask(headers)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'forbidden'])
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.body).not.toContain(scene.mediaId)
  })

  test.each<[string, () => Promise<unknown>, number]>([
    [
      'was revoked',
      () => set('update live_tokens set revoked_at = now() where org_id = $1', scene.org.orgId),
      401,
    ],
    [
      'has expired',
      () =>
        set(
          `update live_tokens set expires_at = now() - interval '1 second' where org_id = $1`,
          scene.org.orgId,
        ),
      401,
    ],
    [
      'is of somebody whose session has ended',
      () => set('update sessions set revoked_at = now() where org_id = $1', scene.org.orgId),
      401,
    ],
    ['nobody made', async () => {}, 401],
  ])('is not shown by a token that %s', async (name, end, status) => {
    await end()
    const token = name === 'nobody made' ? `lt_${'a'.repeat(43)}` : scene.liveToken.token
    const answer = await ask({ origin: portal }, token)
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, 'auth_required'])
    expect(answer.body).not.toContain(scene.mediaId)
  })

  test('is not shown once its camera is gone, and a page is told so', async () => {
    await set('update cameras set deleted_at = now() where id = $1', scene.cameraId)
    const answer = await ask()
    expect(answer.statusCode, answer.body).toBe(404)
    expect(answer.headers['access-control-allow-origin']).toBe(portal)
  })

  test('is asked for 600 times a minute, with all tokens of a person', async () => {
    const [token] = await set('select maker_id from live_tokens where id = $1', scene.liveToken.id)
    await ask()
    const emptied = await set(
      `update rate_buckets set tokens = 0, refilled_at = now() + interval '1 hour' where key = $1 returning key`,
      `live-page:user:${String(token?.['maker_id'])}`,
    )
    expect(emptied).toHaveLength(1)
    const answer = await ask()
    expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'rate_limited'])
    expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  })

  test.each([
    'x'.repeat(20_000),
    'https://portal.example.net, https://evil.example',
    'https://portal.example.net/',
    '*',
  ])('is refused whatever else is said to be an origin: %.40s', async (origin) => {
    expect((await ask({ origin })).statusCode).toBe(403)
  })
})

test('a browser is told that a page may send its token there, and nowhere else', async () => {
  const preflight = (address: string) =>
    world.call(null, {
      method: 'OPTIONS',
      url: address,
      headers: { origin: portal, 'access-control-request-method': 'GET' },
    })
  const answer = await preflight(url())
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'Authorization',
  })
  for (const other of [`/api/v1/cameras/${scene.cameraId}`, '/api/v1/cameras', `${url()}/x`]) {
    const refused = await preflight(other)
    expect(refused.statusCode).toBe(404)
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
  }
})
