import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ScriptedViewer } from '#testing/scripted-viewer.js'
import type { TestKey } from '#testing/test-key.js'
import type { SignedIn } from '#testing/test-user.js'
import { waitUntil } from '../../channel/test-nodes.fake.js'
import { LiveWorld, startTestNodes, type TestNodes } from '../live-world.fixture.js'
import { ownOrigin } from './viewer.fixture.js'

const portal = 'https://portal.example.net'
/** A second is the promise; polling, which looks five seconds after a picture began, would need longer than this. */
const soonMs = 4_000

let nodes: TestNodes
let world: LiveWorld
let owner: SignedIn
let person: SignedIn
let key: TestKey
let camera: string

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(() => nodes[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await LiveWorld.make(nodes)
  owner = await world.org.signIn('owner')
  person = await world.org.signIn('viewer', [world.org.siteId])
  key = await world.org.makeKey('viewer', [world.org.siteId])
  camera = await world.camera()
  return () => world[Symbol.asyncDispose]()
})

/** Somebody does something, on the other node than the pictures'. */
async function call(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  who = owner,
) {
  const answer = await nodes.nodes[1].call(who, {
    method,
    url: `/api/v1${path}`,
    ...(payload && { payload }),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer
}

async function watch(viewer: ScriptedViewer): Promise<ScriptedViewer> {
  viewer.subscribe(1, camera)
  await viewer.untilPictures(1, 1)
  return viewer
}

async function liveToken(who: Pick<SignedIn, 'token'> = person, of = camera) {
  const answer = await world.node.call(who, {
    method: 'POST',
    url: `/api/v1/cameras/${of}/live-token`,
    payload: { origins: [portal], ttl_sec: 60 },
  })
  return answer.json<{ id: string; token: string; expires_at: string }>()
}

const user = () => `/users/${person.caller.userId}`
const account = () => `/service-accounts/${key.serviceAccountId}`

describe('the socket ends with 4401', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the session is revoked', () => call('DELETE', `${user()}/sessions/${person.caller.sessionId}`)],
    ['the person logs out', () => call('POST', '/auth/logout', undefined, person)],
    ['the person is disabled', () => call('PATCH', user(), { enabled: false })],
  ])('when %s', async (_, deed) => {
    const viewer = await watch(await world.viewer({ token: person.token, page: ownOrigin }))
    const since = performance.now()
    await deed()
    expect(await viewer.untilClosed()).toBe(4401)
    expect(performance.now() - since).toBeLessThan(soonMs)
    await expect(world.viewer({ token: person.token })).rejects.toThrow('401')
  })

  test.each<[string, () => Promise<unknown>]>([
    ['its key is replaced', () => call('POST', `${account()}/rotate-key`)],
    ['it is disabled', () => call('DELETE', account())],
  ])('of a program when %s', async (_, deed) => {
    const viewer = await watch(await world.viewer({ token: key.token }))
    const since = performance.now()
    await deed()
    expect(await viewer.untilClosed()).toBe(4401)
    expect(performance.now() - since).toBeLessThan(soonMs)
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['the token is revoked', (id) => call('DELETE', `/cameras/${camera}/live-tokens/${id}`)],
    ['its maker logs out', () => call('POST', '/auth/logout', undefined, person)],
  ])('of a page with a live token when %s', async (_, deed) => {
    const { id, token } = await liveToken()
    const viewer = await watch(await world.viewer({ token, page: portal }))
    const since = performance.now()
    await deed(id)
    expect(await viewer.untilClosed()).toBe(4401)
    expect(performance.now() - since).toBeLessThan(soonMs)
    await expect(world.viewer({ token, page: portal })).rejects.toThrow('401')
  })

  test('when a token of another session comes', async () => {
    const viewer = await watch(await world.viewer({ token: person.token }))
    viewer.send({ type: 'token', token: owner.token })
    expect(await viewer.untilClosed()).toBe(4401)
  })
})

test('what no notice told is found within five seconds', async () => {
  const viewer = await watch(await world.viewer({ token: person.token }))
  await nodes.test.query('update sessions set revoked_at = now() where id = $1', [person.caller.sessionId])
  expect(await viewer.untilClosed()).toBe(4401)
})

describe('the picture ends, and the socket stays', () => {
  const site = () => world.org.addSite('Yard')
  test.each<[string, number, () => Promise<unknown>]>([
    ['the camera is deleted', 4404, () => call('DELETE', `/cameras/${camera}`)],
    ['the camera is switched off', 4503, () => call('PATCH', `/cameras/${camera}`, { enabled: false })],
    [
      'the camera moves to a site of others',
      4403,
      async () => call('PATCH', `/cameras/${camera}`, { site_id: await site() }),
    ],
    ['the site is taken', 4403, () => call('PUT', `${user()}/site-access`, { site_ids: [] })],
  ])('when %s: %i', async (_, code, deed) => {
    const viewer = await watch(await world.viewer({ token: person.token, page: ownOrigin }))
    const since = performance.now()
    await deed()
    expect(await viewer.until('ended')).toMatchObject({ id: 1, code })
    expect(performance.now() - since).toBeLessThan(soonMs)
    expect(viewer.closeCode).toBeNull()
  })

  test('of a live token as of its maker', async () => {
    const { token } = await liveToken()
    const viewer = await watch(await world.viewer({ token, page: portal }))
    await call('PUT', `${user()}/site-access`, { site_ids: [] })
    expect(await viewer.until('ended')).toMatchObject({ id: 1, code: 4403 })
  })
})

describe('no picture begins', () => {
  test('of a camera of another organisation, of another site, or of another live token', async () => {
    const abroad = await LiveWorld.make(nodes)
    onTestFinished(() => abroad[Symbol.asyncDispose]())
    const theirs = await abroad.camera()
    const other = await world.camera()
    await call('PATCH', `/cameras/${other}`, { site_id: await world.org.addSite('Yard') })
    const viewer = await world.viewer({ token: person.token })
    viewer.subscribe(1, theirs)
    expect(await viewer.until('ended', ({ id }) => id === 1)).toMatchObject({ code: 4404 })
    viewer.subscribe(2, other)
    expect(await viewer.until('ended', ({ id }) => id === 2)).toMatchObject({ code: 4403 })
    const { token } = await liveToken(owner, other)
    const page = await world.viewer({ token, page: portal })
    page.subscribe(1, camera)
    expect(await page.until('ended')).toMatchObject({ id: 1, code: 4403 })
    page.subscribe(2, theirs)
    expect(await page.until('ended', ({ id }) => id === 2)).toMatchObject({ code: 4403 })
  })

  test.each([
    ['a foreign page', () => ({ token: person.token, page: 'https://evil.example' }), '403'],
    ["a page with a program's key", () => ({ token: key.token, page: ownOrigin }), '403'],
    ['nobody', () => ({ token: 'x.y.z' }), '401'],
  ])('for %s', async (_, who, status) => {
    await expect(world.viewer(who())).rejects.toThrow(status)
  })

  test('for a live token from a page that it does not name', async () => {
    const { token } = await liveToken()
    await expect(world.viewer({ token, page: 'https://evil.example' })).rejects.toThrow('403')
  })
})

test('a page of the node itself watches, by whatever name it was reached', async () => {
  await watch(await world.viewer({ token: person.token, page: world.node.origin }))
})

test('a live token is renewed over the socket', async () => {
  const { token, expires_at: end } = await liveToken()
  const viewer = await watch(await world.viewer({ token, page: portal }))
  expect(viewer.of('welcome')[0]?.expires_at).toBe(end)
  viewer.send({ type: 'renew' })
  const { expires_at: renewed } = await viewer.until('renewed')
  expect(Date.parse(renewed)).toBeGreaterThan(Date.parse(end))
})

test('who watched what is in the audit', async () => {
  const actions = async () =>
    (
      await nodes.test.query<{ action: string }>(
        `select action from audit_log where org_id = $1 and target_id = $2 and action like 'camera.watch%'`,
        [world.org.orgId, camera],
      )
    ).map(({ action }) => action)
  const open = async () => {
    const [row] = await nodes.test.query<{ open: number; watched: boolean }>(
      'select open, watched_ms > 0 as watched from live_watchings where org_id = $1',
      [world.org.orgId],
    )
    return row
  }
  const viewer = await watch(await world.viewer({ token: person.token }))
  await waitUntil(async () => (await open())?.open === 1, 'the begin')
  expect(await actions()).toEqual(['camera.watch_began'])
  viewer.close()
  await waitUntil(async () => (await open())?.open === 0, 'the end')
  expect(await open()).toMatchObject({ watched: true })
})
