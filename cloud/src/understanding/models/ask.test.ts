import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type ModelAnswer, type ModelServer, startModelServer } from '#testing/model-server.js'
import { seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { tinyJpeg } from '#testing/tiny-jpeg.js'
import { usageOfEvent } from './ai-usage.service.js'
import { operatorToday } from './daily-ceiling.service.js'
import { type Desk, good, openDesk, operatorKey, usualQuestion } from './models.fixture.js'

let world: TestDatabase
let server: ModelServer
let desk: Desk

beforeAll(async () => {
  world = await createTestDatabase()
})
afterAll(() => world.close())

const answer: ModelAnswer = { kind: 'answer', value: good, inputTokens: 1_000, outputTokens: 50 }
const status = (code: number, body?: unknown): ModelAnswer => ({ kind: 'status', status: code, body })

describe.each(['openai', 'anthropic'] as const)('%s', (provider) => {
  beforeEach(async () => {
    server = await startModelServer(answer)
    desk = await openDesk(world, server, { provider })
    return async () => {
      await desk[Symbol.asyncDispose]()
      await server.close()
      expect(server.misfits).toEqual([])
    }
  })

  it('asks with pictures as they are, and counts what it takes', async () => {
    expect(await desk.ask()).toEqual({
      kind: 'answered',
      value: good,
      usage: {
        provider,
        model: 'seer-1',
        calls: 1,
        inputTokens: 1_000,
        outputTokens: 50,
        cost: 0.0024,
        latencyMs: expect.any(Number),
      },
    })
    expect(server.calls).toMatchObject([
      {
        protocol: provider,
        model: 'seer-1',
        purpose: 'analysis',
        repair: false,
        format: provider === 'openai' ? 'json_schema' : 'tool',
        instructions: 'Say what is to be seen.',
        texts: ['The pictures of an event.', 'Picture 1, 0.0 s (640x360)', 'Picture 2, 3.5 s (320x180)'],
        pictures: [
          { width: 640, height: 360 },
          { width: 320, height: 180 },
        ],
        problems: [],
        maxTokens: 500,
        key: operatorKey,
      },
    ])
    expect(await desk.ledger()).toEqual([
      {
        purpose: 'analysis',
        event_id: null,
        provider,
        model: 'seer-1',
        account: 'operator',
        input_tokens: 1_000,
        output_tokens: 50,
        cost: 0.0024,
        outcome: 'answered',
      },
    ])
  })

  it('repairs an answer once, telling what the schema missed', async () => {
    server.next({ kind: 'answer', value: { summary: 'x', count: -1 }, inputTokens: 10, outputTokens: 1 })
    const outcome = await desk.ask()
    expect(outcome).toMatchObject({
      kind: 'answered',
      value: good,
      usage: { calls: 2, inputTokens: 1_010, outputTokens: 51 },
    })
    expect(server.calls.map(({ repair, pictures }) => [repair, pictures.length])).toEqual([
      [false, 2],
      [true, 2],
    ])
    expect(server.calls[1]?.body).toContain('- count: at least 0')
    expect((await desk.ledger()).map((row) => row.outcome)).toEqual(['malformed', 'answered'])
  })

  it('gives up after one repair', async () => {
    server.answer({ kind: 'text', text: 'I would rather write a poem.' })
    expect(await desk.ask()).toMatchObject({ kind: 'failed', fault: 'malformed', again: false })
    expect(server.calls).toHaveLength(2)
  })

  it.each<[string, ModelAnswer, object]>([
    ['a refusal', { kind: 'refusal' }, { fault: 'refused', again: false }],
    ['a filter', { kind: 'filtered' }, { fault: 'refused', again: false }],
    ['too few tokens', { kind: 'out_of_tokens', value: good }, { fault: 'cut_off', again: false }],
    ['a huge answer', { kind: 'huge', bytes: 1_100_000 }, { fault: 'too_large', again: false }],
    ['a bad request', status(400), { fault: 'rejected', again: false }],
    ['a wrong key', status(401), { fault: 'rejected', again: false }],
    ['no permission', status(403), { fault: 'rejected', again: false }],
    ['an unknown model', status(404), { fault: 'rejected', again: false }],
    ['a redirect', status(307), { fault: 'rejected', again: false }],
    ['a page in place of JSON', status(200, 'x'), { fault: 'malformed', again: false }],
  ])('fails at once: %s', async (_name, scripted, expected) => {
    server.answer(scripted)
    expect(await desk.ask()).toMatchObject({ kind: 'failed', ...expected })
    expect([server.calls.length, desk.pauses]).toEqual([1, []])
  })

  it.each<[string, ModelAnswer, string]>([
    ['500', status(500), 'unreachable'],
    ['529, overloaded', status(529), 'rate_limited'],
    ['a broken connection', { kind: 'cut' }, 'unreachable'],
    ['429', { kind: 'status', status: 429, retryAfter: '7' }, 'rate_limited'],
    ['503 that says when', { kind: 'status', status: 503, retryAfter: '7' }, 'rate_limited'],
  ])('tries again: %s', async (_name, scripted, fault) => {
    server.next(scripted, scripted)
    expect(await desk.ask()).toMatchObject({ kind: 'answered', usage: { calls: 3, inputTokens: 1_000 } })
    const isAsked = scripted.kind === 'status' && scripted.retryAfter !== undefined
    expect(desk.pauses).toEqual(isAsked ? [7_000, 7_000] : [500, 1_000])
    server.answer(scripted)
    expect(await desk.ask()).toMatchObject({
      kind: 'failed',
      fault,
      again: true,
      usage: { calls: 4, cost: null },
    })
    expect((await desk.ledger()).map((row) => row.outcome)).toEqual([
      fault,
      fault,
      'answered',
      fault,
      fault,
      fault,
      fault,
    ])
  })

  it.each([
    [
      "this model's vision is off: image input is not supported",
      'does not accept the pictures: name a model that takes them',
    ],
    ['messages must not be empty', 'does not accept the question'],
  ])('says of what a provider complains, in words of ours: %s', async (message, says) => {
    server.answer(status(400, { error: { message, type: 'invalid_request_error' } }))
    const reason = `the AI provider ${says} (status 400, invalid_request_error)`
    expect(await desk.ask()).toMatchObject({ fault: 'rejected', reason })
  })

  it('says nothing of key, question or answer in what fails, logs or keeps', async () => {
    const body = { error: { message: `bad key ${operatorKey}`, code: operatorKey, type: operatorKey } }
    const outcomes = []
    for (const scripted of [status(401, body), status(400, body), status(302, body)]) {
      server.answer(scripted)
      outcomes.push(await desk.ask())
    }
    server.answer({ kind: 'text', text: operatorKey })
    outcomes.push(await desk.ask())
    const kept = await world.query('select row_to_json(model_calls)::text as row from model_calls')
    const { text } = await desk.platform.metrics.expose()
    expect(JSON.stringify([outcomes, kept]) + desk.lines.join('') + text).not.toContain(operatorKey)
    expect(desk.lines.join('')).toContain('model.called')
  })
})

describe('a question', () => {
  beforeEach(async () => {
    server = await startModelServer(answer)
    return () => server.close()
  })

  it('is given up when no answer comes in time, before its first byte or after it', async () => {
    await using slow = await openDesk(world, server, { limits: { firstByteMs: 500 }, deps: { bodyMs: 10 } })
    const late = { kind: 'failed', fault: 'timeout', again: true, usage: { calls: 1 } }
    for (const kind of ['hang', 'stall'] as const) {
      server.answer({ kind })
      expect(await slow.ask()).toMatchObject(late)
    }
    const row = { outcome: 'timeout', input_tokens: null, cost: null }
    expect(await slow.ledger()).toMatchObject([row, row])
  })

  it('ends with the signal of who asks, and leaves no place taken', async () => {
    await using other = await openDesk(world, server, { limits: { perOrg: 1 } })
    server.answer({ kind: 'hang' })
    const stop = new AbortController()
    const waits = [other.ask({}, { signal: stop.signal }), other.ask({}, { signal: stop.signal })]
    await expect.poll(() => [server.running, other.models.figures.waiting()]).toEqual([1, 1])
    stop.abort()
    for (const wait of waits) expect(await wait).toMatchObject({ kind: 'failed', fault: 'aborted' })
    expect(other.models.figures.running()).toBe(0)
    server.answer(answer)
    expect(await other.ask()).toMatchObject({ kind: 'answered' })
  })

  it('tells a key that is missing from one that is refused', async () => {
    server.answer(status(401, { error: { message: 'no' } }))
    for (const [apiKey, says] of [
      [null, 'wants a key, and none is set'],
      [operatorKey, 'refused the key'],
    ] as const) {
      await using other = await openDesk(world, server, { ai: { apiKey } })
      expect(await other.ask()).toMatchObject({ reason: `the AI provider ${says} (status 401)` })
    }
  })

  it('finds nobody there', async () => {
    await using other = await openDesk(world, server, {
      ai: { baseUrl: 'http://127.0.0.1:9/v1' },
      limits: { retries: 0 },
    })
    expect(await other.ask()).toMatchObject({
      fault: 'unreachable',
      reason: expect.stringContaining('refused'),
    })
  })

  it('of an event counts for it, and what an event took can be asked', async () => {
    await using other = await openDesk(world, server)
    const { orgId, cameraId, siteId } = other.org
    const eventId = randomUUID()
    await world.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
       values ($1, $2, $3, $4, 'motion', 'onvif', now())`,
      [orgId, eventId, cameraId, siteId],
    )
    server.next(status(500))
    await other.ask({ eventId })
    await other.ask({ eventId, purpose: 'judge' })
    await other.ask({ eventId: randomUUID() })
    const db = other.platform.database.forOrg(orgId)
    expect(await usageOfEvent(db, orgId, eventId)).toEqual({
      calls: 3,
      failed_calls: 1,
      unpriced_calls: 0,
      input_tokens: 2_000,
      output_tokens: 100,
      cost_usd: 0.0048,
      latency_ms: expect.any(Number),
    })
    await world.query('delete from events where id = $1', [eventId])
    expect((await other.ledger()).map((row) => row.event_id)).toEqual([null, null, null, null])
    expect(await usageOfEvent(db, orgId, eventId)).toMatchObject({ calls: 0, cost_usd: null })
  })

  it('ends for the day where the ceiling on the account of the operator is reached, in tokens or in money', async () => {
    for (const ceiling of [
      { tokens: 1_000, usd: null },
      { tokens: 1e9, usd: 0.001 },
    ]) {
      await using other = await openDesk(world, server, { ceiling })
      expect(await other.ask()).toMatchObject({ kind: 'answered' })
      const sent = server.calls.length
      expect(await other.ask()).toMatchObject({
        kind: 'failed',
        fault: 'spent',
        again: false,
        usage: { calls: 0 },
      })
      expect(server.calls.length).toBe(sent)
      const abroad = await seedOrg(world)
      expect(await other.ask({}, { orgId: abroad.orgId })).toMatchObject({ kind: 'answered' })
      const usage = await operatorToday(other.platform, other.org.orgId)
      expect(usage).toMatchObject({ spent: true, max_tokens: ceiling.tokens, max_cost_usd: ceiling.usd })
      expect(usage.tokens).toBeGreaterThan(1_000)
      await world.query(`update model_calls set at = at - interval '1 day' where org_id = $1`, [
        other.org.orgId,
      ])
      expect(await other.ask()).toMatchObject({ kind: 'answered' })
    }
  })

  it('is not for a model that the operator does not offer, also where it was chosen before', async () => {
    await using other = await openDesk(world, server)
    const sent = server.calls.length
    const dearest = { ...other.chosen, model: 'seer-9' }
    expect(await other.ask({}, { chosen: dearest })).toMatchObject({
      fault: 'rejected',
      reason: expect.stringContaining('not offered on the account of this service, which has seer-1, seer-2'),
    })
    expect(server.calls.length).toBe(sent)
  })

  it('costs nothing that is not known', async () => {
    await using unpriced = await openDesk(world, server, { ai: { allowed: new Map([['seer-1', null]]) } })
    expect(await unpriced.ask()).toMatchObject({ usage: { inputTokens: 1_000, cost: null } })
    await using other = await openDesk(world, server)
    const dearer = { ...other.chosen, model: 'seer-2' }
    expect(await other.ask({}, { chosen: dearer })).toMatchObject({ usage: { model: 'seer-2', cost: null } })
    server.answer({
      kind: 'status',
      status: 200,
      body: { choices: [{ message: { content: JSON.stringify(good) } }] },
    })
    expect(await other.ask()).toMatchObject({ kind: 'answered', usage: { inputTokens: null, cost: null } })
  })

  it('is counted by provider, purpose and what became of it', async () => {
    await using other = await openDesk(world, server)
    server.next(status(500))
    await other.ask({ purpose: 'triage' })
    const { text } = await other.platform.metrics.expose()
    for (const line of [
      'calls_total{provider="openai",purpose="triage",outcome="answered"} 1',
      'calls_total{provider="openai",purpose="triage",outcome="unreachable"} 1',
      'call_duration_seconds_count{provider="openai",purpose="triage"} 2',
    ])
      expect(text).toContain(`sightline_model_${line}`)
    expect(text).toContain('sightline_model_tokens_total{provider="openai",direction="input"} 1000')
  })
})

describe('an endpoint of its own ways', () => {
  const refuses = (told: string) => status(400, { error: { message: told } })

  beforeEach(async () => {
    server = await startModelServer(answer)
    desk = await openDesk(world, server)
    return async () => {
      await desk[Symbol.asyncDispose]()
      await server.close()
    }
  })

  it('that takes no schema is asked for an object, then in words alone, and that is remembered', async () => {
    server.answer((call) => {
      if (call.format === 'json_schema') return refuses("'response_format.type' json_schema is not supported")
      if (call.format === 'json_object') return refuses("'response_format.type' must be 'text'")
      return { kind: 'text', text: `Here it is:\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\`` }
    })
    expect(await desk.ask()).toMatchObject({ kind: 'answered', usage: { calls: 4 } })
    expect(await desk.ask({ purpose: 'judge' })).toMatchObject({ kind: 'answered', usage: { calls: 1 } })
    expect(server.calls.map((call) => call.format)).toEqual([
      'json_schema',
      'json_schema',
      'json_object',
      'plain',
      'plain',
    ])
    expect(server.calls.at(-1)).toMatchObject({
      purpose: 'judge',
      instructions: expect.stringContaining('"count"'),
    })
    expect(desk.pauses).toEqual([])
    expect(await desk.ask({}, { chosen: { ...desk.chosen, model: 'seer-2' } })).toMatchObject({
      usage: { calls: 4 },
    })
  })

  it('that wants the newer name of the token limit gets it, with room to think', async () => {
    server.answer((call) =>
      call.maxTokensName === 'max_tokens'
        ? refuses(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          )
        : answer,
    )
    expect(await desk.ask()).toMatchObject({ kind: 'answered' })
    expect(await desk.ask()).toMatchObject({ usage: { calls: 1 } })
    expect(server.calls.map((call) => [call.maxTokensName, call.maxTokens])).toEqual([
      ['max_tokens', 500],
      ['max_completion_tokens', 2_000],
      ['max_completion_tokens', 2_000],
    ])
  })

  it('that takes no forced tool (Anthropic) is asked in words', async () => {
    await using other = await openDesk(world, server, { provider: 'anthropic' })
    server.answer((call) =>
      call.format === 'tool'
        ? refuses('tool_choice forces tool use is not compatible with this model')
        : { kind: 'answer', value: good },
    )
    expect(await other.ask()).toMatchObject({ kind: 'answered', usage: { calls: 2 } })
    expect(server.calls.at(-1)?.instructions).toContain('JSON Schema')
  })

  it('that complains of something else is asked once', async () => {
    server.answer(refuses('the picture is too large'))
    expect(await desk.ask()).toMatchObject({ fault: 'rejected', usage: { calls: 1 } })
  })
})

describe('many at once', () => {
  beforeEach(async () => {
    server = await startModelServer(answer)
    return () => server.close()
  })

  it('an organisation has at most so many requests under way, and all are answered', async () => {
    await using other = await openDesk(world, server, { limits: { perOrg: 3 } })
    let open = () => {}
    const until = new Promise<void>((resolve) => {
      open = resolve
    })
    server.answer({ kind: 'slow', until, answer })
    const asked = Array.from({ length: 12 }, () => other.ask())
    await expect.poll(() => server.running).toBe(3)
    await expect.poll(() => other.models.figures.waiting()).toBe(9)
    open()
    for (const one of asked) expect(await one).toMatchObject({ kind: 'answered' })
    expect(server.mostAtOnce).toBe(3)
  })

  it('a provider that hangs for one organisation keeps no other from its answer', async () => {
    await using hanging = await openDesk(world, server, { limits: { perOrg: 2 } })
    const neighbour = (await openDesk(world, server)).org.orgId
    const mine = (call: { texts: readonly string[] }) => call.texts[0] === 'hang'
    server.answer((call) => (mine(call) ? { kind: 'hang' } : answer))
    const stop = new AbortController()
    const hung = Array.from({ length: 10 }, () => hanging.ask({ content: ['hang'] }, { signal: stop.signal }))
    await expect.poll(() => server.running).toBe(2)
    expect(await hanging.ask({}, { orgId: neighbour })).toMatchObject({ kind: 'answered' })
    stop.abort()
    await Promise.all(hung)
    await expect.poll(() => server.running).toBe(0)
  })

  it('fails fast after many failures, for this organisation alone', async () => {
    await using failing = await openDesk(world, server, { limits: { retries: 0 } })
    const neighbour = (await openDesk(world, server)).org.orgId
    server.answer(status(503))
    for (let n = 0; n < 5; n += 1) expect(await failing.ask()).toMatchObject({ fault: 'unreachable' })
    expect(await failing.ask()).toMatchObject({ fault: 'paused', again: true, usage: { calls: 0 } })
    expect([server.calls.length, failing.models.figures.paused()]).toEqual([5, 1])
    server.answer(answer)
    expect(await failing.ask({}, { orgId: neighbour })).toMatchObject({ kind: 'answered' })
    expect(await failing.ledger()).toHaveLength(5)
  })
})

test('the server of tests finds pictures that are none, or not of the size that is told', async () => {
  await using models = await startModelServer(answer)
  await using other = await openDesk(world, models)
  const whole = tinyJpeg(64, 48)
  const picture = (jpeg: Uint8Array, width: number) => ({ jpeg, width, height: 48, label: 'Picture' })
  await other.ask({
    content: [
      picture(whole, 64),
      picture(whole, 65),
      picture(whole.subarray(0, -2), 64),
      picture(Buffer.from('GIF8'), 64),
    ],
  })
  expect(models.calls[0]?.problems).toEqual([
    'picture 2: 64x48 under "Picture (65x48)"',
    'picture 3: it ends before its picture does',
    'picture 3: it does not begin as a JPEG',
  ])
  expect(usualQuestion.content).toHaveLength(3)
})
