import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  operator = await org.signIn('operator')
})
afterAll(() => world.close())

const url = '/api/v1/webhooks'
const body = { name: 'Alarm desk', url: 'https://93.184.216.34/hook', event_types: ['alert'] }

const create = (change: Record<string, unknown> = {}, who = operator) =>
  world.call(who, { method: 'POST', url, payload: { ...body, ...change } })

describe('/api/v1/webhooks', () => {
  it('shows the secret once, to whoever made the webhook', async () => {
    const made = await create()
    expect(made.statusCode).toBe(201)
    const { secret, ...rest } = made.json<{ secret: string; id: string }>()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(rest).toMatchObject({ ...body, enabled: true })
    const read = await world.call(operator, { url: `${url}/${rest.id}` })
    const health = { disabled_reason: null, disabled_at: null, consecutive_failures: 0 }
    const ofSecret = { previous_secret_until: null, secret_since: expect.stringMatching(/Z$/) }
    expect(read.json()).toEqual({ ...rest, ...health, ...ofSecret })
    expect((await world.call(operator, { url })).json()).toMatchObject({ data: [rest], total: 1 })
    const stored = await world.test.query('select * from webhooks where id = $1', [rest.id])
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 20))
  })

  const refused: [string, Record<string, unknown>, RegExp][] = [
    ['plain http', { url: 'http://93.184.216.34/' }, /https/],
    ['a loopback address', { url: 'https://127.0.0.1/' }, /may not be reached/],
    [
      'a name of this machine',
      { url: 'https://localhost/' },
      /may not be reached: the name leads to [^0-9:]+$/,
    ],
    ['a private address', { url: 'https://192.168.1.10/' }, /may not be reached/],
    ['a mapped private address', { url: 'https://[::ffff:10.0.0.1]/' }, /may not be reached/],
    ['a user name in the address', { url: 'https://user:pw@93.184.216.34/' }, /user name/],
    ['no address', { url: 'somewhere' }, /not a URL/],
    ['a reserved event type', { event_types: ['camera_status'] }, /alert/],
    ['no event type', { event_types: [] }, /event_types/],
    ['a NUL in the name', { name: 'a\0b' }, /NUL/],
  ]
  it.each(refused)('refuses %s with a 400 that says why', async (_, change, reason) => {
    const answer = await create(change)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      error: { code: 'validation_error', message: expect.stringMatching(reason) },
    })
  })

  it('puts a test delivery on its way', async () => {
    const { id } = (await create()).json<{ id: string }>()
    const answer = await world.call(operator, { method: 'POST', url: `${url}/${id}/test` })
    expect(answer.statusCode).toBe(200)
    const deliveries = await world.test.query('select * from webhook_deliveries where webhook_id = $1', [id])
    expect(deliveries).toMatchObject([
      { id: answer.json<{ delivery_id: string }>().delivery_id, is_test: true, status: 'pending' },
    ])
  })

  it('an organisation has a hundred, also of thirty calls at once, and makes room by deleting', async () => {
    const full = await world.createOrg()
    const who = await full.signIn('operator')
    await world.test.query(
      `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind,
         created_by_name)
       select $1, gen_random_uuid(), 'Hook', 'https://example.com/', '{alert}', '\\x00', 'k', 'user', 'x'
       from generate_series(1, 98)`,
      [full.orgId],
    )
    const answers = await Promise.all(Array.from({ length: 30 }, () => create({}, who)))
    const made = answers.filter(({ statusCode }) => statusCode === 201)
    expect(made).toHaveLength(2)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(28)
    await world.call(who, { method: 'DELETE', url: `${url}/${made[0]?.json<{ id: string }>().id}` })
    expect((await create({}, who)).statusCode).toBe(201)
    expect((await create()).statusCode).toBe(201)
  })

  it('is closed to viewers and to other organisations', async () => {
    const { id } = (await create()).json<{ id: string }>()
    const viewer = await org.signIn('viewer', [org.siteId])
    expect((await create({}, viewer)).statusCode).toBe(403)
    expect((await world.call(viewer, { url })).statusCode).toBe(403)
    const stranger = await (await world.createOrg()).signIn('owner')
    expect((await world.call(stranger, { url: `${url}/${id}` })).statusCode).toBe(404)
    expect((await world.call(stranger, { method: 'POST', url: `${url}/${id}/test` })).statusCode).toBe(404)
    expect((await world.call(null, { url })).json()).toMatchObject({ error: { code: 'auth_required' } })
  })
})
