import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '#testing/model-server.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let model: ModelServer
let world: TestApp
let org: TestOrg
let admin: SignedIn

beforeAll(async () => {
  model = await startModelServer()
  world = await createTestApp({
    config: {
      ai: {
        provider: 'openai',
        model: 'seer',
        baseUrl: model.openaiUrl,
        apiKey: null,
        allowed: new Map([['seer', { input: 1, output: 2 }]]),
      },
      aiLimits: { firstByteMs: 2_000, retries: 0, perOrg: 4, perEndpoint: 8 },
      testsPerMinute: 6,
    },
  })
})
afterAll(async () => {
  await world.close()
  await model.close()
})
beforeEach(async () => {
  org = await world.createOrg()
  admin = await org.signIn('admin')
  model.answer({ kind: 'answer', value: { word: 'ready' } })
})

const ask = async (who = admin) => {
  const answer = await world.call(who, { method: 'POST', url: '/api/v1/organisation/ai-try' })
  return { status: answer.statusCode, body: answer.json() }
}

test('says who answered and after how long, and counts it as a question', async () => {
  expect(await ask()).toEqual({
    status: 200,
    body: {
      answered: true,
      provider: 'openai',
      model: 'seer',
      account: 'operator',
      latency_ms: expect.any(Number),
      reason: null,
    },
  })
  const calls = await world.test.query(
    'select purpose, outcome, event_id from model_calls where org_id = $1',
    [org.orgId],
  )
  expect(calls).toEqual([{ purpose: 'chat', outcome: 'answered', event_id: null }])
})

test('says why there is no answer', async () => {
  model.answer({ kind: 'status', status: 401, body: { error: { message: 'no such key' } } })
  const { body } = await ask()
  expect(body).toMatchObject({ answered: false, model: 'seer', latency_ms: null })
  expect(body.reason).toEqual(expect.stringMatching(/\w/))
})

test('says that there is no model to ask where AI is off', async () => {
  const payload = { ai_settings: { enabled: false } }
  await world.call(admin, { method: 'PATCH', url: '/api/v1/organisation', payload })
  expect((await ask()).body).toEqual({
    answered: false,
    provider: null,
    model: null,
    account: null,
    latency_ms: null,
    reason: 'AI is switched off for the organisation',
  })
})

test('is for admins, and a few times a minute', async () => {
  expect((await ask(await org.signIn('operator'))).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask()))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(6)
  expect(statuses).toContain(429)
})
