import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'

let world: TestApp
let org: TestOrg

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
})
afterAll(() => world.close())

test('answers the health checks without a credential', async () => {
  for (const url of ['/api/health', '/api/v1/health']) {
    const answer = await world.call(null, { url })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok' })
  }
})

test('is ready only while it serves', async () => {
  const ready = () => world.call(null, { url: '/api/v1/health/ready' })
  expect((await ready()).statusCode).toBe(503)
  world.services.readiness.serving()
  expect((await ready()).json()).toEqual({ status: 'ok' })
  world.services.readiness.stopping()
  const stopping = await ready()
  expect(stopping.statusCode).toBe(503)
  expect(stopping.json()).toEqual({ status: 'stopping' })
})

test('describes itself in OpenAPI 3.1, with who may call and since when', async () => {
  const document = (await world.call(null, { url: '/api/v1/openapi.json' })).json()
  expect(document.openapi).toBe('3.1.0')
  const list = document.paths['/api/v1/alerts/'] ?? document.paths['/api/v1/alerts']
  expect(list.get['x-since']).toBe('v1.0')
  expect(list.get.security).toEqual([{ bearer: [] }])
  expect(list.get.description).toContain('viewer')
  const { Camera, AlertRule, Error: refused } = document.components.schemas
  const { details, fault } = refused.properties.error.properties
  const later = [
    Camera.properties.fault,
    AlertRule.properties.warnings,
    AlertRule.properties.severity,
    details,
    fault,
  ]
  expect(later.map((field) => field['x-since'])).toEqual(['v1.3', 'v1.3', 'v1.3', 'v1.3', 'v1.3'])
  const named = Object.keys(document.components.schemas)
  expect(named).toContain('Error')
  const text = JSON.stringify(document)
  for (const name of named) expect(text).toContain(`"#/components/schemas/${name}"`)
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) expect(named).toContain(name)
})

test('tells a body that may be left out from one that is needed', async () => {
  const { paths } = (await world.call(null, { url: '/api/v1/openapi.json' })).json()
  const bodyOf = (path: string): unknown => paths[`/api/v1/${path}`].post.requestBody.required
  expect(['events/{id}/analyze', 'cameras/{id}/trigger', 'alert-rules/compile'].map(bodyOf)).toEqual([
    false,
    false,
    true,
  ])
})

test('says of every route in one line what it does', async () => {
  const { paths } = (await world.call(null, { url: '/api/v1/openapi.json' })).json<{
    paths: Record<string, Record<string, { summary?: string }>>
  }>()
  const said = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '' }]) => ({ route: `${method} ${path}`, summary })),
  )
  expect(said.length).toBeGreaterThan(100)
  // A heading in the reference: no full stop, and no longer than a line.
  const unsaid = said.filter(({ summary }) => !/^[A-Z].{2,88}[^.]$/u.test(summary))
  expect(unsaid).toEqual([])
})

test('serves a reference page that loads nothing from elsewhere', async () => {
  const page = await world.call(null, { url: '/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/(?:src|href)="https?:/)
  expect(page.body).toMatch(/"telemetry":\s*false/)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  const script = await world.call(null, { url: '/docs/js/scalar.js' })
  expect(script.statusCode).toBe(200)
  expect(script.headers['content-type']).toContain('javascript')
})

test.each(['/docs/openapi.json', '/docs/openapi.yaml'])(
  'leads from %s, an address of the library, to the document',
  async (url) => {
    const answer = await world.call(null, { url })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/api/v1/openapi.json'])
  },
)

describe('the error envelope', () => {
  test('is lower case elsewhere and upper case under auth', async () => {
    const elsewhere = await world.call(null, { url: '/api/v1/alerts' })
    expect([elsewhere.statusCode, elsewhere.json().error.code]).toEqual([401, 'auth_required'])
    const auth = await world.call(null, { url: '/api/v1/auth/me' })
    expect([auth.statusCode, auth.json().error.code]).toEqual([401, 'UNAUTHORIZED'])
  })

  test('answers unknown routes', async () => {
    const answer = await world.call(null, { url: '/api/v1/nothing' })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
  })

  const post = async (payload: string | Buffer, headers: Record<string, string> = {}) => {
    const operator = await org.signIn('operator')
    const answer = await world.call(operator, {
      method: 'POST',
      url: '/api/v1/alert-rules',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return [answer.statusCode, answer.json().error.code] as const
  }

  test.each([
    ['is not JSON', '{"name": '],
    ['holds NUL', '{"name": "a\\u0000b", "rule_kind": "camera_event"}'],
    ['holds a lone surrogate', '{"name": "a\\ud800b", "rule_kind": "camera_event"}'],
    ['nests too deeply', '['.repeat(40) + ']'.repeat(40)],
    ['poisons the prototype', '{"__proto__": {"role": "owner"}}'],
    ['is empty', ''],
    ['is not UTF-8', Buffer.from('{"name": "caf\xe9", "rule_kind": "camera_event"}', 'latin1')],
    ['lacks a field', '{"name": "rule"}'],
  ])('refuses a body that %s', async (_, body) => {
    expect(await post(body)).toEqual([400, 'validation_error'])
  })

  test('refuses a body beyond 1 MiB, and one that is no JSON by type', async () => {
    expect(await post(`"${'x'.repeat(1024 * 1024)}"`)).toEqual([413, 'payload_too_large'])
    expect(await post('name=x', { 'content-type': 'text/plain' })).toEqual([415, 'unsupported_media_type'])
    for (const encoding of ['gzip', 'br', 'x-nothing', 'identity, gzip'])
      expect(await post('{}', { 'content-encoding': encoding })).toEqual([415, 'unsupported_media_type'])
    expect((await post('{}', { 'content-encoding': 'Identity' }))[0]).toBe(400)
  })

  test('refuses NUL in query and path', async () => {
    const viewer = await org.signIn('viewer')
    for (const url of ['/api/v1/alerts?cursor=%00', '/api/v1/alerts/%00']) {
      expect((await world.call(viewer, { url })).statusCode).toBe(400)
    }
  })
})

test('refuses a role below the one a route asks for', async () => {
  const viewer = await org.signIn('viewer')
  const answer = await world.call(viewer, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    payload: { name: 'rule', rule_kind: 'camera_event' },
  })
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'forbidden'])
})

test('sends headers that keep browsers from guessing, framing and caching', async () => {
  const { headers } = await world.call(null, { url: '/api/v1/health' })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})
