import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createSightlineClient,
  type HeardNotice,
  type HeldTokens,
  notices,
  retrying,
  Session,
  type SyncStep,
  sync,
  valueOf,
  verifyWebhook,
} from './index.js'
import { answerJson as json, type LocalService, startLocalService } from './local-service.fixture.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let handle: Handler
let origin: string
let service: LocalService

beforeAll(async () => {
  service = await startLocalService((request, response) => handle(request, response))
  origin = service.origin
})
afterAll(() => service.close())

/** Time that passes when it is waited for, and says how long that was. */
let slept: number[]
beforeEach(() => {
  slept = []
})
const quick = {
  now: () => Date.parse('2026-11-26T12:00:00Z'),
  sleep: async (ms: number, signal?: AbortSignal) => {
    // What guards against silence is not waited for here.
    if (ms >= 40_000) await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    else slept.push(ms)
  },
  chance: () => 1,
}

const refusal = (code: string) => ({ error: { code, message: code } })

/** Answers one after the other, then the last again. */
function answers(...all: ((response: ServerResponse, request: IncomingMessage) => void)[]): {
  count: number
} {
  const asked = { count: 0 }
  handle = (request, response) => {
    const answer = all[Math.min(asked.count, all.length - 1)]
    asked.count += 1
    request.resume().on('end', () => answer?.(response, request))
  }
  return asked
}

describe('again', () => {
  const client = () =>
    createSightlineClient({ origin, credential: 'key', retry: retrying({ timing: quick }) })
  const empty = { data: [], next_cursor: null, total: 0 }

  it('waits as long as Retry-After says, in seconds or as a date, and a little more, and grows without it', async () => {
    const asked = answers(
      (response) => json(response, 503, refusal('unavailable'), { 'retry-after': '7' }),
      (response) =>
        json(response, 429, refusal('rate_limited'), {
          date: 'Thu, 26 Nov 2026 12:00:00 GMT',
          'retry-after': 'Thu, 26 Nov 2026 12:00:09 GMT',
        }),
      (response) => response.destroy(),
      (response) => json(response, 502, 'a proxy'),
      (response) => json(response, 200, empty),
    )
    expect(await valueOf(client().GET('/api/v1/sites'))).toEqual(empty)
    expect([asked.count, slept]).toEqual([5, [8_400, 10_800, 4_000, 8_000]])
  })

  it('repeats what may be done twice with a key alone, and what was refused in any case', async () => {
    const body = { name: 'Shop' }
    const failing = answers((response) => json(response, 503, refusal('unavailable')))
    expect((await client().POST('/api/v1/sites', { body })).response.status).toBe(503)
    expect(failing.count).toBe(1)
    const limited = answers(
      (response) => json(response, 429, refusal('rate_limited'), { 'retry-after': '1' }),
      (response) => json(response, 201, {}),
    )
    expect((await client().POST('/api/v1/sites', { body })).response.status).toBe(201)
    const keyed = answers(
      (response) => response.destroy(),
      (response) => json(response, 201, {}),
    )
    const header = { 'idempotency-key': 'once' }
    const made = await client().POST('/api/v1/webhooks', {
      params: { header },
      body: { name: 'Hook', url: 'https://example.com', event_types: ['alert'], enabled: true },
    })
    expect([limited.count, keyed.count, made.response.status]).toEqual([2, 2, 201])
  })

  it('gives up after five more tries, at once where it would take too long, and never without being asked to', async () => {
    const asked = answers((response) => json(response, 503, refusal('unavailable')))
    expect((await client().GET('/api/v1/sites')).response.status).toBe(503)
    expect(asked.count).toBe(6)
    const late = answers((response) => json(response, 429, refusal('rate_limited'), { 'retry-after': '900' }))
    expect((await client().GET('/api/v1/sites')).response.status).toBe(429)
    expect(late.count).toBe(1)
    const plain = answers((response) => json(response, 503, refusal('unavailable')))
    await createSightlineClient({ origin }).GET('/api/v1/sites')
    expect(plain.count).toBe(1)
  })
})

describe('a session', () => {
  const tokens = (n: number, expires_at = '2026-11-26T12:15:00Z'): HeldTokens => ({
    access_token: `access-${n}`,
    expires_at,
    refresh_token: `refresh-${n}`,
  })

  it('refreshes before its token ends and when one was refused, once for all, and keeps each pair', async () => {
    const kept: string[] = []
    const heard: string[] = []
    let refreshes = 0
    handle = (request, response) => {
      let body = ''
      request.on('data', (piece) => {
        body += String(piece)
      })
      request.on('end', () => {
        if (request.url === '/api/v1/auth/refresh') {
          refreshes += 1
          expect(JSON.parse(body)).toEqual({ client_type: 'mobile', refresh_token: `refresh-${refreshes}` })
          return json(response, 200, tokens(refreshes + 1))
        }
        const { authorization = '' } = request.headers
        heard.push(`${request.method} ${authorization} ${body}`)
        // The second one is revoked, though it lasts.
        return authorization === 'Bearer access-2' && heard.length > 2
          ? json(response, 401, refusal('auth_required'))
          : json(response, 200, {})
      })
    }
    const session = new Session({
      origin,
      tokens: tokens(1, '2026-11-26T12:00:20Z'),
      keep: ({ refresh_token: token }) => void kept.push(token),
      timing: quick,
    })
    const client = createSightlineClient({ origin, credential: session.credential })
    await Promise.all([client.GET('/api/v1/sites'), client.GET('/api/v1/cameras')])
    expect([refreshes, kept]).toEqual([1, ['refresh-2']])
    await client.POST('/api/v1/sites', { body: { name: 'Shop' } })
    expect(kept).toEqual(['refresh-2', 'refresh-3'])
    expect(heard.slice(2)).toEqual([
      'POST Bearer access-2 {"name":"Shop"}',
      'POST Bearer access-3 {"name":"Shop"}',
    ])
  })

  /** Grants as the service does: a token whose successor was used ends the session. */
  function rotating(): readonly string[] {
    const seen: string[] = []
    let inForce = 1
    let isOver = false
    handle = (request, response) => {
      let body = ''
      request.on('data', (piece) => {
        body += String(piece)
      })
      request.on('end', () => {
        const shown = Number(/refresh-(\d+)/.exec(body)?.[1])
        seen.push(`refresh-${shown}`)
        if (shown < inForce - 1) isOver = true
        if (isOver) return json(response, 401, refusal('UNAUTHORIZED'))
        inForce = shown + 1
        return json(response, 200, tokens(inForce))
      })
    }
    return seen
  }

  it('goes on from what another tab or process kept, and signs nobody out', async () => {
    const seen = rotating()
    let kept = tokens(1, '2026-11-26T12:00:20Z')
    const options = {
      origin,
      timing: quick,
      load: async () => kept,
      keep: (granted: HeldTokens) => {
        kept = granted
      },
    }
    const [one, other] = [
      new Session({ ...options, tokens: kept }),
      new Session({ ...options, tokens: kept }),
    ]
    expect(await one.credential()).toBe('access-2')
    expect(await one.credential('access-2')).toBe('access-3')
    // What was kept is good: nothing is asked for.
    expect(await other.credential()).toBe('access-3')
    // It was refused to both: the first one gets another, which the second takes over.
    expect([await other.credential('access-3'), await one.credential('access-3')]).toEqual([
      'access-4',
      'access-4',
    ])
    expect(seen).toEqual(['refresh-1', 'refresh-2', 'refresh-3'])
  })

  it('refreshes by what was kept where that ends too, and by its own where that is newer or nothing is kept', async () => {
    const over = '2026-11-26T11:00:00Z'
    const soon = '2026-11-26T12:00:20Z'
    for (const [load, by] of [
      [() => tokens(2, soon), 'refresh-2'],
      [() => tokens(0, over), 'refresh-1'],
      [() => null, 'refresh-1'],
      [async () => undefined, 'refresh-1'],
    ] as const) {
      const seen = rotating()
      const session = new Session({ origin, tokens: tokens(1, '2026-11-26T12:00:10Z'), load, timing: quick })
      await session.credential()
      expect(seen).toEqual([by])
    }
    const seen = rotating()
    const load = () => Promise.reject(new Error('the disk is gone'))
    const held = new Session({ origin, tokens: tokens(1, soon), load, timing: quick })
    expect(await held.credential()).toBe('access-1')
    await expect(held.credential('access-1')).rejects.toThrow('the disk is gone')
    expect(seen).toEqual([])
  })

  it('does with its token while there is no line, for as long as it lasts', async () => {
    answers((response) => response.destroy())
    const lasting = new Session({ origin, tokens: tokens(1, '2026-11-26T12:00:20Z'), timing: quick })
    expect(await lasting.credential()).toBe('access-1')
    await expect(lasting.credential('access-1')).rejects.toThrow()
    const over = new Session({ origin, tokens: tokens(1, '2026-11-26T11:59:59Z'), timing: quick })
    await expect(over.credential()).rejects.toThrow()
  })

  it('takes a token that was just granted for good, though the clock of the machine is ahead', async () => {
    const asked = answers((response) => json(response, 200, tokens(2, '2026-11-26T09:15:00Z')))
    const session = new Session({ origin, tokens: tokens(1, '2026-11-26T09:00:00Z'), timing: quick })
    expect([await session.credential(), await session.credential()]).toEqual(['access-2', 'access-2'])
    expect(asked.count).toBe(1)
  })

  it('says that it has ended', async () => {
    answers((response) => json(response, 401, refusal('UNAUTHORIZED')))
    const session = new Session({ origin, tokens: tokens(1, '2026-11-26T11:00:00Z'), timing: quick })
    await expect(session.credential()).rejects.toThrow('401 unauthorized')
  })
})

describe('notices', () => {
  const event = (name: string, data: unknown, id?: string) =>
    `${id ? `id: ${id}\n` : ''}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  const change = (id: string) => ({ kind: 'event', change: 'updated', id, site_id: 's', camera_id: null })
  const stream = (response: ServerResponse, ...text: string[]) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(text.join(''))
  }

  it('go on from the last id over a break, and say once that something may be missing', async () => {
    const asked: (string | undefined)[] = []
    const note = (request: IncomingMessage) => asked.push(request.headers['last-event-id']?.toString())
    answers(
      (response, request) => {
        note(request)
        stream(
          response,
          event('ready', { resumed: false }, 'one'),
          event('change', change('a'), 'two'),
          ': beat\nid: three\n\n',
        )
      },
      (response, request) => {
        note(request)
        response.destroy()
      },
      (response, request) => {
        note(request)
        stream(
          response,
          event('reset', { reason: 'too_many' }),
          event('resync', { reason: 'too_many' }, 'four'),
          event('something new', {}),
          event('ready', { resumed: true }, 'five'),
        )
      },
      (response, request) => {
        note(request)
        json(response, 400, refusal('validation_error'))
      },
      (response, request) => {
        note(request)
        stream(response, event('ready', { resumed: false }, 'six'), event('change', change('b')))
      },
    )
    const heard: string[] = []
    const ids: string[] = []
    const told = notices({ origin, credential: 'key', heardUpTo: (id) => ids.push(id), timing: quick })
    for await (const notice of told) {
      heard.push(notice.type === 'change' ? notice.id : notice.type)
      if (heard.at(-1) === 'b') break
    }
    expect(heard).toEqual(['reset', 'a', 'reset', 'reset', 'b'])
    expect(asked).toEqual([undefined, 'three', 'three', 'five', undefined])
    expect(ids).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
  })

  it('end with the refusal of the credential, and with their signal', async () => {
    answers((response) => json(response, 401, refusal('auth_required')))
    await expect(notices({ origin, credential: 'revoked', timing: quick }).next()).rejects.toThrow('401')
    const over = new AbortController()
    answers((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event('ready', { resumed: false }, 'one'))
    })
    const heard: HeardNotice[] = []
    for await (const notice of notices({ origin, credential: 'key', signal: over.signal, timing: quick })) {
      heard.push(notice)
      over.abort()
    }
    expect(heard).toEqual([{ type: 'reset' }])
  })
})

describe('sync', () => {
  const page = (ids: string[], more: object) => ({
    data: ids.map((id) => ({ id })),
    next_cursor: null,
    total: 0,
    ...more,
  })
  const done = (steps: readonly SyncStep<{ id: string }>[]) =>
    steps.map((step) =>
      step.type === 'page'
        ? [step.items.map(({ id }) => id).join(), step.removed.join()].join('|')
        : step.type === 'done'
          ? `done ${step.token}`
          : step.type,
    )

  it('reads to the end, then what changed, and anew where that is not known any more', async () => {
    const asked: string[] = []
    const gone = refusal('gone')
    const pages: [number, unknown][] = [
      [200, page(['a', 'b'], { removed: [], next_cursor: 'c', next_updated_since: 'one' })],
      [200, page(['c'], { removed: [], next_updated_since: null })],
      [503, refusal('unavailable')],
      [200, page(['d'], { removed: ['a'], next_updated_since: 'two' })],
      [410, gone],
      [200, page(['d'], { removed: [], next_cursor: 'c', next_updated_since: 'three' })],
      [410, gone],
      [200, page(['e'], { removed: [], next_updated_since: 'four' })],
    ]
    handle = (request, response) => {
      const { searchParams } = new URL(request.url ?? '', origin)
      asked.push([searchParams.get('updated_since'), searchParams.get('cursor')].filter(Boolean).join(' '))
      const [status, body] = pages[asked.length - 1] ?? [401, refusal('auth_required')]
      json(response, status, body)
    }
    const client = createSightlineClient({ origin, credential: 'key' })
    const steps: SyncStep<{ id: string }>[] = []
    const run = async () => {
      for await (const step of sync({
        readPage: (place) => client.GET('/api/v1/cameras', { params: { query: { limit: 2, ...place } } }),
        everyMs: 10,
        timing: quick,
      }))
        steps.push(step)
    }
    await expect(run()).rejects.toThrow('401 auth_required')
    expect(asked).toEqual(['start', 'start c', 'one', 'one', 'two', 'start', 'start c', 'start', 'four'])
    expect(done(steps)).toEqual([
      'restart',
      'a,b|',
      'c|',
      'done one',
      'd|a',
      'done two',
      'restart',
      'd|',
      'restart',
      'e|',
      'done four',
    ])
  })

  it('goes on from a token that was kept, reads again when it is woken, and ends what wakes it', async () => {
    let reads = 0
    handle = (_request, response) => {
      reads += 1
      json(response, 200, page([`${reads}`], { removed: [], next_updated_since: `token ${reads}` }))
    }
    const client = createSightlineClient({ origin, credential: 'key' })
    let wakeUp = () => {}
    let isWakeOver = false
    const steps: SyncStep<{ id: string }>[] = []
    const following = sync({
      readPage: (place) => client.GET('/api/v1/cameras', { params: { query: { ...place } } }),
      token: 'kept',
      everyMs: 60_000,
      timing: quick,
      wake: async function* (signal) {
        signal.addEventListener('abort', () => {
          isWakeOver = true
          wakeUp()
        })
        while (!signal.aborted) {
          await new Promise<void>((resolve) => {
            wakeUp = resolve
          })
          yield null
        }
      },
    })
    for await (const step of following) {
      steps.push(step)
      if (step.type === 'done' && reads === 1) queueMicrotask(() => wakeUp())
      if (step.type === 'done' && reads === 2) break
    }
    expect(done(steps)).toEqual(['1|', 'done token 1', '2|', 'done token 2'])
    expect(isWakeOver).toBe(true)
  })

  it('ends with what wakes it, also where that fails while it waits for another try', async () => {
    let waits = (): void => {}
    const waiting = new Promise<void>((resolve) => {
      waits = resolve
    })
    answers(
      (response) => response.destroy(),
      (response) => json(response, 200, page(['a'], { removed: [], next_updated_since: 'one' })),
    )
    const client = createSightlineClient({ origin, credential: 'key' })
    const read: string[] = []
    const run = async () => {
      for await (const { type } of sync({
        readPage: (place) => client.GET('/api/v1/cameras', { params: { query: { ...place } } }),
        timing: {
          ...quick,
          sleep: async (ms, signal) => {
            if (ms >= 40_000) return quick.sleep(ms, signal)
            waits()
            await new Promise((resolve) => setTimeout(resolve, 50))
          },
        },
        // oxlint-disable-next-line require-yield -- it wakes nobody before it fails
        wake: async function* () {
          await waiting
          throw new Error('the key is revoked')
        },
      }))
        read.push(type)
    }
    await expect(run()).rejects.toThrow('the key is revoked')
    expect(read).toEqual(['restart', 'restart', 'page', 'done'])
  })
})

describe('a delivery', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes !!!').toString('base64')}`
  const body = '{"event_type":"alert","data":{"description":"Tür"}}'
  const at = quick.now() / 1_000

  async function signed(seconds = at, key = secret): Promise<Record<string, string>> {
    const bytes = Buffer.from(key.replace('whsec_', ''), 'base64')
    const { createHmac } = await import('node:crypto')
    const signature = createHmac('sha256', bytes).update(`delivery.${seconds}.${body}`).digest('base64')
    return {
      'Webhook-Id': 'delivery',
      'Webhook-Timestamp': String(seconds),
      'Webhook-Signature': `v1,AAAA v1,${signature}`,
      'X-Webhook-Event': 'alert',
    }
  }
  const verify = async (headers: Record<string, string>, text: string | Uint8Array = body) =>
    verifyWebhook({ body: text, headers, secret, timing: quick })

  it('is taken with its signature, as text or bytes, with headers of either kind', async () => {
    const good = { isGood: true, id: 'delivery', eventType: 'alert', payload: JSON.parse(body) }
    const headers = await signed()
    expect(await verify(headers)).toEqual(good)
    expect(await verify(headers, Buffer.from(body))).toEqual(good)
    expect(await verifyWebhook({ body, headers: new Headers(headers), secret, timing: quick })).toEqual(good)
  })

  it('is of the kind that its signed body says, whatever a header does', async () => {
    const headers = { ...(await signed()), 'X-Webhook-Event': 'camera_status' }
    expect(await verify(headers)).toMatchObject({ isGood: true, eventType: 'alert' })
    const { 'X-Webhook-Event': _, ...without } = headers
    expect(await verify(without)).toMatchObject({ isGood: true, eventType: 'alert' })
  })

  it('is refused without one, with another, changed, or old', async () => {
    const headers = await signed()
    expect(await verify({})).toEqual({ isGood: false, why: 'no_signature' })
    expect(await verify(headers, `${body} `)).toEqual({ isGood: false, why: 'wrong_signature' })
    const other = `whsec_${Buffer.from('another one').toString('base64')}`
    expect(await verify(await signed(at, other))).toEqual({ isGood: false, why: 'wrong_signature' })
    expect(await verify({ ...headers, 'Webhook-Timestamp': `${at + 1}` })).toMatchObject({ isGood: false })
    expect(await verify({ ...headers, 'Webhook-Signature': 'v1,%% v2,x' })).toMatchObject({ isGood: false })
    expect(await verify(await signed(at - 301))).toEqual({ isGood: false, why: 'too_old' })
    expect(await verify(await signed(at - 299))).toMatchObject({ isGood: true })
    expect(await verifyWebhook({ body, headers, secret: '', timing: quick })).toMatchObject({ isGood: false })
  })
})
