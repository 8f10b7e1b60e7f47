import type { Role } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { startTestNodes, type TestNode, type TestNodes } from '../../fleet/channel/test-nodes.fake.js'

let world: TestNodes
let one: TestNode
let other: TestNode
let org: TestOrg
let owner: SignedIn
let admin: SignedIn

beforeAll(async () => {
  world = await startTestNodes()
  ;[one, other] = world.nodes
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await world.createOrg()
  owner = await org.signIn('owner')
  admin = await org.signIn('admin')
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
interface ApiKey {
  full_key: string
  key_prefix: string
  warning: string
}

const call = (who: SignedIn, method: Method, path: string, payload?: object) =>
  one.call(who, { method, url: `/api/v1/service-accounts${path}`, ...(payload && { payload }) })

async function made(role: Role, payload: object = {}): Promise<{ id: string; key: ApiKey }> {
  const answer = await call(owner, 'POST', '', { name: 'Importer', role, ...payload })
  expect(answer.statusCode, answer.body).toBe(201)
  const { service_account, api_key } = answer.json<{ service_account: { id: string }; api_key: ApiKey }>()
  return { id: service_account.id, key: api_key }
}

const withKey = (key: string, node = one, url = '/api/v1/sites') =>
  node.call(null, { url, headers: { authorization: `Bearer ${key}` } })

const rotate = async (id: string, who = admin): Promise<ApiKey> => {
  const answer = await call(who, 'POST', `/${id}/rotate-key`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ api_key: ApiKey }>().api_key
}

const actionsOn = async (id: string) =>
  (
    await world.test.query<{ action: string }>(
      'select action from audit_log where target_id = $1 order by id',
      [id],
    )
  ).map(({ action }) => action)

describe('making an account', () => {
  it('shows the whole key this once, and opens the API with it on any node', async () => {
    const answer = await call(admin, 'POST', '', { name: 'Importer', role: 'operator' })
    expect(answer.statusCode).toBe(201)
    const { service_account, api_key } = answer.json()
    expect(service_account).toEqual({
      id: service_account.id,
      name: 'Importer',
      role: 'operator',
      created_at: expect.stringMatching(/Z$/),
    })
    expect(api_key).toEqual({
      full_key: expect.stringMatching(/^sa_[0-9a-f]{16}_[\w-]{43}$/),
      key_prefix: api_key.full_key.slice(0, 19),
      warning: expect.any(String),
    })
    for (const node of world.nodes) expect((await withKey(api_key.full_key, node)).statusCode).toBe(200)

    const shown = (await call(admin, 'GET', `/${service_account.id}`)).json()
    expect(shown).toEqual({
      ...service_account,
      key_prefix: api_key.key_prefix,
      last_used_at: expect.stringMatching(/Z$/),
      disabled: false,
    })
    const secret = api_key.full_key.slice(20)
    for (const table of ['service_accounts', 'service_account_keys', 'api_key_lookup', 'audit_log']) {
      expect(JSON.stringify(await world.test.query(`select * from ${table}`)), table).not.toContain(secret)
    }
    expect((await call(admin, 'GET', '')).body).not.toContain(secret)
  })

  it.each([
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: undefined },
    { role: 'root' },
    { role: undefined },
    { site_ids: ['x'] },
    { site_ids: null },
  ])('refuses %o with a 400', async (wrong) => {
    const answer = await call(owner, 'POST', '', { name: 'Importer', role: 'viewer', ...wrong })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'validation_error'])
  })

  it('gives no key above the own role, and lets nobody touch one', async () => {
    expect((await call(admin, 'POST', '', { name: 'X', role: 'owner' })).statusCode).toBe(403)
    const { id, key } = await made('owner')
    for (const [method, path, payload] of [
      ['POST', `/${id}/rotate-key`],
      ['DELETE', `/${id}`],
      ['PUT', `/${id}/site-access`, { site_ids: [] }],
    ] as const) {
      const answer = await call(admin, method, path, payload)
      expect([answer.statusCode, answer.json().error.code], path).toEqual([403, 'forbidden'])
    }
    expect((await withKey(key.full_key)).statusCode).toBe(200)
    // A key is held to its own role as a person is.
    const adminKey = (await made('admin')).key.full_key
    const granted = await one.call(null, {
      method: 'POST',
      url: '/api/v1/service-accounts',
      headers: { authorization: `Bearer ${adminKey}` },
      payload: { name: 'X', role: 'owner' },
    })
    expect(granted.statusCode).toBe(403)
  })

  it('ignores sites for roles that see all, and knows none of another organisation', async () => {
    const abroad = await world.createOrg()
    const { id } = await made('operator', { site_ids: [abroad.siteId] })
    expect((await call(admin, 'GET', `/${id}/site-access`)).json()).toEqual({ site_ids: [] })
    const payload = { name: 'X', role: 'viewer', site_ids: [abroad.siteId] }
    expect((await call(owner, 'POST', '', payload)).statusCode).toBe(404)
  })
})

describe('rotating a key', () => {
  it('voids the key before when it answers, on all nodes', async () => {
    const { id, key } = await made('viewer', { site_ids: [org.siteId] })
    for (const node of world.nodes) expect((await withKey(key.full_key, node)).statusCode).toBe(200)
    const answer = await call(admin, 'POST', `/${id}/rotate-key`)
    expect(answer.json()).toEqual({
      service_account: { id, name: 'Importer' },
      api_key: {
        full_key: expect.stringMatching(/^sa_/),
        key_prefix: expect.stringMatching(/^sa_[0-9a-f]{16}$/),
        warning: expect.any(String),
      },
    })
    const fresh = answer.json<{ api_key: ApiKey }>().api_key
    for (const node of world.nodes) {
      const refused = await withKey(key.full_key, node)
      expect([refused.statusCode, refused.json().error.code]).toEqual([401, 'UNAUTHORIZED'])
      expect((await withKey(fresh.full_key, node)).statusCode).toBe(200)
    }
    expect((await call(admin, 'GET', `/${id}`)).json().key_prefix).toBe(fresh.key_prefix)
    expect(await actionsOn(id)).toEqual(['service_account.created', 'service_account.key_rotated'])
  })

  it('leaves one key of 100 rotations at once', async () => {
    const { id, key } = await made('viewer', { site_ids: [org.siteId] })
    const keys = await Promise.all(Array.from({ length: 100 }, () => rotate(id)))
    const answers = await Promise.all(
      [key, ...keys].map(async ({ full_key, key_prefix }) => ({
        key_prefix,
        status: (await withKey(full_key, other)).statusCode,
      })),
    )
    const living = answers.filter(({ status }) => status === 200)
    expect(living).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
    expect((await call(admin, 'GET', `/${id}`)).json().key_prefix).toBe(living[0]?.key_prefix)
  })
})

describe('disabling an account', () => {
  it('refuses its key from then on, and keeps it in the list', async () => {
    const { id, key } = await made('operator')
    const listed = async () => (await call(admin, 'GET', '')).json()
    expect(await listed()).toMatchObject({ total: 1, data: [{ id, disabled: false }] })
    const answer = await call(admin, 'DELETE', `/${id}`)
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['message']])
    for (const node of world.nodes) {
      for (const url of ['/api/v1/sites', '/api/v1/auth/me']) {
        const refused = await withKey(key.full_key, node, url)
        expect([refused.statusCode, refused.json().error.code]).toEqual([401, 'UNAUTHORIZED'])
      }
    }
    expect(await listed()).toMatchObject({
      total: 1,
      data: [{ id, disabled: true, key_prefix: key.key_prefix }],
    })
    const rotated = await call(admin, 'POST', `/${id}/rotate-key`)
    expect([rotated.statusCode, rotated.json().error.code]).toEqual([409, 'conflict'])
    expect((await call(admin, 'DELETE', `/${id}`)).statusCode).toBe(200)
    expect(await actionsOn(id)).toEqual(['service_account.created', 'service_account.disabled'])
  })

  it('wins over rotations at the same moment', async () => {
    const { id } = await made('operator')
    const deeds = Array.from({ length: 40 }, (_, index) =>
      index === 20 ? call(admin, 'DELETE', `/${id}`) : call(admin, 'POST', `/${id}/rotate-key`),
    )
    const answers = await Promise.all(deeds)
    for (const answer of answers) {
      expect([200, 409]).toContain(answer.statusCode)
      const key = answer.json<{ api_key?: ApiKey }>().api_key
      if (key) expect((await withKey(key.full_key)).statusCode).toBe(401)
    }
  })
})

describe('site access', () => {
  it('says what a key of a viewer sees, from the next call on', async () => {
    const { id, key } = await made('viewer', { site_ids: [org.siteId] })
    const far = await org.addSite('Far')
    const total = async () => (await withKey(key.full_key)).json().total
    expect((await call(admin, 'GET', `/${id}/site-access`)).json()).toEqual({ site_ids: [org.siteId] })
    expect(await total()).toBe(1)
    const both = await call(admin, 'PUT', `/${id}/site-access`, { site_ids: [org.siteId, far, far] })
    expect([both.statusCode, both.json()]).toEqual([200, { site_ids: [org.siteId, far].toSorted() }])
    expect(await total()).toBe(2)
    await call(admin, 'PUT', `/${id}/site-access`, { site_ids: [] })
    expect((await withKey(key.full_key)).statusCode).toBe(404)
  })

  it('names sites of the organisation only, and changes nothing otherwise', async () => {
    const { id } = await made('viewer', { site_ids: [org.siteId] })
    const abroad = await world.createOrg()
    const wrong = { site_ids: [org.siteId, abroad.siteId] }
    expect((await call(admin, 'PUT', `/${id}/site-access`, wrong)).statusCode).toBe(404)
    expect((await call(admin, 'PUT', `/${id}/site-access`, {})).statusCode).toBe(400)
    expect((await call(admin, 'GET', `/${id}/site-access`)).json()).toEqual({ site_ids: [org.siteId] })
  })
})
