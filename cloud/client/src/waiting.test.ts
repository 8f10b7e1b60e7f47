import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSightlineClient, type SyncOptions, type SyncStep, sync } from './index.js'

type Answering = (response: ServerResponse, request: IncomingMessage) => void

/** What the service answers: one after the other, then the last again. */
let answers: Answering[]
let asked: IncomingMessage[]
let origin: string
const server = createServer((request, response) => {
  const answer = answers[Math.min(asked.length, answers.length - 1)]
  asked.push(request)
  request.resume().on('end', () => answer?.(response, request))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  origin = `http://127.0.0.1:${address.port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** Time that passes when it is waited for, and says how long that was. */
let slept: number[]
beforeEach(() => {
  answers = []
  asked = []
  slept = []
})
const timingOf = (chance: number) => ({
  now: () => Date.parse('2026-11-26T12:00:00Z'),
  sleep: async (ms: number) => void slept.push(ms),
  chance: () => chance,
})

const json = (status: number, body: unknown, headers = {}): Answering => {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
const refusal = (status: number, code: string, headers = {}) =>
  json(status, { error: { code, message: code } }, headers)
const revoked = refusal(401, 'auth_required')

const page = (ids: string[], next: string | null, cursor: string | null = null) =>
  json(200, {
    data: ids.map((id) => ({ id })),
    removed: [],
    next_cursor: cursor,
    next_updated_since: next,
    total: 0,
  })
const querySent = ({ url = '' }: IncomingMessage) => {
  const { searchParams } = new URL(url, origin)
  return [searchParams.get('updated_since'), searchParams.get('cursor')].filter(Boolean).join(' ')
}

/** Follows until it ends, as it does where the key is revoked. */
async function follow(
  options: Partial<SyncOptions<{ id: string }>> = {},
  why = '401 auth_required',
): Promise<string[]> {
  const client = createSightlineClient({ origin, credential: 'key' })
  const steps: string[] = []
  const say = (step: SyncStep<{ id: string }>) =>
    step.type === 'page' ? step.items.map(({ id }) => id).join() : step.type
  const run = async () => {
    for await (const step of sync({
      readPage: (place) => client.GET('/api/v1/cameras', { params: { query: { ...place } } }),
      timing: timingOf(0),
      ...options,
    }))
      steps.push(say(step))
  }
  await expect(run()).rejects.toThrow(why)
  return steps
}

describe('a token that was refused', () => {
  it.each([
    ['410', refusal(410, 'gone')],
    ['400', refusal(400, 'validation_error')],
  ])('in passing, with a %s, is not sent again once what was held is dropped', async (_, refused) => {
    answers = [
      refused,
      page(['a'], 'one', 'c'),
      refusal(503, 'unavailable'),
      page(['a'], 'two', 'c'),
      page(['b'], null),
      revoked,
    ]
    expect(await follow({ token: 'kept' })).toEqual(['restart', 'a', 'restart', 'a', 'b', 'done'])
    expect(asked.map(querySent)).toEqual(['kept', 'start', 'start c', 'start', 'start c', 'two'])
  })

  it.each([400, 404, 410])('by a proxy, with a %i, is sent again and stays good', async (status) => {
    const told: unknown[] = []
    answers = [json(status, 'no answer of the service'), page(['a'], 'one'), revoked]
    expect(await follow({ token: 'kept', failed: (failure) => told.push(failure) })).toEqual(['a', 'done'])
    expect(asked.map(querySent)).toEqual(['kept', 'kept', 'one'])
    expect(told.map(String)).toEqual([expect.stringContaining(`${status} unreadable`)])
  })

  it.each([401, 403])('by a proxy that wants another credential, with a %i, ends it', async (status) => {
    answers = [json(status, 'sign in at the proxy'), revoked]
    expect(await follow({ token: 'kept' }, `${status} unreadable`)).toEqual([])
  })
})
