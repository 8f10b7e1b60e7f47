import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn
let admin: SignedIn

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  operator = await org.signIn('operator')
  admin = await org.signIn('admin')
})
afterAll(() => world.close())

const url = '/api/v1/webhooks'

async function create(): Promise<{ id: string; secret: string }> {
  const payload = { name: 'Alarm desk', url: 'https://93.184.216.34/hook', event_types: ['alert'] }
  return (await world.call(operator, { method: 'POST', url, payload })).json()
}

const patch = (id: string, payload: object, who = operator) =>
  world.call(who, { method: 'PATCH', url: `${url}/${id}`, payload })
const rowOf = async (id: string) => (await world.test.query('select * from webhooks where id = $1', [id]))[0]
const auditOf = async (id: string) =>
  (
    await world.test.query<{ action: string }>(
      'select action from audit_log where target_id = $1 order by at, id',
      [id],
    )
  ).map(({ action }) => action)

/** As the service disables a webhook whose deliveries fail. */
const disable = (id: string) =>
  world.test.query(
    `update webhooks set enabled = false, disabled_reason = '10 deliveries in a row failed', disabled_at = now(), consecutive_failures = 10
     where id = $1`,
    [id],
  )

describe('PATCH /api/v1/webhooks/{id}', () => {
  it('changes any subset and keeps the rest', async () => {
    const { id } = await create()
    const before = (await world.call(operator, { url: `${url}/${id}` })).json()
    const changed = await patch(id, { name: ' Night desk ', enabled: false })
    expect(changed.json()).toEqual({ ...before, name: 'Night desk', enabled: false })
    const moved = await patch(id, { url: 'https://93.184.216.34/other', event_types: ['alert', 'alert'] })
    expect(moved.json()).toMatchObject({ url: 'https://93.184.216.34/other', event_types: ['alert'] })
    expect(await auditOf(id)).toEqual(['webhook.created', 'webhook.updated', 'webhook.updated'])
  })

  it.each([
    [{}, /no field/],
    [{ trigger_type: 'alert' }, /no field/],
    [{ url: 'https://127.0.0.1/' }, /may not be reached/],
    [{ url: 'http://93.184.216.34/' }, /https/],
    [{ event_types: ['event'] }, /alert/],
    [{ event_types: [] }, /event_types/],
    [{ name: '' }, /name/],
    [{ enabled: null }, /enabled/],
  ])('refuses %o and changes nothing', async (payload, reason) => {
    const { id } = await create()
    const before = await rowOf(id)
    const answer = await patch(id, payload)
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringMatching(reason)])
    expect(await rowOf(id)).toEqual(before)
  })

  it('forgets the failures when an admin enables what the service disabled', async () => {
    const { id } = await create()
    await disable(id)
    const refused = await patch(id, { enabled: true })
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      403,
      expect.stringContaining('10 deliveries in a row failed'),
    ])
    expect((await patch(id, { name: 'Desk' })).json()).toMatchObject({
      enabled: false,
      consecutive_failures: 10,
    })
    expect((await patch(id, { enabled: true }, admin)).json()).toMatchObject({
      enabled: true,
      consecutive_failures: 0,
      disabled_reason: null,
      disabled_at: null,
    })
  })

  it('lets an operator enable what a person disabled', async () => {
    const { id } = await create()
    await patch(id, { enabled: false })
    expect((await patch(id, { enabled: true })).json()).toMatchObject({ enabled: true })
  })
})

describe('DELETE /api/v1/webhooks/{id}', () => {
  it('ends what is on its way and forgets the secret', async () => {
    const { id } = await create()
    await world.call(operator, { method: 'POST', url: `${url}/${id}/test` })
    await world.call(admin, { method: 'POST', url: `${url}/${id}/rotate-secret` })
    expect((await world.call(operator, { method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(204)
    expect((await world.call(operator, { url: `${url}/${id}` })).statusCode).toBe(404)
    expect((await world.call(operator, { url: `${url}/${id}/deliveries` })).statusCode).toBe(404)
    expect((await world.call(operator, { method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(404)
    const listed = await world.call(operator, { url })
    expect(listed.body).not.toContain(id)
    expect(await rowOf(id)).toMatchObject({ secret: Buffer.alloc(0), previous_secret: null })
    const deliveries = await world.test.query(
      'select status, finished_at from webhook_deliveries where webhook_id = $1',
      [id],
    )
    expect(deliveries).toEqual([{ status: 'failed', finished_at: expect.any(Date) }])
    expect((await auditOf(id)).at(-1)).toBe('webhook.deleted')
  })
})

describe('POST /api/v1/webhooks/{id}/rotate-secret', () => {
  const rotate = (id: string, who = admin) =>
    world.call(who, { method: 'POST', url: `${url}/${id}/rotate-secret` })

  it('shows a new secret once and keeps the one before for a day', async () => {
    const { id, secret } = await create()
    await world.test.query(`update webhooks set secret_since = null where id = $1`, [id])
    const before = await rowOf(id)
    const since = Date.now()
    const answer = await rotate(id)
    expect(answer.statusCode).toBe(200)
    const rotated = answer.json<{ secret: string; secret_since: string; previous_secret_until: string }>()
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(rotated.secret).not.toBe(secret)
    const dayMs = 24 * 60 * 60 * 1000
    const until = Date.parse(rotated.previous_secret_until)
    expect(until).toBeGreaterThanOrEqual(since + dayMs)
    expect(until).toBeLessThanOrEqual(Date.now() + dayMs)
    expect(Date.parse(rotated.secret_since)).toBeGreaterThanOrEqual(since)
    expect(await rowOf(id)).toMatchObject({ previous_secret: before?.['secret'] })
    expect((await world.call(admin, { url: `${url}/${id}` })).body).not.toContain('whsec_')
    expect(await auditOf(id)).toEqual(['webhook.created', 'webhook.secret_rotated'])
  })

  it('keeps no secret that does not open', async () => {
    const { id } = await create()
    await world.test.query(`update webhooks set secret = '\\x00' where id = $1`, [id])
    expect((await rotate(id)).json()).toMatchObject({ previous_secret_until: null })
  })

  it('is for admins', async () => {
    const { id } = await create()
    expect((await rotate(id, operator)).statusCode).toBe(403)
  })
})

describe('tests and redeliveries', () => {
  it('are limited for an organisation, with the headers of the limit', async () => {
    const config = { ...world.platform.config, testsPerMinute: 2 }
    await using small = await createTestApp({ config })
    const crowd = await small.createOrg()
    const who = await crowd.signIn('operator')
    const payload = { name: 'Hook', url: 'https://93.184.216.34/', event_types: ['alert'] }
    const { id } = (await small.call(who, { method: 'POST', url, payload })).json<{ id: string }>()
    const test = () => small.call(who, { method: 'POST', url: `${url}/${id}/test` })
    expect([(await test()).statusCode, (await test()).statusCode]).toEqual([200, 200])
    const refused = await test()
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
    })
    const [delivery] = await small.test.query<{ id: string }>(
      `update webhook_deliveries set status = 'failed' returning id`,
    )
    const again = `${url}/${id}/deliveries/${delivery?.id}/redeliver`
    expect((await small.call(who, { method: 'POST', url: again })).statusCode).toBe(429)
    const other = await (await small.createOrg()).signIn('operator')
    const made = (await small.call(other, { method: 'POST', url, payload })).json<{ id: string }>()
    expect((await small.call(other, { method: 'POST', url: `${url}/${made.id}/test` })).statusCode).toBe(200)
  })
})
