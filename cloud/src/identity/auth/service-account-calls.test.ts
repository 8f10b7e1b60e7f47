import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestOrg } from '#testing/test-app.js'
import type { TestKey } from '#testing/test-key.js'
import { startTestNodes, type TestNode, type TestNodes } from '../../fleet/channel/test-nodes.fake.js'

let world: TestNodes
let one: TestNode
let other: TestNode
let org: TestOrg
let key: TestKey

beforeAll(async () => {
  world = await startTestNodes()
  ;[one, other] = world.nodes
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await world.createOrg()
  key = await org.makeKey('viewer', [org.siteId])
})

const sites = (node: TestNode, token = key.token) => node.call({ token }, { url: '/api/v1/sites' })
const change = (text: string) => world.test.query(text, [key.serviceAccountId])

describe('a key', () => {
  it('calls as its account, within its sites, and is told what is left', async () => {
    const far = await org.addSite('Far away')
    const answer = await sites(one)
    expect(answer.statusCode).toBe(200)
    expect(answer.json<{ data: { id: string }[] }>().data.map(({ id }) => id)).toEqual([org.siteId])
    expect(answer.body).not.toContain(far)
    const { headers } = answer
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['600', '599'])
    expect(Number(headers['x-ratelimit-reset'])).toBeCloseTo(Date.now() / 1000, -1)
    const [row] = await change('select last_used_at from service_accounts where id = $1')
    expect(row?.['last_used_at']).toBeInstanceOf(Date)
  })

  it.each([
    ['refused by role', 403, { method: 'POST', url: '/api/v1/sites', payload: { name: 'Yard' } }],
    ['on a route about oneself', 403, { url: '/api/v1/auth/me' }],
    ['wrong in itself', 400, { url: '/api/v1/sites?limit=1000' }],
    ['of nothing', 404, { url: '/api/v1/sites/0198a000-0000-7000-8000-000000000000' }],
  ] as const)('is told what is left with an answer %s', async (_, status, request) => {
    const answer = await one.call(key, { ...request })
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' })
  })

  it.each([
    'update service_accounts set disabled_at = now() where id = $1',
    'update service_account_keys set revoked_at = now() where service_account_id = $1',
  ])('that worked is refused at once, on both nodes: %s', async (text) => {
    expect([(await sites(one)).statusCode, (await sites(other)).statusCode]).toEqual([200, 200])
    await change(text)
    for (const node of world.nodes) {
      for (const url of ['/api/v1/sites', '/api/v1/auth/me']) {
        const answer = await node.call(key, { url })
        expect(answer.statusCode).toBe(401)
        expect(answer.json()).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
        expect(answer.headers['x-ratelimit-limit']).toBeUndefined()
      }
    }
  })

  it('with the right prefix and a wrong secret is refused, and takes nothing from the bucket', async () => {
    const forged = `${key.token.slice(0, 'sa_'.length + 17)}${randomBytes(32).toString('base64url')}`
    const answers = await Promise.all([one, other, one].map((node) => sites(node, forged)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect((await sites(one)).headers['x-ratelimit-remaining']).toBe('599')
  })

  it('sees its new sites and role with the next call', async () => {
    expect((await sites(one)).json()).toMatchObject({ total: 1 })
    await change('delete from service_account_sites where service_account_id = $1')
    expect((await sites(one)).json()).not.toMatchObject({ total: 1 })
    await change(`update service_accounts set role = 'operator' where id = $1`)
    expect((await sites(one)).json()).toMatchObject({ total: 1 })
  })
})

describe('the bucket', () => {
  it('admits as many of 200 calls at once over two nodes as it holds, and says when to come back', async () => {
    const [began] = await change(
      `update service_accounts set bucket_tokens = 60, bucket_at = now() where id = $1 returning now() as at`,
    )
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => sites(index % 2 === 0 ? one : other)),
    )
    const [ended] = await change('select now() as at from service_accounts where id = $1')
    const sec = (Number(ended?.['at']) - Number(began?.['at'])) / 1000
    const admitted = answers.filter(({ statusCode }) => statusCode === 200)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    const others = answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 429)
    expect(others.map(({ body }) => body)).toEqual([])
    // Ten come back a second.
    expect(admitted.length).toBeGreaterThanOrEqual(60)
    expect(admitted.length).toBeLessThanOrEqual(60 + Math.ceil(sec * 10))
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers, body } of refused) {
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0' })
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect(headers['x-ratelimit-reset']).toMatch(/^\d{10}$/)
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'rate_limited' } })
    }
  })

  // A bucket that is filled from an hour on stays empty, however slow the machine is.
  const empty = () =>
    change(
      "update service_accounts set bucket_tokens = 0, bucket_at = now() + interval '1 hour' where id = $1",
    )

  it('is one of the account, and no other', async () => {
    await empty()
    const neighbour = await org.makeKey('viewer', [org.siteId])
    expect((await sites(one)).statusCode).toBe(429)
    expect((await sites(one, neighbour.token)).headers['x-ratelimit-remaining']).toBe('599')
    const person = await org.signIn('viewer')
    expect((await sites(one, person.token)).headers['x-ratelimit-limit']).toBeUndefined()
  })

  it('fills by ten a second, and never beyond 600', async () => {
    const [began] = await change(
      `update service_accounts set bucket_tokens = 0, bucket_at = now() - interval '2 seconds'
       where id = $1 returning now() as at`,
    )
    const left = Number((await sites(one)).headers['x-ratelimit-remaining'])
    const [ended] = await change('select now() as at from service_accounts where id = $1')
    const sec = 2 + (Number(ended?.['at']) - Number(began?.['at'])) / 1000
    expect(left).toBeGreaterThanOrEqual(19)
    expect(left).toBeLessThanOrEqual(Math.floor(sec * 10) - 1)
    await change(
      `update service_accounts set bucket_tokens = 5, bucket_at = now() - interval '1 day' where id = $1`,
    )
    expect((await sites(one)).headers['x-ratelimit-remaining']).toBe('599')
  })

  it('is not asked for health', async () => {
    await empty()
    for (const url of ['/api/health', '/api/v1/health']) {
      expect((await one.call(key, { url })).statusCode).toBe(200)
    }
  })
})
