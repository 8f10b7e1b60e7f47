import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSightlineClient, notices, retrying, type SyncOptions, type SyncStep, sync } from './index.js'
import { answerJson, type LocalService, startLocalService } from './local-service.fixture.js'
import { systemTiming } from './platform/timing.js'

type Answering = (response: ServerResponse, request: IncomingMessage) => void

/** What the service answers: one after the other, then the last again. */
let answers: Answering[]
let asked: IncomingMessage[]
let origin: string
let service: LocalService

beforeAll(async () => {
  service = await startLocalService((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push(request)
    request.resume().on('end', () => answer?.(response, request))
  })
  origin = service.origin
})
afterAll(() => service.close())

/** Time that passes when it is waited for, and says how long that was. */
let slept: number[]
beforeEach(() => {
  answers = []
  asked = []
  slept = []
})
const aborted = (signal?: AbortSignal) =>
  new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
const timingOf = (chance: number) => ({
  now: () => Date.parse('2026-11-26T12:00:00Z'),
  sleep: async (ms: number, signal?: AbortSignal) => {
    // What guards against silence is not waited for here.
    if (ms === 40_000) await aborted(signal)
    else slept.push(ms)
  },
  chance: () => chance,
})

const json = (status: number, body: unknown, headers = {}): Answering => {
  return (response) => answerJson(response, status, body, headers)
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

describe('who is told when to come again', () => {
  it.each([
    ['after 10 min, does', 600, 600_000],
    ['after a month, asks in an hour', 2_592_000, 3_600_000],
    ['at once, comes later all the same', 0, 500],
  ])('%s, also while it follows a list', async (_, saidSec, waitsMs) => {
    answers = [
      refusal(503, 'unavailable', { 'retry-after': `${saidSec}` }),
      json(502, 'a proxy', { 'retry-after': `${saidSec}` }),
      revoked,
    ]
    await follow()
    expect(slept).toEqual([waitsMs, Math.max(waitsMs, 1_000)])
  })

  it('comes later by chance than others who were told the same, and never earlier', async () => {
    const waits = async (chance: number, saidSec: number) => {
      slept = []
      asked = []
      answers = [refusal(429, 'rate_limited', { 'retry-after': `${saidSec}` }), json(200, {})]
      const retry = retrying({ timing: timingOf(chance) })
      await createSightlineClient({ origin, retry }).GET('/api/v1/sites')
      return slept
    }
    expect([await waits(0, 10), await waits(0.5, 10), await waits(1, 10)]).toEqual([
      [10_000],
      [11_000],
      [12_000],
    ])
    expect([await waits(1, 1), await waits(1, 60)]).toEqual([[2_000], [72_000]])
    expect(await waits(0, 61)).toEqual([])
  })

  it('repeats a request with a key while the first one runs, and takes other conflicts as they are', async () => {
    const retry = retrying({ timing: timingOf(0) })
    const make = async (key?: string) => {
      asked = []
      const { response } = await createSightlineClient({ origin, retry }).POST('/api/v1/alert-rules', {
        params: { header: { ...(key !== undefined && { 'idempotency-key': key }) } },
        body: { name: 'Door', rule_kind: 'camera_event' },
      })
      return [response.status, asked.length]
    }
    const running = refusal(409, 'conflict', { 'retry-after': '1' })
    answers = [(response) => response.destroy(), running, running, json(201, {})]
    expect(await make('once')).toEqual([201, 4])
    expect(slept).toEqual([500, 1_000, 2_000])
    answers = [refusal(409, 'conflict'), json(201, {})]
    expect(await make('took effect')).toEqual([409, 1])
    answers = [running, json(201, {})]
    expect(await make()).toEqual([409, 1])
    answers = [running]
    expect(await make('still running')).toEqual([409, 6])
  })

  it('reads what changed once a second at most, however much is told', async () => {
    const kept: Answering = (response, request) => page([], `${asked.length}`)(response, request)
    answers = [kept, kept, kept, revoked]
    await follow({
      wake: async function* (signal) {
        while (!signal.aborted) {
          yield null
          await new Promise((resolve) => setImmediate(resolve))
        }
      },
      timing: {
        ...timingOf(0),
        // Only the gap passes: what reads again is told to.
        sleep: async (ms, signal) => {
          if (ms > 1_000) await aborted(signal)
          else slept.push(ms)
        },
      },
    })
    expect(slept).toEqual([1_000, 1_000, 1_000])
  })

  it('is no timer that fires at once', async () => {
    const over = new AbortController()
    setTimeout(() => over.abort(), 50)
    const before = performance.now()
    await systemTiming.sleep(Number.POSITIVE_INFINITY, over.signal)
    expect(performance.now() - before).toBeGreaterThan(40)
  })
})

describe('notices', () => {
  const stream = (...blocks: string[]): Answering => {
    return (response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(blocks.map((block) => `${block}\n\n`).join(''))
  }
  const ready = 'id: one\nevent: ready\ndata: {"resumed":true}'
  async function listen(since?: string): Promise<void> {
    const told = notices({ origin, credential: 'key', timing: timingOf(0), ...(since && { since }) })
    await expect(told.next()).rejects.toThrow('401')
  }

  it('connect again when the stream, or a refusal, says so, and within an hour', async () => {
    answers = [
      stream('retry: 3000', ready),
      stream(ready, 'retry: soon', 'retry: 99999999999'),
      refusal(429, 'rate_limited', { 'retry-after': '90' }),
      refusal(503, 'unavailable', { 'retry-after': '9999999' }),
      revoked,
    ]
    await listen()
    expect(slept).toEqual([3_000, 3_600_000, 90_000, 3_600_000])
  })

  it('connect more and more slowly while they are refused, or say nothing', async () => {
    const empty = stream('event: end\ndata: {"reason":"unavailable"}')
    answers = [stream(), ...Array.from({ length: 3 }, () => refusal(400, 'validation_error')), empty, revoked]
    await listen('odd')
    expect(slept).toEqual([500, 1_000, 2_000, 4_000, 8_000])
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([
      'odd',
      'odd',
      ...Array.from({ length: 4 }, () => undefined),
    ])
  })

  it('go on from where they were over a 400 of a proxy', async () => {
    answers = [json(400, 'no answer of the service'), revoked]
    await listen('kept')
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual(['kept', 'kept'])
  })

  const nothing: Answering = (response) => response.destroy()
  const change = 'id: two\nevent: change\ndata: {"kind":"event","change":"created","id":"a"}'
  async function heard(): Promise<unknown> {
    const told = notices({ origin, credential: 'key', timing: timingOf(0), since: 'kept' })
    const { value } = await told.next()
    await told.return()
    return value
  }

  it.each([
    ['gets no answer, as where a preflight is refused', nothing],
    ['is refused by a proxy', json(431, 'too large')],
  ])(
    'are asked for from the start where asking from where they were %s, again and again',
    async (_, refused) => {
      answers = [
        (response, request) => {
          const isResumed = request.headers['last-event-id'] !== undefined
          const answer = isResumed ? refused : stream('id: new\nevent: ready\ndata: {"resumed":false}')
          answer(response, request)
        },
      ]
      expect(await heard()).toEqual({ type: 'reset' })
      expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([
        ...Array<string>(5).fill('kept'),
        undefined,
      ])
    },
  )

  it('go on from where they were once a line that was down for long is back', async () => {
    answers = [...Array<Answering>(8).fill(nothing), stream(change)]
    expect(await heard()).toMatchObject({ type: 'change', id: 'a' })
    expect(asked.at(-1)?.headers['last-event-id']).toBe('kept')
    expect(slept).toHaveLength(6)
  })
})
