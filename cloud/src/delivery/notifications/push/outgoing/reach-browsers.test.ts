import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserWithKeys } from '#testing/push-browser.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { CircuitBreaker } from '../../../../platform/outbound-http/circuit-breaker.js'
import { deviceContext } from '../subscriptions/push-device.js'
import { openKeyOf } from '../subscriptions/push-key.js'
import { findPush } from './outgoing-push.repository.js'
import { createPushLoop } from './push-loop.js'
import { reachBrowsers } from './reach-browsers.js'

let world: TestApp
let org: TestOrg
let ann: SignedIn
let breaker: CircuitBreaker

beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'], testsPerMinute: 1_000 } })
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  ann = await org.signIn('viewer', [org.siteId])
  breaker = new CircuitBreaker(world.platform.clock)
})

/** A browser whose push service refuses connections. @returns the id of its subscription */
async function allow(): Promise<string> {
  const url = '/api/v1/push/subscriptions'
  const made = await world.call(ann, { method: 'POST', url, payload: browserWithKeys() })
  expect(made.statusCode, made.body).toBe(201)
  return made.json<{ id: string }>().id
}

/** A message to all browsers of Ann. */
async function queue() {
  const id = uuidv7()
  await world.test.query(
    `insert into outgoing_pushes (org_id, id, purpose, user_id) values ($1, $2, 'test', $3)`,
    [org.orgId, id, ann.caller.userId],
  )
  const push = await findPush(world.platform.database.forOrg(org.orgId), org.orgId, id)
  if (!push) throw new Error('the message is not there')
  return push
}

async function attempt() {
  const { platform, services } = world
  const db = platform.database.forOrg(org.orgId)
  const key = await openKeyOf({ db, secretBox: platform.secretBox }, org.orgId)
  if (!key) throw new Error('the key is gone')
  const text = {
    kind: 'test',
    title: '',
    source: null,
    severity: null,
    count: 0,
    address: '/me',
    tag: 't',
  } as const
  return reachBrowsers(
    { ...platform, outbound: services.outbound, circuitBreaker: breaker },
    { push: await queue(), text, identity: { key, contact: 'mailto:ops@example.com' } },
    new AbortController().signal,
  )
}

test('a browser for which nothing can be sealed keeps nothing from the others', async () => {
  const [broken, sound] = [await allow(), await allow()]
  const { keyId, bytes } = world.platform.secretBox.seal(
    JSON.stringify({ ...browserWithKeys(), keys: { p256dh: 'BA', auth: 'AA' } }),
    deviceContext(org.orgId, broken),
  )
  await world.test.query('update push_subscriptions set secret = $2, secret_key_id = $3 where id = $1', [
    broken,
    bytes,
    keyId,
  ])
  const outcomes = new Map((await attempt()).map(({ id, outcome }) => [id, outcome.kind]))
  expect([outcomes.get(broken), outcomes.get(sound)]).toEqual(['refused', 'failed'])
})

test('a push service that answers nothing is left alone after five failures, within this organisation', async () => {
  const id = await allow()
  for (let count = 0; count < 5; count += 1)
    expect(await attempt()).toMatchObject([{ id, outcome: { kind: 'failed', waitMs: null } }])
  const [left] = await attempt()
  expect(left?.outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/again and again/) })
  expect(left?.outcome).toMatchObject({ waitMs: expect.toSatisfy((ms: number) => ms > 0 && ms <= 30_000) })
  org = await world.createOrg()
  ann = await org.signIn('viewer', [org.siteId])
  await allow()
  expect(await attempt()).toMatchObject([{ outcome: { waitMs: null } }])
})

test('somebody whom one browser told stays told, whatever they wish before the next attempt for another', async () => {
  const [took] = [await allow(), await allow()]
  const rule = {
    name: 'Yard',
    rule_kind: 'camera_event',
    recipients: [{ user_id: ann.caller.userId, channels: ['push'] }],
  }
  const owner = await org.signIn('owner')
  const made = await world.call(owner, { method: 'POST', url: '/api/v1/alert-rules', payload: rule })
  const { id } = await queue()
  await world.test.query('update outgoing_pushes set rule_id = $2, reached = $3, taken = 1 where id = $1', [
    id,
    made.json<{ id: string }>().id,
    [took],
  ])
  const payload = { notifications_paused_until: new Date(Date.now() + 3_600_000).toISOString() }
  await world.call(ann, { method: 'PATCH', url: '/api/v1/auth/me/preferences', payload })
  const stop = new AbortController()
  const running = createPushLoop(world.platform, world.services.outbound).run(stop.signal)
  const status = async () =>
    (await world.test.query<{ status: string }>('select status from outgoing_pushes where id = $1', [id]))[0]
      ?.status
  await vi.waitFor(async () => expect(await status()).not.toBe('pending'), { timeout: 20_000 })
  stop.abort()
  await running
  expect(await status()).toBe('sent')
})
