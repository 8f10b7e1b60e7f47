import type { IssuedLiveToken, LiveToken } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { createFakeClock, type FakeClock } from '../../../../platform/time/clock.fake.js'
import { addCamera, answerTo, ownOrigin, viewerOf } from '../viewer.fixture.js'

const portal = 'https://portal.example.net'

let world: TestApp
let clock: FakeClock
let org: TestOrg
let person: SignedIn
let camera: string

beforeAll(async () => {
  clock = createFakeClock(Date.now())
  world = await createTestApp({ clock })
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  person = await org.signIn('viewer', [org.siteId])
  camera = await addCamera(world.test, org)
})

type Who = Pick<SignedIn, 'token'>
const set = (text: string, ...values: unknown[]) => world.test.query(text, values)
const ask = (body: object = {}, who: Who = person, headers: Record<string, string> = {}) =>
  world.call(who, {
    method: 'POST',
    url: `/api/v1/cameras/${camera}/live-token`,
    payload: { origins: [portal], ...body },
    headers,
  })

async function make(body: object = {}, who: Who = person): Promise<LiveToken> {
  const answer = await ask(body, who)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<LiveToken>()
}
const list = async (who: Who) => {
  const answer = await world.call(who, { url: `/api/v1/cameras/${camera}/live-tokens` })
  expect(answer.statusCode, answer.body).toBe(200)
  return { body: answer.body, ...answer.json<{ data: IssuedLiveToken[]; total: number }>() }
}
const revoke = (id: string, who: Who, of = camera) =>
  world.call(who, { method: 'DELETE', url: `/api/v1/cameras/${of}/live-tokens/${id}` })
const watching = (token: LiveToken, origin: string | null = portal) =>
  viewerOf(world.platform, { token: token.token, origin })
const answered = (token: LiveToken, origin: string | null = portal) =>
  answerTo(world.platform, { token: token.token, origin })
const audit = () =>
  set(
    `select action, actor_kind, actor_name, target_id, data from audit_log where org_id = $1 order by at, id`,
    org.orgId,
  )

describe('a live token', () => {
  test('is shown once, stored as a hash, and audited', async () => {
    const token = await make({ origins: [portal, portal], ttl_sec: 60, label: 'Lobby screen' })
    expect(token).toMatchObject({ camera_id: camera, origins: [portal] })
    expect(token.token).toMatch(/^lt_[A-Za-z0-9_-]{43}$/)
    expect(Date.parse(token.expires_at) - clock.now()).toBe(60_000)
    expect(Date.parse(token.renewable_until) - clock.now()).toBe(24 * 60 * 60_000)
    const dump = JSON.stringify(await set('select * from live_tokens where id = $1', token.id))
    expect(dump).not.toContain(token.token.slice(3))
    expect(await audit()).toEqual([
      {
        action: 'live_token.issued',
        actor_kind: 'user',
        actor_name: 'Test viewer',
        target_id: token.id,
        data: { camera_id: camera, origins: [portal], ttl_sec: 60, label: 'Lobby screen' },
      },
    ])
  })

  test('watches its camera from its pages, with what its maker sees', async () => {
    const token = await make({ label: 'Lobby screen' })
    const viewer = await watching(token)
    expect(viewer.principal).toEqual({ kind: 'live_token', id: token.id, name: 'Lobby screen' })
    expect(viewer.expiresAt?.toISOString()).toBe(token.expires_at)
    expect(await viewer.requireCamera(camera)).toMatchObject({ id: camera, name: 'Gate' })
    expect(await viewer.verify([camera])).toEqual({ socket: null, cameras: new Map() })
    expect(await answered(token, ownOrigin)).toBe('admitted')
  })

  test('watches no other camera, whether there is one or not', async () => {
    const other = await addCamera(world.test, org)
    const abroad = await addCamera(world.test, await world.createOrg())
    const viewer = await watching(await make())
    for (const id of [other, abroad]) {
      await expect(viewer.requireCamera(id)).rejects.toMatchObject({ kind: 'forbidden' })
      expect((await viewer.verify([id])).cameras.get(id)).toMatchObject({ code: 4403 })
    }
  })

  test.each(['https://evil.example', 'null', 'http://portal.example.net', null])(
    'is refused from the origin %s',
    async (origin) => {
      expect(await answered(await make(), origin)).toBe('403 forbidden')
    },
  )

  test('opens nothing else', async () => {
    const token = await make()
    for (const url of ['/api/v1/cameras', `/api/v1/cameras/${camera}`, '/api/v1/auth/me']) {
      expect((await world.call(token, { url })).statusCode).toBe(401)
    }
    expect((await ask({}, token)).statusCode).toBe(401)
  })

  test('that nobody made is refused', async () => {
    expect(await answerTo(world.platform, { token: `lt_${'a'.repeat(43)}`, origin: portal })).toBe(
      '401 auth_required',
    )
  })

  test.each([
    { origins: [] },
    { origins: ['https://portal.example.net/'] },
    { origins: ['*'] },
    { origins: ['null'] },
    { origins: Array.from({ length: 11 }, (_, index) => `https://p${index}.example`) },
    { ttl_sec: 29 },
    { ttl_sec: 3601 },
    { label: ' ' },
  ])('is not made of %j', async (body) => {
    expect((await ask(body)).statusCode).toBe(400)
  })

  test('is made once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'lobby' }
    const [first, again] = [await ask({}, person, headers), await ask({}, person, headers)]
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    expect(await set('select count(*)::int as it from live_tokens where org_id = $1', org.orgId)).toEqual([
      { it: 1 },
    ])
  })
})

describe('who', () => {
  test('may make one: whoever sees the camera, and nobody else', async () => {
    const key = await org.makeKey('viewer', [org.siteId])
    expect(await answered(await make({}, key))).toBe('admitted')
    const yard = await org.addSite('Yard')
    expect((await ask({}, await org.signIn('viewer', [yard]))).statusCode).toBe(403)
    expect((await ask({}, await (await world.createOrg()).signIn('owner'))).statusCode).toBe(404)
  })

  test('may list them: admins, without the secret', async () => {
    const token = await make({ label: 'Lobby screen' })
    await clock.advance(1_000)
    await make()
    const shown = await list(await org.signIn('admin'))
    expect(shown.total).toBe(2)
    expect(shown.data[1]).toEqual({
      id: token.id,
      camera_id: camera,
      origins: [portal],
      expires_at: token.expires_at,
      renewable_until: token.renewable_until,
      status: 'active',
      label: 'Lobby screen',
      ttl_sec: 300,
      created_at: new Date(Date.parse(token.expires_at) - 300_000).toISOString(),
      created_by: { kind: 'user', id: person.caller.userId, name: 'Test viewer' },
      revoked_at: null,
    })
    expect(shown.body).not.toContain(token.token)
  })

  test('may revoke one: its maker and operators, of its camera', async () => {
    const token = await make()
    const other = await org.signIn('viewer', [org.siteId])
    expect((await revoke(token.id, other)).statusCode).toBe(403)
    expect((await revoke(token.id, await (await world.createOrg()).signIn('owner'))).statusCode).toBe(404)
    const elsewhere = await addCamera(world.test, org)
    expect((await revoke(token.id, person, elsewhere)).statusCode).toBe(404)
    expect(await answered(token)).toBe('admitted')
    expect((await revoke(token.id, person)).statusCode).toBe(204)
    const second = await make()
    expect((await revoke(second.id, await org.signIn('operator'))).statusCode).toBe(204)
    expect(await answered(second)).toBe('401 auth_required')
  })

  test('makes them is limited', async () => {
    const key = await org.makeKey('operator')
    await set(
      `insert into live_tokens (org_id, id, camera_id, token_hash, origins, ttl_sec, credential_kind, credential_id,
         maker_id, maker_name, expires_at, renewable_until)
       select $1, gen_random_uuid(), $2, '\\x00', '{}', 60, 'key', $3, $4, 'Key', now() + interval '1 hour', now()
       from generate_series(1, 2000)`,
      org.orgId,
      camera,
      key.keyId,
      key.serviceAccountId,
    )
    expect((await ask({}, key)).statusCode).toBe(409)
    expect((await ask()).statusCode).toBe(201)
    await set(`update live_tokens set expires_at = now() - interval '1 hour' where org_id = $1`, org.orgId)
    expect((await ask({}, key)).statusCode).toBe(201)
  })
})

describe('watching by one ends', () => {
  test('when it is revoked, once in the audit', async () => {
    const token = await make()
    const viewer = await watching(token)
    for (const times of [1, 2]) expect((await revoke(token.id, person)).statusCode, `${times}`).toBe(204)
    expect((await viewer.verify([camera])).socket).toMatchObject({ code: 4401, reason: 'token_revoked' })
    await expect(viewer.renew()).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect((await audit()).map(({ action }) => action)).toEqual(['live_token.issued', 'live_token.revoked'])
    expect((await list(await org.signIn('admin'))).data).toMatchObject([{ status: 'revoked' }])
  })

  test.each([
    ['logs out', 'update sessions set revoked_at = now() where user_id = $1'],
    ['is disabled', 'update users set enabled = false where id = $1'],
    ['is removed', 'delete from users where id = $1'],
  ])('when its maker %s', async (_, text) => {
    const token = await make()
    const viewer = await watching(token)
    await set(text, person.caller.userId)
    expect((await viewer.verify([camera])).socket).toMatchObject({ code: 4401, reason: 'maker_gone' })
    expect(await answered(token)).toBe('401 auth_required')
  })

  test('when the key by which it was made is replaced', async () => {
    const key = await org.makeKey('viewer', [org.siteId])
    const viewer = await watching(await make({}, key))
    const url = `/api/v1/service-accounts/${key.serviceAccountId}/rotate-key`
    expect((await world.call(await org.signIn('admin'), { method: 'POST', url })).statusCode).toBe(200)
    expect((await viewer.verify([camera])).socket).toMatchObject({ code: 4401, reason: 'maker_gone' })
  })

  test('when its maker loses the site, or the camera goes', async () => {
    const viewer = await watching(await make())
    await set('delete from user_sites where user_id = $1', person.caller.userId)
    expect((await viewer.verify([camera])).cameras.get(camera)).toMatchObject({ code: 4403 })
    await expect(viewer.renew()).rejects.toMatchObject({ kind: 'forbidden' })
    await set('update cameras set deleted_at = now() where id = $1', camera)
    expect((await viewer.verify([camera])).cameras.get(camera)).toMatchObject({ code: 4404 })
    await expect(viewer.renew()).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('at its end, unless it was renewed: each time by its own time, for a day in all', async () => {
    const token = await make({ ttl_sec: 3600 })
    const [viewer, other] = [await watching(token), await watching(token)]
    const made = clock.now()
    for (let renewals = 1; renewals <= 24; renewals += 1) {
      await clock.advance(59 * 60_000)
      const end = await viewer.renew()
      expect(end.getTime() - made).toBe(Math.min(renewals * 59 + 60, 24 * 60) * 60_000)
      expect(viewer.expiresAt).toEqual(end)
    }
    // The other socket of the token learns of it.
    expect((await other.verify([camera])).socket).toBeNull()
    expect(other.expiresAt).toEqual(viewer.expiresAt)
    await clock.advance(24 * 60_000)
    expect((await viewer.verify([camera])).socket).toMatchObject({ code: 4401, reason: 'token_expired' })
    await expect(viewer.renew()).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(await answered(token)).toBe('401 auth_required')
  })

  test('and no access token takes its place', async () => {
    const viewer = await watching(await make())
    await expect(viewer.replaceToken(person.token)).rejects.toMatchObject({ kind: 'invalid' })
  })
})
