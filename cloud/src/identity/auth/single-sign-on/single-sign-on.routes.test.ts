import type { SingleSignOn, SingleSignOnTested } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { auditOf } from '../account.fixture.js'
import { secretContext } from './single-sign-on-settings.js'

const url = '/api/v1/organisation/single-sign-on'
/** Nobody listens there. */
const issuer = 'https://127.0.0.1:9'
let world: TestApp
let org: TestOrg
let owner: SignedIn

beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  owner = await org.signIn('owner')
})

const put = (more: object = {}) =>
  world.call(owner, {
    method: 'PUT',
    url,
    payload: { name: 'Example ID', issuer, client_id: 'desk', groups: [], ...more },
  })
const get = async () => (await world.call(owner, { url })).json<SingleSignOn>()
const storedSecret = async () => {
  const [row] = await world.test.query<{
    id: string
    client_secret: Buffer | null
    client_secret_key_id: string
  }>('select id, client_secret, client_secret_key_id from single_sign_on where org_id = $1', [org.orgId])
  if (!row?.client_secret) return null
  const sealed = { bytes: row.client_secret, keyId: row.client_secret_key_id }
  return world.platform.secretBox.open(sealed, secretContext(org.orgId, row.id))
}

describe('the issuer of an organisation', () => {
  test('is none at first; the addresses to register are there', async () => {
    expect(await get()).toEqual({
      setting: null,
      redirect_url: `https://video.example.com/api/v1/auth/single-sign-on/${org.orgId}/callback`,
      sign_in_url: `https://video.example.com/login/${org.orgId}`,
    })
  })

  test('is set as a whole, changed, and forgotten', async () => {
    const groups = [
      { group: 'guards', role: 'viewer', site_ids: [org.siteId] },
      { group: 'staff', role: 'admin', site_ids: [org.siteId] },
    ]
    expect((await put({ groups, client_secret: 'first' })).statusCode).toBe(200)
    const { setting } = await get()
    expect(setting).toMatchObject({
      enabled: true,
      issuer,
      groups_claim: 'groups',
      create_users: true,
      link_users: false,
      has_client_secret: true,
      groups: [groups[0], { group: 'staff', role: 'admin', site_ids: [] }],
    })
    await put({ groups: [groups[0]], enabled: false })
    expect((await get()).setting).toMatchObject({ enabled: false, groups: [groups[0]] })
    for (const _ of [1, 2]) expect((await world.call(owner, { method: 'DELETE', url })).statusCode).toBe(200)
    expect((await get()).setting).toBeNull()
    const deeds = (await auditOf(world.test, org.orgId)).map(({ action }) => action)
    expect(deeds).toEqual([
      'organisation.single_sign_on_set',
      'organisation.single_sign_on_set',
      'organisation.single_sign_on_removed',
    ])
    expect(JSON.stringify(await auditOf(world.test, org.orgId))).not.toContain('first')
  })

  test('keeps its secret sealed, for itself and its client alone', async () => {
    await put({ client_secret: 'first' })
    expect(await storedSecret()).toBe('first')
    await put({ name: 'Another name' })
    expect(await storedSecret()).toBe('first')
    await put({ client_id: 'another' })
    expect(await storedSecret()).toBeNull()
    await put({ client_secret: 'second' })
    await put({ issuer: 'https://127.0.0.1:10' })
    expect(await storedSecret()).toBeNull()
    await put({ client_secret: 'third' })
    await put({ client_secret: null })
    expect((await get()).setting?.has_client_secret).toBe(false)
  })

  test.each([
    ['by http', { issuer: 'http://id.example.com' }],
    ['inside', { issuer: 'https://10.0.0.1' }],
    ['with a query', { issuer: 'https://id.example.com/?a=b' }],
    ['by its document', { issuer: 'https://id.example.com/.well-known/openid-configuration' }],
    ['with a group of owners', { groups: [{ group: 'g', role: 'owner' }] }],
    ['with viewers of nothing', { groups: [{ group: 'g', role: 'viewer' }] }],
    ['with a group twice', { groups: ['admin', 'operator'].map((role) => ({ group: 'g', role })) }],
    ['with a blank in a scope', { scopes: ['a b'] }],
  ])('is refused %s', async (_, more) => {
    expect((await put(more)).statusCode).toBe(400)
    expect((await get()).setting).toBeNull()
  })

  test('names no site of another organisation', async () => {
    const other = await world.createOrg()
    const groups = [{ group: 'guards', role: 'viewer', site_ids: [other.siteId] }]
    expect((await put({ groups })).statusCode).toBe(404)
  })

  test('loses a site that goes', async () => {
    const siteId = await org.addSite()
    await put({ groups: [{ group: 'guards', role: 'viewer', site_ids: [siteId, org.siteId] }] })
    const removed = { method: 'DELETE', url: `/api/v1/sites/${siteId}` } as const
    expect((await world.call(owner, removed)).statusCode).toBe(204)
    expect((await get()).setting?.groups).toEqual([
      { group: 'guards', role: 'viewer', site_ids: [org.siteId] },
    ])
  })

  test('is tested without being stored', async () => {
    const tried = async (address: string) => {
      const request = { method: 'POST', url: `${url}/test`, payload: { issuer: address } } as const
      return (await world.call(owner, request)).json<SingleSignOnTested>()
    }
    expect((await tried(issuer)).problem).toBe('the issuer was not reached: the connection was refused')
    expect((await tried('https://10.0.0.1')).problem).toMatch(/may not be reached/)
    expect((await get()).setting).toBeNull()
  })
})

describe('the sign-in page', () => {
  const offered = (orgId: string) => world.call(null, { url: `/api/v1/auth/single-sign-on/${orgId}` })

  test('offers an issuer that is switched on, and tells nobody whether there is such an organisation', async () => {
    const nobody = await offered('00000000-0000-4000-8000-000000000000')
    expect([nobody.statusCode, nobody.json()]).toEqual([404, (await offered(org.orgId)).json()])
    await put({ enabled: false })
    expect((await offered(org.orgId)).statusCode).toBe(404)
    await put()
    expect((await offered(org.orgId)).json()).toEqual({
      name: 'Example ID',
      start_url: `https://video.example.com/api/v1/auth/single-sign-on/${org.orgId}/start`,
    })
  })

  test('is where a browser is led that cannot be let in', async () => {
    const led = async (path: string) => {
      const answer = await world.app.inject({ url: `/api/v1/auth/single-sign-on/${org.orgId}/${path}` })
      expect(answer.statusCode).toBe(303)
      return new URL(String(answer.headers.location)).searchParams.get('problem')
    }
    expect(await led('start')).toBe('none')
    await put()
    expect(await led('start')).toBe('unreachable')
    expect(await led('callback?code=1&state=2')).toBe('again')
  })

  test('is asked for within a limit', async () => {
    await put()
    const answers = await Promise.all(
      Array.from({ length: 70 }, () =>
        world.app.inject({
          url: `/api/v1/auth/single-sign-on/${org.orgId}/callback?state=1`,
          remoteAddress: '198.51.100.7',
        }),
      ),
    )
    const problems = answers.map(({ headers }) => String(headers.location).split('=')[1])
    expect(new Set(problems)).toEqual(new Set(['again', 'too_many']))
  })
})
