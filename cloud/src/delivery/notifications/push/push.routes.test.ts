import { mostPushSubscriptions } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { browserWithKeys } from '#testing/push-browser.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { noteOutcomes } from './subscriptions/push-subscription.repository.js'
import { addPushSubscription, describePush } from './subscriptions/push-subscriptions.js'

let world: TestApp
let org: TestOrg
let ann: SignedIn

beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  ann = await org.signIn('viewer', [org.siteId])
})

const url = '/api/v1/push/subscriptions'
const add = (who: SignedIn, payload: object = browserWithKeys()) =>
  world.call(who, { method: 'POST', url, payload })
const listOf = async (who: SignedIn) =>
  (await world.call(who, { url })).json<{ data: { id: string; service: string; current: boolean }[] }>().data
const settingsOf = async (who: SignedIn) =>
  (await world.call(who, { url: '/api/v1/push/settings' })).json<{
    available: boolean
    public_key: string | null
    rules: { name: string }[]
  }>()

test('an organisation has one key, made once, also by two requests at the same moment; another has another', async () => {
  const [one, two] = await Promise.all([settingsOf(ann), settingsOf(await org.signIn('admin'))])
  expect(one.public_key).toMatch(/^B[\w-]{86}$/)
  expect(two.public_key).toBe(one.public_key)
  const others = await (await world.createOrg()).signIn('owner')
  expect((await settingsOf(others)).public_key).not.toBe(one.public_key)
})

test('a browser is added, listed by the host of its push service, and taken away; its address is told to nobody', async () => {
  const browser = browserWithKeys()
  const made = await add(ann, { ...browser, expirationTime: null })
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ service: '127.0.0.1:9', current: true, language: 'en', failure: null })
  expect(made.body).not.toContain(browser.endpoint)
  expect(await listOf(ann)).toMatchObject([{ id: made.json<{ id: string }>().id }])
  const [stored] = await world.test.query<{ row: string }>(
    'select row_to_json(p)::text as row from push_subscriptions p where org_id = $1',
    [org.orgId],
  )
  expect(stored?.row).not.toContain(browser.keys.auth)
  const { id } = made.json<{ id: string }>()
  expect((await world.call(ann, { method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(204)
  expect((await world.call(ann, { method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(404)
  expect(await listOf(ann)).toEqual([])
})

test('a browser is one person’s at a time, whoever asked last', async () => {
  const browser = browserWithKeys()
  await add(ann, browser)
  await add(ann, { ...browser, language: 'de' })
  expect((await listOf(ann)).length).toBe(1)
  const bob = await org.signIn('operator')
  await add(bob, browser)
  expect([(await listOf(ann)).length, (await listOf(bob)).length]).toEqual([0, 1])
})

test('a browser for which two people ask at the same moment is one of theirs', async () => {
  const bob = await org.signIn('operator')
  for (let round = 0; round < 5; round += 1) {
    const browser = browserWithKeys()
    const answers = await Promise.all([
      add(ann, browser),
      add(bob, browser),
      add(ann, browser),
      add(bob, browser),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect((await listOf(ann)).length + (await listOf(bob)).length).toBe(round + 1)
  }
})

test('an endpoint is one however it is written, and is kept as it will be called', async () => {
  const browser = browserWithKeys('https://127.0.0.1:9/a')
  for (const endpoint of ['https:///127.0.0.1:9/a', 'https://127.0.0.1:9/b/../a', 'https://127.0.0.1:9/a'])
    expect(await add(ann, { ...browser, endpoint })).toMatchObject({ statusCode: 201 })
  expect(await listOf(ann)).toMatchObject([{ service: '127.0.0.1:9' }])
})

test('two messages to one person that end at once, each well where the other failed, wait for none for ever', async () => {
  const [one, two] = await Promise.all(
    [await add(ann), await add(ann)].map(async (made) => made.json<{ id: string }>().id),
  )
  const note = (well: string, failed: string) =>
    world.platform.database.inOrg(org.orgId, (tx) =>
      noteOutcomes(
        tx,
        org.orgId,
        { taken: [well], gone: [], failures: [{ id: failed, failure: 'away' }] },
        new Date(),
      ),
    )
  for (let round = 0; round < 20; round += 1)
    await Promise.all([note(one ?? '', two ?? ''), note(two ?? '', one ?? ''), note(one ?? '', two ?? '')])
  expect((await listOf(ann)).length).toBe(2)
})

test('nobody reaches the browsers of somebody else', async () => {
  const { id } = (await add(ann)).json<{ id: string }>()
  for (const other of [await org.signIn('owner'), await (await world.createOrg()).signIn('owner')]) {
    expect((await world.call(other, { method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(404)
    expect((await world.call(other, { method: 'POST', url: `${url}/${id}/test` })).statusCode).toBe(404)
    expect(await listOf(other)).toEqual([])
  }
  expect((await listOf(ann)).length).toBe(1)
})

test(`a person has ${mostPushSubscriptions} browsers at most, those of ended sessions aside`, async () => {
  for (let count = 0; count < mostPushSubscriptions; count += 1) expect((await add(ann)).statusCode).toBe(201)
  const refused = await add(ann)
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { error: { code: 'conflict' } }])
  await world.test.query('update sessions set revoked_at = now() where org_id = $1 and id = $2', [
    org.orgId,
    ann.caller.sessionId,
  ])
  expect(
    await world.test.query('select 1 from push_subscriptions where org_id = $1', [org.orgId]),
  ).toHaveLength(mostPushSubscriptions)
  const again = await org.signIn('viewer', [org.siteId])
  expect(await listOf(again)).toEqual([])
})

const good = browserWithKeys()
test.each([
  ['plain http', { endpoint: 'http://push.example.com/1' }],
  ['an address inside', { endpoint: 'https://10.0.0.7/1' }],
  ['an address with a password', { endpoint: 'https://a:b@push.example.com/1' }],
  ['no address', { endpoint: 'https://' }],
  ['one that is too long', { endpoint: `https://push.example.com/${'x'.repeat(2048)}` }],
  ['a key that is no point', { keys: { ...good.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }],
  ['a short key', { keys: { ...good.keys, p256dh: 'BA' } }],
  ['a short secret', { keys: { ...good.keys, auth: 'AA' } }],
  ['a secret with much behind it', { keys: { ...good.keys, auth: `${good.keys.auth}${'='.repeat(1000)}` } }],
  ['a language that is not spoken', { language: 'tlh' }],
])('%s is refused', async (_, change) => {
  const answer = await add(ann, { ...good, ...change })
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: { code: 'validation_error' } }])
  expect(await listOf(ann)).toEqual([])
})

test('without anybody to reach, browsers cannot be added, and the settings say so', async () => {
  const { platform } = world
  const outbound = world.services.outbound
  const silent = { ...platform, outbound, publicUrl: () => 'http://video.example.com' }
  expect(await describePush(silent, ann.caller)).toMatchObject({ available: false, public_key: null })
  await expect(addPushSubscription(silent, ann.caller, { ...good, language: 'en' })).rejects.toThrow(
    /VAPID_SUBJECT/,
  )
  const named = { ...silent, config: { ...platform.config, vapidSubject: 'mailto:ops@example.com' } }
  expect(await describePush(named, ann.caller)).toMatchObject({ available: true })
  // Tried on one machine, it is the owner who can be reached.
  const tried = { ...silent, publicUrl: () => 'http://localhost:8080' }
  expect(await describePush(tried, ann.caller)).toMatchObject({ available: true })
})

test('the settings name the rules that send messages, of those that are there', async () => {
  const owner = await org.signIn('owner')
  const rule = async (name: string, channels: string[], enabled = true) => {
    const recipients = [{ user_id: ann.caller.userId, channels }]
    const payload = { name, rule_kind: 'camera_event', recipients, enabled }
    const made = await world.call(owner, { method: 'POST', url: '/api/v1/alert-rules', payload })
    expect(made.statusCode, made.body).toBe(201)
    return made.json<{ id: string; recipients: { channels: string[] }[] }>()
  }
  const pushing = await rule('Yard', ['push', 'in_app'])
  expect(pushing.recipients[0]?.channels).toEqual(['push', 'in_app'])
  await rule('Gate', ['push'])
  await rule('By mail', ['email'])
  await rule('Asleep', ['push'], false)
  expect((await settingsOf(ann)).rules.map(({ name }) => name)).toEqual(['Gate', 'Yard'])
  await world.call(owner, { method: 'DELETE', url: `/api/v1/alert-rules/${pushing.id}` })
  expect((await settingsOf(ann)).rules.map(({ name }) => name)).toEqual(['Gate'])
  expect((await settingsOf(owner)).rules).toEqual([])
})

test('the test of a rule is queued for the browsers of whom it sends messages', async () => {
  const owner = await org.signIn('owner')
  const recipients = [
    { user_id: ann.caller.userId, channels: ['push'] },
    { user_id: owner.caller.userId, channels: ['in_app'] },
  ]
  const payload = { name: 'Yard', rule_kind: 'camera_event', recipients }
  const made = await world.call(owner, { method: 'POST', url: '/api/v1/alert-rules', payload })
  const { id } = made.json<{ id: string }>()
  const tried = await world.call(owner, { method: 'POST', url: `/api/v1/alert-rules/${id}/test` })
  expect(tried.json()).toMatchObject({ notified: { in_app: 1, push: 1 }, message: /browsers of one person/ })
  const queued = await world.test.query('select user_id, purpose from outgoing_pushes where org_id = $1', [
    org.orgId,
  ])
  expect(queued).toEqual([{ user_id: ann.caller.userId, purpose: 'test' }])
})

test('one’s own sign-ins are listed and ended, nobody else’s', async () => {
  const mine = await world.call(ann, { url: '/api/v1/auth/sessions' })
  expect(mine.json()).toMatchObject({ total: 1, data: [{ id: ann.caller.sessionId, current: true }] })
  const bob = await org.signIn('operator')
  const end = (who: SignedIn, id: string) =>
    world.call(who, { method: 'DELETE', url: `/api/v1/auth/sessions/${id}` })
  expect((await end(bob, ann.caller.sessionId)).statusCode).toBe(404)
  expect((await end(ann, ann.caller.sessionId)).statusCode).toBe(200)
  expect((await world.call(ann, { url: '/api/v1/auth/sessions' })).statusCode).toBe(401)
})
