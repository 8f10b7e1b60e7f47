import { randomUUID } from 'node:crypto'
import type { Role, User, UserSession } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let owner: SignedIn
let admin: SignedIn

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  owner = await org.signIn('owner')
  admin = await org.signIn('admin')
})

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

const call = (who: SignedIn, method: Method, path: string, payload?: object) =>
  world.call(who, { method, url: `/api/v1/users${path}`, ...(payload && { payload }) })

const create = (who: SignedIn, payload: object) =>
  call(who, 'POST', '', { email: `${randomUUID()}@example.com`, display_name: 'Ada', ...payload })

/** The id of somebody made through the API. */
async function made(role: Role, payload: object = {}): Promise<string> {
  const answer = await create(owner, { role, site_ids: [org.siteId], ...payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ user: { id: string } }>().user.id
}

const actionsOn = async (id: string) =>
  (
    await world.test.query<{ action: string }>(
      'select action from audit_log where target_id = $1 order by id',
      [id],
    )
  ).map(({ action }) => action)

it('a list and a user say who signs in by the issuer: an owner never, and nobody once it is switched off', async () => {
  const viewer = await made('viewer')
  const others = { owner: owner.caller.userId, admin: admin.caller.userId }
  await world.test.query(
    `insert into single_sign_on (org_id, id, enabled, name, issuer, client_id, scopes, groups_claim, create_users, link_users, updated_at)
     values ($1, $2, true, 'Issuer', 'https://issuer.example', 'c', '{openid}', 'groups', true, true, now())`,
    [org.orgId, randomUUID()],
  )
  const known = async (userId: string, issuer: string, subject = 'viewer') =>
    world.test.query(
      `insert into single_sign_on_identities (org_id, id, user_id, issuer, subject, last_used_at)
       values ($1, $2, $3, $4, $5, now())`,
      [org.orgId, randomUUID(), userId, issuer, subject],
    )
  await known(viewer, 'https://issuer.example')
  await known(others.owner, 'https://issuer.example', 'owner')
  await known(others.admin, 'https://before.example')
  const said = async () => {
    const { data } = (await call(admin, 'GET', '')).json<{ data: User[] }>()
    return new Map(data.map((user) => [user.id, user.single_sign_on]))
  }
  expect(await said()).toEqual(
    new Map([
      [others.owner, false],
      [others.admin, false],
      [viewer, true],
    ]),
  )
  expect((await call(admin, 'GET', `/${viewer}`)).json()).toMatchObject({ single_sign_on: true })
  await world.test.query('update single_sign_on set enabled = false where org_id = $1', [org.orgId])
  expect((await said()).get(viewer)).toBe(false)
})

describe('making a user', () => {
  it('answers the short form, and says that no invitation went out where no mail is sent', async () => {
    const email = `${randomUUID()}@Example.com`
    const answer = await create(admin, { email, role: 'viewer', site_ids: [org.siteId, org.siteId] })
    expect(answer.statusCode).toBe(201)
    const { user } = answer.json<{ user: { id: string } }>()
    expect(answer.json()).toEqual({
      user: { id: user.id, display_name: 'Ada', role: 'viewer', enabled: true },
      invitation_sent: false,
    })
    const shown = await call(admin, 'GET', `/${user.id}`)
    expect(shown.json()).toEqual({
      ...answer.json().user,
      email,
      site_ids: [org.siteId],
      has_second_factor: false,
      single_sign_on: false,
      last_seen_at: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await actionsOn(user.id)).toEqual(['user.created'])
    expect(await world.test.query('select id from outgoing_mail where org_id = $1', [org.orgId])).toEqual([])
  })

  it.each([
    { email: 'nobody' },
    { email: 'a..b@example.com' },
    { email: '.a@example.com' },
    { email: `${'x'.repeat(65)}@example.com` },
    { email: 'a@b.c\nBcc: d@e.f' },
    { email: undefined },
    { display_name: '' },
    { display_name: 'x'.repeat(101) },
    { display_name: undefined },
    { role: 'root' },
    { role: undefined },
    { role: 'viewer' },
    { role: 'viewer', site_ids: [] },
    { role: 'viewer', site_ids: ['x'] },
  ])('refuses %o with a 400', async (wrong) => {
    const answer = await create(owner, { role: 'operator', ...wrong })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().error.code).toBe('validation_error')
  })

  it.each(["o'brien+cctv@example.co.uk", 'x@xn--e1afmkfd.xn--p1ai', ' spaced@example.com '])(
    'takes the address %j',
    async (email) => {
      const id = await made('operator', { email })
      expect((await call(owner, 'GET', `/${id}`)).json().email).toBe(email.trim())
    },
  )

  it('ignores sites for roles that see all, also those of others', async () => {
    const other = await world.createOrg()
    const id = await made('operator', { site_ids: [other.siteId] })
    expect((await call(owner, 'GET', `/${id}`)).json().site_ids).toEqual([])
  })

  it('knows no site of another organisation', async () => {
    const other = await world.createOrg()
    const answer = await create(owner, { role: 'viewer', site_ids: [org.siteId, other.siteId] })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
  })

  it('grants no role above the own', async () => {
    expect((await create(admin, { role: 'owner' })).statusCode).toBe(403)
    expect((await create(admin, { role: 'admin' })).statusCode).toBe(201)
    expect((await create(owner, { role: 'owner' })).statusCode).toBe(201)
  })

  it('takes an address once in an organisation, whatever its case, and again in another', async () => {
    const email = `${randomUUID()}@example.com`
    await made('operator', { email })
    const again = await create(owner, { role: 'operator', email: email.toUpperCase() })
    expect([again.statusCode, again.json().error.code]).toEqual([409, 'conflict'])
    const other = await (await world.createOrg()).signIn('owner')
    expect((await create(other, { role: 'operator', email })).statusCode).toBe(201)
  })

  it('takes an address once of 100 calls at once', async () => {
    const email = `${randomUUID()}@example.com`
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => create(owner, { role: 'operator', email })),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 409)])
    const rows = await world.test.query('select id from users where org_id = $1 and email = $2', [
      org.orgId,
      email,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('the list', () => {
  it('pages through everybody once, oldest first, disabled ones too', async () => {
    for (let index = 0; index < 5; index += 1) await made('operator', { display_name: `Person ${index}` })
    const gone = await made('operator', { display_name: 'Person 5' })
    await call(owner, 'DELETE', `/${gone}`)
    const seen: User[] = []
    for (let query = '?limit=3'; query !== ''; ) {
      const page = (await call(admin, 'GET', query)).json<{
        data: User[]
        next_cursor: string | null
        total: number
      }>()
      expect(page.total).toBe(8)
      seen.push(...page.data)
      query = page.next_cursor === null ? '' : `?limit=3&cursor=${page.next_cursor}`
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(8)
    expect(seen.slice(2).map(({ display_name }) => display_name)).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `Person ${index}`),
    )
    expect(seen.at(-1)).toMatchObject({ id: gone, enabled: false })
  })
})

describe('when somebody was seen', () => {
  const seen = async (id: string) => (await call(admin, 'GET', `/${id}`)).json<User>().last_seen_at

  it('is the last use of any sign-in of theirs, also of one that ended', async () => {
    const { userId, sessionId } = (await org.signIn('operator')).caller
    const at = '2026-03-01T10:00:00.000Z'
    await world.test.query('update sessions set last_used_at = $2 where id = $1', [sessionId, at])
    expect(await seen(userId)).toBe(at)
    await call(admin, 'DELETE', `/${userId}/sessions/${sessionId}`)
    expect(await seen(userId)).toBe(at)
    expect(await seen(await made('operator'))).toBeNull()
  })

  it('stands in the list, for each person once', async () => {
    const { userId } = (await org.signIn('operator')).caller
    await world.test.query(
      `insert into sessions (org_id, id, user_id, client_type, refresh_hash, last_used_at, expires_at)
       select org_id, gen_random_uuid(), user_id, 'mobile', sha256('other'), '2126-03-01T10:00:00Z', expires_at
       from sessions where user_id = $1`,
      [userId],
    )
    const { data, total } = (await call(admin, 'GET', '')).json<{ data: User[]; total: number }>()
    expect([data.length, total]).toEqual([3, 3])
    expect(data.find(({ id }) => id === userId)?.last_seen_at).toBe('2126-03-01T10:00:00.000Z')
  })
})

describe('changing a user', () => {
  it('changes name, role and enabled, drops what else is sent, and writes each down', async () => {
    const id = await made('operator')
    const answer = await call(admin, 'PATCH', `/${id}`, {
      display_name: 'Ada L.',
      role: 'admin',
      email: 'other@example.com',
      id: randomUUID(),
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ id, display_name: 'Ada L.', role: 'admin', enabled: true })
    expect((await call(admin, 'GET', `/${id}`)).json().email).not.toBe('other@example.com')
    await call(admin, 'PATCH', `/${id}`, { role: 'admin' })
    expect(await actionsOn(id)).toEqual(['user.created', 'user.renamed', 'user.role_changed'])
  })

  it.each([{}, { email: 'a@example.com' }, { role: 'root' }, { enabled: 'no' }, { display_name: ' ' }])(
    'refuses %o with a 400',
    async (payload) => {
      const answer = await call(admin, 'PATCH', `/${await made('viewer')}`, payload)
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'validation_error'])
    },
  )

  it('acts on the next request of the person', async () => {
    const person = await org.signIn('admin')
    const { userId } = person.caller
    const url = '/api/v1/users'
    expect((await world.call(person, { url })).statusCode).toBe(200)
    await call(owner, 'PATCH', `/${userId}`, { role: 'operator' })
    expect((await world.call(person, { url })).statusCode).toBe(403)
    await call(owner, 'PATCH', `/${userId}`, { enabled: false })
    expect((await world.call(person, { url: '/api/v1/auth/me' })).statusCode).toBe(401)
    // What ended stays ended: enabled again, the person signs in anew.
    await call(owner, 'PATCH', `/${userId}`, { enabled: true })
    expect((await world.call(person, { url: '/api/v1/auth/me' })).statusCode).toBe(401)
  })

  it('lets nobody touch who is above them', async () => {
    const other = await org.signIn('owner')
    const { userId, sessionId } = other.caller
    const deeds: [Method, string, object?][] = [
      ['PATCH', `/${userId}`, { display_name: 'Mine' }],
      ['PATCH', `/${userId}`, { role: 'viewer' }],
      ['DELETE', `/${userId}`],
      ['DELETE', `/${userId}/sessions/${sessionId}`],
      ['POST', `/${userId}/reset-password`],
      ['PUT', `/${userId}/site-access`, { site_ids: [] }],
      ['PATCH', `/${admin.caller.userId}`, { role: 'owner' }],
    ]
    for (const [method, path, payload] of deeds) {
      const answer = await call(admin, method, path, payload)
      expect([answer.statusCode, answer.json().error.code], `${method} ${path}`).toEqual([403, 'forbidden'])
    }
    expect((await call(owner, 'GET', `/${userId}`)).json()).toMatchObject({ role: 'owner', enabled: true })
    expect((await world.call(other, { url: '/api/v1/auth/me' })).statusCode).toBe(200)
  })

  it('disables on DELETE, and keeps the account', async () => {
    const id = await made('operator')
    const answer = await call(admin, 'DELETE', `/${id}`)
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['message']])
    expect((await call(admin, 'GET', `/${id}`)).json().enabled).toBe(false)
    expect((await call(admin, 'DELETE', `/${id}`)).statusCode).toBe(200)
    expect(await actionsOn(id)).toEqual(['user.created', 'user.disabled'])
  })
})

describe('the last owner', () => {
  const isRefused = async (answer: ReturnType<typeof call>) => {
    const { statusCode, body } = await answer
    expect([statusCode, JSON.parse(body).error.code]).toEqual([403, 'forbidden'])
  }

  it('can be neither demoted nor disabled, by themselves neither', async () => {
    const { userId } = owner.caller
    await isRefused(call(owner, 'PATCH', `/${userId}`, { role: 'admin' }))
    await isRefused(call(owner, 'PATCH', `/${userId}`, { enabled: false }))
    await isRefused(call(owner, 'DELETE', `/${userId}`))
    const disabled = await made('owner')
    await call(owner, 'DELETE', `/${disabled}`)
    await isRefused(call(owner, 'DELETE', `/${userId}`))
    // What leaves them an owner is none of this.
    const renamed = await call(owner, 'PATCH', `/${userId}`, {
      display_name: 'O',
      role: 'owner',
      enabled: true,
    })
    expect(renamed.statusCode).toBe(200)
    await call(owner, 'PATCH', `/${disabled}`, { enabled: true })
    expect((await call(owner, 'PATCH', `/${userId}`, { role: 'admin' })).statusCode).toBe(200)
  })

  it('remains after 100 demotions and disablings at once', async () => {
    const owners = [owner, ...(await Promise.all(Array.from({ length: 9 }, () => org.signIn('owner'))))]
    const attempts = Array.from({ length: 100 }, (_, index) => {
      const target = owners[index % 10]?.caller.userId ?? ''
      const by = owners[(index + 1 + Math.floor(index / 10)) % 10] ?? owner
      if (index % 3 === 0) return call(by, 'DELETE', `/${target}`)
      return call(by, 'PATCH', `/${target}`, index % 3 === 1 ? { role: 'viewer' } : { enabled: false })
    })
    const statuses = new Set((await Promise.all(attempts)).map(({ statusCode }) => statusCode))
    expect([...statuses].filter((status) => ![200, 401, 403].includes(status))).toEqual([])
    const left = await world.test.query(
      `select id from users where org_id = $1 and role = 'owner' and enabled`,
      [org.orgId],
    )
    expect(left).toHaveLength(1)
  })
})

describe('sessions', () => {
  it('are listed, and end one by one at once', async () => {
    const person = await org.signIn('operator')
    const { userId, sessionId } = person.caller
    const listed = (await call(admin, 'GET', `/${userId}/sessions`)).json<{ data: UserSession[] }>()
    expect(listed).toMatchObject({ total: 1, data: [{ id: sessionId, client_type: 'web', current: false }] })
    expect((await call(admin, 'GET', `/${admin.caller.userId}/sessions`)).json().data[0].current).toBe(true)

    const ended = await call(admin, 'DELETE', `/${userId}/sessions/${sessionId}`)
    expect([ended.statusCode, Object.keys(ended.json())]).toEqual([200, ['message']])
    expect((await world.call(person, { url: '/api/v1/auth/me' })).statusCode).toBe(401)
    expect((await call(admin, 'GET', `/${userId}/sessions`)).json()).toEqual({ data: [], total: 0 })
    expect((await call(admin, 'DELETE', `/${userId}/sessions/${sessionId}`)).statusCode).toBe(404)
    expect(await actionsOn(sessionId)).toEqual(['session.revoked'])
  })

  it('of somebody else are not found under this person', async () => {
    const id = await made('viewer')
    const answer = await call(owner, 'DELETE', `/${id}/sessions/${admin.caller.sessionId}`)
    expect(answer.statusCode).toBe(404)
    expect((await world.call(admin, { url: '/api/v1/auth/me' })).statusCode).toBe(200)
  })
})

describe('site access', () => {
  it('says what a viewer sees, from the next request on', async () => {
    const viewer = await org.signIn('viewer', [org.siteId])
    const { userId } = viewer.caller
    const other = await org.addSite('Other')
    const sees = async () => (await world.call(viewer, { url: '/api/v1/sites' })).json().total
    expect((await call(admin, 'GET', `/${userId}/site-access`)).json()).toEqual({ site_ids: [org.siteId] })
    expect(await sees()).toBe(1)
    const both = await call(admin, 'PUT', `/${userId}/site-access`, { site_ids: [org.siteId, other, other] })
    expect(both.json()).toEqual({ site_ids: [org.siteId, other].toSorted() })
    expect(await sees()).toBe(2)
    await call(admin, 'PUT', `/${userId}/site-access`, { site_ids: [] })
    expect(await sees()).toBe(0)
    expect(await actionsOn(userId)).toEqual(['user.site_access_changed', 'user.site_access_changed'])
  })

  it('names sites of the organisation only, and changes nothing otherwise', async () => {
    const id = await made('viewer')
    const abroad = await world.createOrg()
    const answer = await call(admin, 'PUT', `/${id}/site-access`, { site_ids: [abroad.siteId] })
    expect(answer.statusCode).toBe(404)
    expect((await call(admin, 'PUT', `/${id}/site-access`, {})).statusCode).toBe(400)
    expect((await call(admin, 'GET', `/${id}/site-access`)).json()).toEqual({ site_ids: [org.siteId] })
  })
})

it('is not there for another organisation', async () => {
  const stranger = await (await world.createOrg()).signIn('owner')
  const { userId, sessionId } = owner.caller
  const paths: [Method, string, object?][] = [
    ['GET', `/${userId}`],
    ['PATCH', `/${userId}`, { enabled: false }],
    ['DELETE', `/${userId}`],
    ['GET', `/${userId}/sessions`],
    ['DELETE', `/${userId}/sessions/${sessionId}`],
    ['POST', `/${userId}/reset-password`],
    ['GET', `/${userId}/site-access`],
    ['PUT', `/${userId}/site-access`, { site_ids: [] }],
  ]
  for (const [method, path, payload] of paths)
    expect((await call(stranger, method, path, payload)).statusCode, `${method} ${path}`).toBe(404)
  expect((await world.call(owner, { url: '/api/v1/auth/me' })).statusCode).toBe(200)
})
