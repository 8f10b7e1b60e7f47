import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSightlineClient, notices, type SyncOptions, sync } from './index.js'
import { answerJson, type LocalService, startLocalService } from './local-service.fixture.js'
import { systemTiming } from './platform/timing.js'

let service: LocalService
let answer: (response: ServerResponse) => void
let asked: number
let ending: AbortController

beforeAll(async () => {
  service = await startLocalService((_request, response) => {
    asked += 1
    answer(response)
  })
})
afterAll(() => service.close())
beforeEach(() => {
  asked = 0
  ending = new AbortController()
})

/** A list without an end. */
const onePage = (response: ServerResponse) =>
  answerJson(response, 200, {
    data: [{ id: `${asked}` }],
    removed: [],
    next_cursor: asked < 50 ? 'more' : null,
    next_updated_since: 'token',
    total: 50,
  })

describe('a list that is followed until a signal ends it', () => {
  const follow = (options: Partial<SyncOptions<{ id: string }>> = {}) => {
    const client = createSightlineClient({ origin: service.origin, credential: 'key' })
    return sync({
      readPage: (place) => client.GET('/api/v1/cameras', { params: { query: { ...place } } }),
      signal: ending.signal,
      ...options,
    })
  }

  it('asks for no further page', async () => {
    answer = onePage
    const steps: string[] = []
    for await (const step of follow()) {
      steps.push(step.type)
      if (asked === 2) ending.abort()
    }
    expect([steps, asked]).toEqual([['restart', 'page', 'page'], 2])
  })

  it('waits for no page that does not come, and calls nothing failed', async () => {
    answer = () => ending.abort()
    const failures: unknown[] = []
    const steps: string[] = []
    for await (const step of follow({ failed: (failure) => failures.push(failure) })) steps.push(step.type)
    expect([steps, asked, failures]).toEqual([['restart'], 1, []])
  })

  it('asks for nothing where that was before', async () => {
    ending.abort()
    expect(await follow().next()).toEqual({ done: true, value: undefined })
    expect(asked).toBe(0)
  })
})

it('notices end with their signal, also while the credential is waited for', async () => {
  let isWanted = (): void => {}
  const wanted = new Promise<void>((resolve) => {
    isWanted = resolve
  })
  const credential = () => {
    isWanted()
    return new Promise<string>(() => {})
  }
  // What guards against silence is not waited for here.
  const sleep = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
  const timing = { ...systemTiming, sleep }
  const heard = notices({ origin: service.origin, credential, signal: ending.signal, timing }).next()
  await wanted
  ending.abort()
  expect(await heard).toEqual({ done: true, value: undefined })
  expect(asked).toBe(0)
})
