import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { signAccessToken } from '../../../identity/auth/tokens/access-token.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { addCamera, viewerOf } from './viewer.fixture.js'
import type { Viewer } from './viewer.js'

let world: TestApp
let clock: FakeClock
let org: TestOrg
let person: SignedIn
let camera: string
let viewer: Viewer

beforeAll(async () => {
  clock = createFakeClock(Date.now())
  world = await createTestApp({ clock })
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  person = await org.signIn('viewer', [org.siteId])
  camera = await addCamera(world.test, org)
  viewer = await viewerOf(world.platform, { token: person.token })
})

const set = (text: string, ...values: unknown[]) => world.test.query(text, values)
/** Why the camera is watched no longer, and why the socket ends, as code and reason. */
async function verdict(by: Viewer = viewer, id = camera) {
  const { socket, cameras } = await by.verify([id])
  const end = cameras.get(id)
  return { socket: socket && [socket.code, socket.reason], camera: end ? [end.code, end.reason] : null }
}
const holds = { socket: null, camera: null }
/** A newer access token of a session. */
const newerToken = ({ caller }: SignedIn, sessionId = caller.sessionId) =>
  signAccessToken({ ...caller, sessionId }, world.platform.keys.current('jwt'), clock.now())

describe('a camera', () => {
  test('of the viewer is shown with its codecs', async () => {
    expect(await viewer.requireCamera(camera)).toEqual({
      id: camera,
      orgId: org.orgId,
      siteId: org.siteId,
      gatewayId: null,
      connectionMode: 'gateway',
      name: 'Gate',
      enabled: true,
      codecs: { main: 'h265', sub: 'h264' },
    })
    expect(await verdict()).toEqual(holds)
  })

  test('that is not there, or of another organisation, is missing; of another site, forbidden', async () => {
    const abroad = await addCamera(world.test, await world.createOrg())
    const elsewhere = await addCamera(world.test, { ...org, siteId: await org.addSite('Yard') })
    for (const id of [abroad, randomUUID()]) {
      await expect(viewer.requireCamera(id)).rejects.toMatchObject({ kind: 'missing' })
      expect(await verdict(viewer, id)).toEqual({ socket: null, camera: [4404, null] })
    }
    await expect(viewer.requireCamera(elsewhere)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await verdict(viewer, elsewhere)).toEqual({ socket: null, camera: [4403, 'out_of_scope'] })
  })

  test('each is judged by itself', async () => {
    const others = [await addCamera(world.test, org), await addCamera(world.test, org)]
    await set('update cameras set deleted_at = now() where id = $1', others[0])
    const { socket, cameras } = await viewer.verify([camera, ...others])
    expect(socket).toBeNull()
    expect([...cameras.keys()]).toEqual([others[0]])
  })
})

describe('watching ends', () => {
  test.each([
    ['the camera is deleted', 'update cameras set deleted_at = now() where id = $1', [4404, null]],
    ['the camera is disabled', 'update cameras set enabled = false where id = $1', [4503, 'camera_disabled']],
  ])('when %s', async (_, text, end) => {
    await set(text, camera)
    expect(await verdict()).toEqual({ socket: null, camera: end })
  })

  test('when the camera or the viewer moves to another site', async () => {
    const yard = await org.addSite('Yard')
    await set('update cameras set site_id = $2 where id = $1', camera, yard)
    expect(await verdict()).toEqual({ socket: null, camera: [4403, 'out_of_scope'] })
    await set('insert into user_sites values ($1, $2, $3)', org.orgId, person.caller.userId, yard)
    expect(await verdict()).toEqual(holds)
    await set('delete from user_sites where user_id = $1', person.caller.userId)
    expect(await verdict()).toEqual({ socket: null, camera: [4403, 'out_of_scope'] })
  })

  test('when an operator becomes a viewer without the site', async () => {
    const operator = await org.signIn('operator')
    const watching = await viewerOf(world.platform, { token: operator.token })
    expect(await verdict(watching)).toEqual(holds)
    await set(`update users set role = 'viewer' where id = $1`, operator.caller.userId)
    expect(await verdict(watching)).toEqual({ socket: null, camera: [4403, 'out_of_scope'] })
  })

  test.each([
    ['the session is revoked', 'update sessions set revoked_at = now() where user_id = $1'],
    ['the session is over', `update sessions set expires_at = now() - interval '1 day' where user_id = $1`],
    ['the person is disabled', 'update users set enabled = false where id = $1'],
    ['the person is removed', 'delete from users where id = $1'],
  ])('when %s', async (_, text) => {
    await set(text, person.caller.userId)
    expect(await verdict()).toEqual({ socket: [4401, 'session_over'], camera: null })
    await expect(viewer.requireCamera(camera)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  test.each([
    ['disabled', 'update service_accounts set disabled_at = now() where id = $1'],
    ['given another key', 'update service_account_keys set revoked_at = now() where service_account_id = $1'],
  ])('when the service account is %s', async (_, text) => {
    const key = await org.makeKey('viewer', [org.siteId])
    const program = await viewerOf(world.platform, { token: key.token, origin: null })
    expect(await verdict(program)).toEqual(holds)
    await set(text, key.serviceAccountId)
    expect(await verdict(program)).toEqual({ socket: [4401, 'key_revoked'], camera: null })
  })

  test("costs a program's key none of its calls", async () => {
    const key = await org.makeKey('operator')
    const program = await viewerOf(world.platform, { token: key.token, origin: null })
    for (let times = 0; times < 20; times += 1) expect(await verdict(program)).toEqual(holds)
    const [row] = await set(
      'select bucket_tokens::int as left from service_accounts where id = $1',
      key.serviceAccountId,
    )
    expect(row).toEqual({ left: 599 })
  })
})

test('a check does not wait for the begins and ends that the viewer wrote down', async () => {
  const connection = new pg.Client({ connectionString: world.test.address.url })
  await connection.connect()
  try {
    await connection.query('begin')
    await connection.query('lock table live_watchings in access exclusive mode')
    const begun = viewer.began(await viewer.requireCamera(camera))
    await clock.advance(30_000)
    await set('update cameras set enabled = false where id = $1', camera)
    expect(await verdict()).toEqual({ socket: null, camera: [4503, 'camera_disabled'] })
    await connection.query('rollback')
    await begun
  } finally {
    await connection.end()
  }
})

describe('a token', () => {
  test('ends the socket when it expires, unless a newer one of the session came', async () => {
    await clock.advance(60_000)
    const newer = await newerToken(person)
    const second = await viewerOf(world.platform, { token: person.token })
    const end = await second.replaceToken(newer)
    expect(second.expiresAt).toEqual(end)
    expect(end.getTime()).toBeGreaterThan(viewer.expiresAt?.getTime() ?? 0)
    await clock.advance(14 * 60_000 + 1_000)
    expect(await verdict()).toEqual({ socket: [4401, 'token_expired'], camera: null })
    expect(await verdict(second)).toEqual(holds)
    await clock.advance(60_000)
    expect(await verdict(second)).toMatchObject({ socket: [4401, 'token_expired'] })
  })

  test('is not replaced by an older one, which shortens nothing', async () => {
    await clock.advance(60_000)
    const end = await viewer.replaceToken(await newerToken(person))
    expect(await viewer.replaceToken(person.token)).toEqual(end)
  })

  test('is not replaced by one of another session, a key, or none', async () => {
    const other = await org.signIn('viewer', [org.siteId])
    const before = viewer.expiresAt
    await expect(viewer.replaceToken(other.token)).rejects.toMatchObject({ kind: 'unauthenticated' })
    await expect(viewer.replaceToken('x.y.z')).rejects.toMatchObject({ kind: 'unauthenticated' })
    const key = await org.makeKey('owner')
    await expect(viewer.replaceToken(key.token)).rejects.toMatchObject({ kind: 'invalid' })
    await expect(viewer.renew()).rejects.toMatchObject({ kind: 'invalid' })
    expect(viewer.expiresAt).toEqual(before)
  })
})
