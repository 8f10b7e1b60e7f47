import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ErrorEnvelope, FieldProblems } from '@sightline/protocol'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Scene, setScene } from '#testing/scene.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { waitUntil } from '../src/fleet/channel/test-nodes.fake.js'
import { ApiDescription, withoutNames } from './described-routes.fixture.js'
import { hostileTexts } from './hostile-values.fixture.js'
import { exampleOf, routeBook } from './route-book.fixture.js'

let world: TestApp
let scene: Scene
let owner: SignedIn

beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
  world.services.readiness.serving()
  scene = await setScene(world)
  owner = await scene.org.signIn('owner')
})
afterAll(() => world.close())

const names = Object.keys(routeBook)
const withBody = names.filter((name) => routeBook[name]?.body)
// A page is the same whatever its id names.
const withPath = names.filter((name) => routeBook[name]?.path && !routeBook[name].undescribed)

/** The envelope, and nothing beside it. Made once: to make a schema takes as long as a request. */
const Refusal = ErrorEnvelope.strict()

/** A refusal in the envelope that tells nothing of the inside. */
function expectRefused(answer: LightMyRequestResponse, context: string): void {
  const says = `${context} -> ${answer.statusCode} ${answer.body.slice(0, 500)}`
  expect(answer.statusCode, says).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode, says).toBeLessThan(500)
  expect(Refusal.safeParse(answer.json()).success, says).toBe(true)
  if (answer.statusCode === 400) expectDetails(answer, says)
  expect(answer.body, says).not.toMatch(/select |insert |node_modules|\.ts:|postgres/i)
}

/** What is wrong, for programs: all of it is in the sentence as well. */
function expectDetails(answer: LightMyRequestResponse, says: string): void {
  const { error } = ErrorEnvelope.parse(answer.json())
  const details = FieldProblems.parse(error.details)
  expect(details.length, says).toBeGreaterThan(0)
  for (const { message } of details) expect(error.message, says).toContain(message)
}

/** A lone surrogate has no percent-encoding. */
const encode = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))

const sendText = (name: string, payload: string, contentType = 'application/json') =>
  world.call(owner, { ...exampleOf(name, scene), payload, headers: { 'content-type': contentType } })

describe('a body', () => {
  test.each(withBody)('%s', async (name) => {
    const bodies = [
      '{',
      'nonsense',
      '[]',
      '"text"',
      '7',
      '{"__proto__":{"a":1}}',
      '['.repeat(100_000),
      '\u0000',
    ]
    for (const body of bodies) expectRefused(await sendText(name, body), `${name} ${body.slice(0, 80)}`)
    const large = await sendText(name, `{"name":"${'x'.repeat(1024 * 1024)}"}`)
    expect([large.statusCode, z.string().parse(large.json().error.code).toLowerCase()]).toEqual([
      413,
      'payload_too_large',
    ])
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x']) {
      expect((await sendText(name, 'name=x', type)).statusCode, type).toBe(415)
    }
  })
})

test('a body with several wrong fields says of each where and what', async () => {
  const answer = await world.call(owner, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    payload: {
      name: 'x',
      rule_kind: 'camera_event',
      recipients: [{ user_id: 'nobody', channels: ['email'] }],
    },
  })
  expect([answer.statusCode, answer.json().error.details]).toEqual([
    400,
    [
      { path: 'name', message: expect.any(String), code: 'too_small' },
      { path: 'recipients.0.user_id', message: expect.any(String), code: 'invalid_format' },
    ],
  ])
  const shape = await world.call(owner, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    payload: { name: 'Gate', rule_kind: 'camera_event', scope_type: 'site' },
  })
  expect(shape.json().error).toMatchObject({
    code: 'validation_error',
    message: 'site_ids: required when scope_type is site',
    details: [{ path: 'site_ids', message: 'required when scope_type is site', code: 'custom' }],
  })
})

describe('an id', () => {
  test.each(withPath)('%s', async (name) => {
    const [, pattern = ''] = name.split(' ')
    const { url: _, ...example } = exampleOf(name, scene)
    for (const id of [
      ...hostileTexts.filter((text) => text !== ''),
      '%',
      '%zz',
      '%ff',
      '%c0%af',
      'x'.repeat(300),
    ]) {
      const part = id.startsWith('%') ? id : encode(id)
      const url = pattern.replaceAll(/:\w+/g, part)
      const answer = await world.call(owner, { ...example, url })
      // The channel's path is judged at the upgrade.
      if (answer.statusCode === 426) continue
      expectRefused(answer, url)
    }
  })
})

describe('a query', () => {
  const lists = ['sites', 'cameras', 'events', 'alerts']
  test.each(lists)('of %s', async (list) => {
    const { query } = (await describedApi()).routes.get(`GET /api/v1/${list}`) ?? { query: [] }
    expect(query).toContain('cursor')
    for (const parameter of query) {
      for (const text of hostileTexts) {
        const url = `/api/v1/${list}?${parameter}=${encode(text)}`
        const answer = await world.call(owner, { url })
        if (answer.statusCode !== 200) expectRefused(answer, url)
      }
      const twice = await world.call(owner, { url: `/api/v1/${list}?${parameter}=a&${parameter}=b` })
      if (twice.statusCode !== 200) expectRefused(twice, parameter)
    }
  })

  test.each([
    ['events', 'date_from=1969-12-31'],
    ['events', 'date_to=2201-01-01'],
    ['events', 'date_from=infinity'],
    ['events', 'date_from=2026-02-30'],
    ['alerts', 'date_from=1969-12-31T23:59:59Z'],
    ['alerts', 'date_to=2201-01-01T00:00:00Z'],
    ['events', `trigger_topic_like=${'%25'.repeat(257)}`],
    ['events', 'trigger_topic_like=a%5C'],
    ['events', 'cursor=AAAA'],
    ['alerts', 'cursor=AAAA'],
    ['cameras', 'cursor=AAAA'],
    ['sites', 'cursor=AAAA'],
    ['cameras', 'limit=0'],
    ['cameras', 'limit=101'],
    ['cameras', 'limit=1.5'],
    ['cameras', 'limit=1e1000'],
    ['cameras', 'site_id=x'],
  ])('%s?%s is a 400', async (list, query) => {
    const answer = await world.call(owner, { url: `/api/v1/${list}?${query}` })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'validation_error'])
  })

  test('a cursor of another organisation is a 400', async () => {
    const other = await setScene(world)
    const stranger = await other.org.signIn('owner')
    for (const list of ['sites', 'cameras']) {
      if (list === 'cameras') await addCamera(scene)
      const page = await world.call(owner, { url: `/api/v1/${list}?limit=1` })
      const cursor = z.string().parse(page.json().next_cursor)
      const answer = await world.call(stranger, { url: `/api/v1/${list}?limit=1&cursor=${cursor}` })
      expect(answer.statusCode, list).toBe(400)
    }
  })

  const addCamera = ({ orgId, siteId, gatewayId }: Scene) =>
    world.test.query(
      `insert into cameras (org_id, id, site_id, gateway_id, name, type)
       values ($1, gen_random_uuid(), $2, $3, 'Second', 'rtsp')`,
      [orgId, siteId, gatewayId],
    )
})

async function describedApi(): Promise<ApiDescription> {
  return new ApiDescription((await world.call(null, { url: '/api/v1/openapi.json' })).json())
}

test('every body and its keys are known', async () => {
  const { routes } = await describedApi()
  for (const name of withBody) {
    const keys = routes.get(withoutNames(name))?.body ?? []
    expect(keys, name).toEqual(expect.arrayContaining(Object.keys(exampleOf(name, scene).payload ?? {})))
  }
})

describe('what reaches no route', () => {
  test.each([
    ['OPTIONS', '/api/v1/sites', 404],
    ['PUT', '/api/v1/sites', 404],
    ['TRACE', '/api/v1/sites', 404],
    ['PROPFIND', '/api/v1/sites', 404],
    ['GET', '/nothing', 404],
    ['GET', '/nothing//', 404],
    ['GET', '/api/v1/sites/%zz', 400],
    ['GET', `/api/v1/sites/${'x'.repeat(300)}`, 400],
  ] as const)('%s %s', async (method, url, status) => {
    const answer = await world.app.inject({ method: method as 'GET', url })
    expectRefused(answer, `${method} ${url}`)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('a request on a connection that is still open when the service stops is refused in the envelope', async () => {
    await using stopping = await createTestApp()
    const origin = new URL(await stopping.app.listen({ host: '127.0.0.1', port: 0 }))
    const begun = once(stopping.app.server, 'request')
    const head = 'POST /api/v1/gateways/pair HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'
    const socket = connect(Number(origin.port), '127.0.0.1')
    socket.write(`${head}content-length: 2\r\n\r\n{`)
    await begun
    const closed = stopping.app.close()
    await waitUntil(() => !stopping.app.server.listening)
    const answer = readToEnd(socket)
    socket.write('}GET /api/v1/health HTTP/1.1\r\nhost: a\r\n\r\n')
    const [, first, second] = (await answer).split('HTTP/1.1 ')
    expect(first).toMatch(/^400 /)
    expect(second).toMatch(/^503 [^]*\{"error":\{"code":"unavailable","message":"[^"]+"\}\}$/)
    await closed
  })

  test('bytes that are no HTTP, and headers without end, are refused in the envelope', async () => {
    const port = Number(new URL(await world.app.listen({ host: '127.0.0.1', port: 0 })).port)
    for (const [bytes, status] of [
      ['GARBAGE\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nhost: a\r\nx: \x01\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await exchange(port, bytes)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
      expect(Refusal.safeParse(JSON.parse(body)).success, answer).toBe(true)
    }
  })
})

/** What a server answers to bytes, until it closes. */
function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes, 'latin1')
  return readToEnd(socket)
}

async function readToEnd(socket: Socket): Promise<string> {
  let answer = ''
  for await (const chunk of socket.setEncoding('latin1')) answer += String(chunk)
  return answer
}
