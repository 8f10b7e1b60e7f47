import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
  org = await world.createOrg()
  operator = await org.signIn('operator')
})
afterAll(() => world.close())

const makeRule = (key: string, body: object = {}, who = operator): Promise<LightMyRequestResponse> =>
  world.call(who, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    headers: { 'idempotency-key': key },
    payload: { name: 'Front door', rule_kind: 'camera_event', ...body },
  })
const countRules = async (name: string) =>
  (await world.test.query('select 1 from alert_rules where name = $1', [name])).length

describe('a request with an Idempotency-Key', () => {
  test('is done once and answered again as the first time', async () => {
    const first = await makeRule('once', { name: 'Only once' })
    const again = await makeRule('once', { name: 'Only once', trigger_type: 'ignored' })
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await countRules('Only once')).toBe(1)
  })

  test('is done once by a hundred calls at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => makeRule('hundred', { name: 'Hundred' })),
    )
    const statuses = new Set(answers.map(({ statusCode }) => statusCode))
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true)
    expect(await countRules('Hundred')).toBe(1)
    expect((await makeRule('hundred', { name: 'Hundred' })).statusCode).toBe(201)
  })

  test('that is another one is a conflict', async () => {
    await makeRule('mine', { name: 'One' })
    const other = await makeRule('mine', { name: 'Two' })
    expect([other.statusCode, other.json().error.code]).toEqual([409, 'conflict'])
    expect(await countRules('Two')).toBe(0)
  })

  test('that was refused leaves the key free', async () => {
    const missing = '01900000-0000-7000-8000-000000000000'
    const refused = await makeRule('free', { scope_type: 'cameras', camera_ids: [missing] })
    expect(refused.statusCode).toBe(404)
    expect((await makeRule('free', { name: 'Now right' })).statusCode).toBe(201)
  })

  test('is its sender’s own', async () => {
    const colleague = await org.signIn('operator')
    const stranger = await (await world.createOrg()).signIn('operator')
    const ids = [operator, colleague, stranger].map(
      async (who) => (await makeRule('shared', {}, who)).json().id,
    )
    expect(new Set(await Promise.all(ids)).size).toBe(3)
  })

  test('may be repeated for a day', async () => {
    const first = await makeRule('day', { name: 'Day' })
    await world.test.query(
      `update idempotency_keys set created_at = created_at - interval '25 hours' where key = 'day'`,
    )
    const next = await makeRule('day', { name: 'Day' })
    expect(next.statusCode).toBe(201)
    expect(next.json().id).not.toBe(first.json().id)
  })

  test('whose answer was not kept is not done again, and says so', async () => {
    await makeRule('broken', { name: 'Broken' })
    await world.test.query(`update idempotency_keys set status_code = null where key = 'broken'`)
    const answer = await makeRule('broken', { name: 'Broken' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error.message).toContain('took effect')
    expect(await countRules('Broken')).toBe(1)
  })

  test('that a node of an older release broke off is not done again, and says so', async () => {
    await makeRule('older', { name: 'Older' })
    await world.test.query(
      `update idempotency_keys set status_code = null, attempt = null, took_effect = false,
         created_at = created_at - interval '3 minutes'
       where key = 'older'`,
    )
    const answer = await makeRule('older', { name: 'Older' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error.message).toContain('broken off')
  })

  test.each(['', ' ', 'a b', 'é', 'x'.repeat(256)])('%j is no key', async (key) => {
    const answer = await makeRule(key)
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'validation_error'])
  })
})

describe('an answer that is kept', () => {
  const hook = (token: string) =>
    world.call(
      { token },
      {
        method: 'POST',
        url: '/api/v1/webhooks',
        headers: { 'idempotency-key': 'kept' },
        payload: { name: 'Hook', url: 'https://127.0.0.1:9/hook', event_types: ['alert'] },
      },
    )
  const codeOf = ({ statusCode, body }: LightMyRequestResponse) => [statusCode, body.includes('whsec_')]

  test('is given to nobody who may not ask any more: demoted, disabled, signed out', async () => {
    const owner = await org.signIn('owner')
    const change = (id: string, payload: object) =>
      world.call(owner, { method: 'PATCH', url: `/api/v1/users/${id}`, payload })
    const [demoted, disabled, gone] = [
      await org.signIn('operator'),
      await org.signIn('operator'),
      await org.signIn('operator'),
    ]
    for (const { token } of [demoted, disabled, gone]) expect(codeOf(await hook(token))).toEqual([201, true])
    await change(demoted.caller.userId, { role: 'viewer' })
    await change(disabled.caller.userId, { enabled: false })
    await world.call(gone, { method: 'POST', url: '/api/v1/auth/logout' })
    expect(codeOf(await hook(demoted.token))).toEqual([403, false])
    expect(codeOf(await hook(disabled.token))).toEqual([401, false])
    expect(codeOf(await hook(gone.token))).toEqual([401, false])
  })

  test('is given to no key that was rotated or disabled, and to no other key', async () => {
    const owner = await org.signIn('owner')
    const make = async () =>
      (
        await world.call(owner, {
          method: 'POST',
          url: '/api/v1/service-accounts',
          payload: { name: 'Desk', role: 'operator' },
        })
      ).json<{ service_account: { id: string }; api_key: { full_key: string } }>()
    const [one, other] = [await make(), await make()]
    const first = await hook(one.api_key.full_key)
    expect(codeOf(first)).toEqual([201, true])
    expect((await hook(other.api_key.full_key)).json().id).not.toBe(first.json().id)
    const url = `/api/v1/service-accounts/${one.service_account.id}`
    const rotated = await world.call(owner, { method: 'POST', url: `${url}/rotate-key` })
    expect(codeOf(await hook(one.api_key.full_key))).toEqual([401, false])
    const { full_key: anew } = rotated.json<{ api_key: { full_key: string } }>().api_key
    expect((await hook(anew)).json()).toEqual(first.json())
    await world.call(owner, { method: 'DELETE', url })
    expect(codeOf(await hook(anew))).toEqual([401, false])
  })
})

test('the secret of a webhook is kept sealed', async () => {
  const request = {
    method: 'POST' as const,
    url: '/api/v1/webhooks',
    headers: { 'idempotency-key': 'hook' },
    payload: { name: 'Hook', url: 'https://127.0.0.1:9/hook', event_types: ['alert'] },
  }
  const first = await world.call(operator, request)
  expect(first.statusCode).toBe(201)
  expect((await world.call(operator, request)).json()).toEqual(first.json())
  const rows = await world.test.query('select response::text from idempotency_keys')
  expect(JSON.stringify(rows)).not.toContain(first.json().secret)
})
