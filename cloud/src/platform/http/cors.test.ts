import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import { packageFolder } from '../process/package-folder.js'

const listed = 'https://app.example.com'
const other = 'https://evil.example.com'

let world: TestApp
let org: TestOrg
beforeAll(async () => {
  world = await createTestApp({ config: { corsOrigins: [listed, 'http://localhost:5173'] } })
  org = await world.createOrg()
})
afterAll(() => world.close())

const preflight = (url: string, origin: string, method = 'GET') =>
  world.call(null, {
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': method },
  })

const DescribedHeaders = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ parameters: z.array(z.object({ in: z.string(), name: z.string() })).optional() }),
    ),
  ),
})

/** Names of the headers by which a browser would let another origin in. */
const admitting = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('a preflight', () => {
  test('of a listed origin says what may be sent, also where the answer itself would be a refusal', async () => {
    const answer = await preflight('/api/v1/sites', listed, 'PATCH')
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '600',
      vary: 'Origin',
    })
    const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']))
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('admits each header that a route describes, and those by which parts and what is known are asked for', async () => {
    const described = (await world.call(null, { url: '/api/v1/openapi.json' })).body
    const named = Object.values(DescribedHeaders.parse(JSON.parse(described)).paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ parameters = [] }) => parameters)
      .flatMap(({ in: place, name }) => (place === 'header' ? [name.toLowerCase()] : []))
    expect(named).toEqual(expect.arrayContaining(['idempotency-key', 'last-event-id', 'x-share-password']))
    const answer = await preflight('/api/v1/notices', listed)
    const allowed = String(answer.headers['access-control-allow-headers']).split(', ')
    expect(allowed).toEqual(expect.arrayContaining([...named, 'range', 'if-range', 'if-none-match']))
  })

  test('admits every listed origin by its own name', async () => {
    const answer = await preflight('/api/v1/cameras', 'http://localhost:5173')
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:5173')
  })

  test.each([other, 'null', 'http://app.example.com', 'https://app.example.com:8443', `${listed}.evil.com`])(
    'of %s is no preflight to us',
    async (origin) => {
      const answer = await preflight('/api/v1/sites', origin)
      expect(answer.statusCode).toBe(404)
      expect(admitting(answer.headers)).toEqual([])
      expect(answer.headers.vary).toBe('Origin')
    },
  )

  test('admits credentials under /api/v1/auth/ alone, where the refresh cookie goes', async () => {
    const credentialsAt = async (url: string) =>
      (await preflight(url, listed, 'POST')).headers['access-control-allow-credentials']
    expect(await credentialsAt('/api/v1/auth/refresh')).toBe('true')
    expect(await credentialsAt('/api/v1/authority')).toBeUndefined()
    expect(await credentialsAt('/api/v1/sites')).toBeUndefined()
  })

  test('needs the method that is asked for: a bare OPTIONS is answered by the routes', async () => {
    const answer = await world.call(null, {
      method: 'OPTIONS',
      url: '/api/v1/sites',
      headers: { origin: listed },
    })
    expect(answer.statusCode).toBe(404)
  })
})

describe('an answer', () => {
  test('can be read by a listed origin, with the headers that matter', async () => {
    const viewer = await org.signIn('owner')
    const answer = await world.call(viewer, { url: '/api/v1/sites', headers: { origin: listed } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe(listed)
    expect(String(answer.headers['access-control-expose-headers']).split(', ')).toEqual(
      expect.arrayContaining([
        'X-Request-Id',
        'Retry-After',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
      ]),
    )
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('can be read with whatever header the client and the console read of one', async () => {
    const sources = [
      'client/src/api-error.ts',
      'console/src/session/session.ts',
      'console/src/time/service-clock.ts',
    ]
    const texts = await Promise.all(sources.map((file) => readFile(new URL(file, packageFolder), 'utf8')))
    const read = texts.flatMap((text) =>
      [...text.matchAll(/headers\.get\('([\w-]+)'\)/g)].map(([, name]) => name),
    )
    expect(read).toEqual(expect.arrayContaining(['retry-after', 'date']))
    const answer = await world.call(null, { url: '/api/v1/health/ready', headers: { origin: listed } })
    const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(', ')
    expect(exposed).toEqual(expect.arrayContaining([...read, 'x-request-id', 'etag', 'content-range']))
  })

  test('that refuses can be read as well', async () => {
    const unknown = await world.call(null, { url: '/api/v1/sites', headers: { origin: listed } })
    expect(unknown.statusCode).toBe(401)
    expect(unknown.headers['access-control-allow-origin']).toBe(listed)
    const nowhere = await world.call(null, { url: '/api/v1/nothing', headers: { origin: listed } })
    expect(nowhere.statusCode).toBe(404)
    expect(nowhere.headers['access-control-allow-origin']).toBe(listed)
  })

  test('of a login can be read with its cookie', async () => {
    const answer = await world.call(null, {
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { origin: listed },
      payload: { email: 'nobody@example.com', password: 'wrong', client_type: 'web' },
    })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['access-control-allow-credentials']).toBe('true')
  })

  test.each([{ origin: other }, {}])('to %j is the one it always was', async (headers) => {
    const answer = await world.call(null, { url: '/api/v1/health/ready', headers })
    expect(admitting(answer.headers)).toEqual([])
    expect(answer.headers.vary).toBe('Origin')
  })
})

test('without the setting nothing is different for anybody', async () => {
  await using plain = await createTestApp()
  const request = { headers: { origin: listed, 'access-control-request-method': 'GET' } }
  const asked = await plain.call(null, { ...request, method: 'OPTIONS', url: '/api/v1/sites' })
  expect(asked.statusCode).toBe(404)
  const answer = await plain.call(null, { ...request, url: '/api/v1/health/ready' })
  expect(admitting(answer.headers)).toEqual([])
  expect(answer.headers).not.toHaveProperty('vary')
})
