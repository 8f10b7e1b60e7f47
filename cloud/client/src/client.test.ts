import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSightlineClient, errorOf, FailedCall, itemsOf, valueOf } from './index.js'
import { answerJson as json, type LocalService, startLocalService } from './local-service.fixture.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let handle: Handler
let origin: string
let service: LocalService

beforeAll(async () => {
  service = await startLocalService((request, response) => handle(request, response))
  origin = service.origin
})
beforeEach(() => {
  handle = (_request, response) => response.end()
})
afterAll(() => service.close())

const refuseWith = (status: number, body: unknown, headers = {}): void => {
  handle = (_request, response) => json(response, status, body, headers)
}

describe('a refusal', () => {
  it('is a value with what its fields say', async () => {
    const details = [{ path: 'name', message: 'is too long', code: 'too_big' }]
    refuseWith(400, { error: { code: 'validation_error', message: 'name: is too long', details } })
    const client = createSightlineClient({ origin })
    expect(errorOf(await client.GET('/api/v1/sites'))).toEqual({
      status: 400,
      code: 'validation_error',
      message: 'name: is too long',
      details,
      fault: null,
      retryAfterSec: null,
    })
  })

  it('has its code in lower case, and says when to try again', async () => {
    const error = { code: 'RATE_LIMITED', message: 'too many logins' }
    refuseWith(429, { error }, { 'retry-after': '7' })
    const answer = await createSightlineClient({ origin }).POST('/api/v1/auth/login', {
      body: { email: 'ada@example.com', password: 'x' },
    })
    expect(errorOf(answer)).toMatchObject({ status: 429, code: 'rate_limited', retryAfterSec: 7 })
  })

  it.each([
    ['a code that the interface does not have', { error: { code: 'teapot', message: 'short' } }],
    ['another envelope', { message: 'bad gateway' }],
    ['a list', []],
    ['nothing', null],
  ])('with %s is unreadable', async (_, body) => {
    refuseWith(502, body)
    const error = errorOf(await createSightlineClient({ origin }).GET('/api/v1/sites'))
    expect(error).toMatchObject({ status: 502, code: 'unreadable', details: [] })
  })

  it.each([
    ['a page of a proxy', '<h1>Bad gateway</h1>'],
    ['no body', ''],
  ])('with %s is unreadable', async (_, body) => {
    handle = (_request, response) => response.writeHead(502).end(body)
    const error = errorOf(await createSightlineClient({ origin }).GET('/api/v1/sites'))
    expect(error).toMatchObject({ status: 502, code: 'unreadable' })
  })

  it('is thrown by valueOf, with the same value', async () => {
    refuseWith(404, { error: { code: 'not_found', message: 'there is no such site' } })
    const call = createSightlineClient({ origin }).GET('/api/v1/sites')
    const failure = await valueOf(call).catch((error: unknown) => error)
    if (!(failure instanceof FailedCall)) throw new Error('nothing was thrown')
    expect(failure.error).toMatchObject({ status: 404, code: 'not_found' })
    expect(failure.message).toContain('404 not_found: there is no such site')
  })
})

it('answers undefined where the service answers without a body', async () => {
  handle = (_request, response) => response.writeHead(204).end()
  const id = '01900000-0000-7000-8000-000000000000'
  const call = createSightlineClient({ origin }).DELETE('/api/v1/events/{id}', { params: { path: { id } } })
  expect(await valueOf(call)).toBeUndefined()
})

describe('a credential', () => {
  const heard: (string | undefined)[] = []
  beforeEach(() => {
    heard.length = 0
    handle = (request, response) => {
      heard.push(request.headers.authorization)
      json(response, 200, {})
    }
  })

  it('is asked for before each request', async () => {
    let held: string | undefined
    const client = createSightlineClient({ origin, credential: async () => held })
    await client.GET('/api/health')
    held = 'first'
    await client.GET('/api/health')
    held = 'second'
    await client.GET('/api/health')
    expect(heard).toEqual([undefined, 'Bearer first', 'Bearer second'])
  })

  it('gives way to the header of a call', async () => {
    const client = createSightlineClient({ origin, credential: 'key' })
    await client.GET('/api/health', { headers: { authorization: 'Bearer other' } })
    expect(heard).toEqual(['Bearer other'])
  })
})

describe('the items of a list', () => {
  const pages: Record<string, unknown> = {
    '': { data: [{ id: 'a' }, { id: 'b' }], next_cursor: 'two', total: 3 },
    two: { data: [{ id: 'c' }], next_cursor: null, total: 3 },
  }
  const asked: string[] = []
  const items = () => {
    const client = createSightlineClient({ origin })
    return itemsOf((query) => client.GET('/api/v1/sites', { params: { query } }))
  }
  beforeEach(() => {
    asked.length = 0
    handle = (request, response) => {
      const cursor = new URL(request.url ?? '', origin).searchParams.get('cursor') ?? ''
      asked.push(cursor)
      json(response, 200, pages[cursor])
    }
  })

  it('come page by page', async () => {
    const ids: string[] = []
    for await (const { id } of items()) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual(['', 'two'])
  })

  it('are asked for no further than they are used', async () => {
    for await (const { id } of items()) if (id === 'b') break
    expect(asked).toEqual([''])
  })

  it('end with the refusal of a page', async () => {
    refuseWith(401, { error: { code: 'auth_required', message: 'sign in again' } })
    await expect(items().next()).rejects.toThrow(FailedCall)
  })
})
