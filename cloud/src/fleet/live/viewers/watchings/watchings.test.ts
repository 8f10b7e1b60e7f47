import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import type { Platform } from '../../../../platform/platform.js'
import { createFakeClock, type FakeClock } from '../../../../platform/time/clock.fake.js'
import { addCamera, viewerOf } from '../viewer.fixture.js'
import type { Viewer, WatchedCamera } from '../viewer.js'
import { endWatchingsTask } from './end-watchings.js'
import { listWatchedCameras } from './live-watching.repository.js'

let world: TestApp
let clock: FakeClock
let other: Platform
let org: TestOrg
let person: SignedIn
let camera: WatchedCamera
let viewer: Viewer
let onOther: Viewer

beforeAll(async () => {
  clock = createFakeClock(Date.now())
  world = await createTestApp({ clock })
  other = { ...world.platform, nodeId: uuidv7() }
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  person = await org.signIn('viewer', [org.siteId])
  viewer = await viewerOf(world.platform, { token: person.token })
  onOther = await viewerOf(other, { token: person.token })
  camera = await viewer.requireCamera(await addCamera(world.test, org))
})

const set = (text: string, ...values: unknown[]) => world.test.query(text, values)
/** Puts the times of all watchings of the organisation back. */
const later = (seconds: number) =>
  set(
    `update live_watchings set changed_at = changed_at - make_interval(secs => $2),
       began_at = began_at - make_interval(secs => $2) where org_id = $1`,
    org.orgId,
    seconds,
  )
const sweep = () => endWatchingsTask(world.platform).run(new AbortController().signal)
const audit = () =>
  set(
    `select action, actor_id, actor_name, user_agent, target_id, data from audit_log where org_id = $1 order by at, id`,
    org.orgId,
  )
const actions = async () => (await audit()).map(({ action }) => action)
/** Of whom it was said in the last half minute that they watch. */
const fresh = () =>
  set(
    `select 1 from live_watchings where org_id = $1 and changed_at > now() - interval '30 seconds'`,
    org.orgId,
  )
const left = () => set('select 1 from live_watchings where org_id = $1', org.orgId)

const [began, ended] = ['camera.watch_began', 'camera.watch_ended']

describe('the audit', () => {
  test('says at once who watches what, and a minute after the end from when and how long', async () => {
    await viewer.began(camera)
    const who = {
      actor_id: person.caller.userId,
      actor_name: 'Test viewer',
      user_agent: 'test browser',
      target_id: camera.id,
    }
    expect(await audit()).toEqual([{ action: began, ...who, data: {} }])
    await later(600)
    await viewer.ended(camera, 600_400)
    await sweep()
    expect(await actions()).toEqual([began])
    await later(61)
    await sweep()
    const [, end] = await audit()
    expect(end).toEqual({
      action: ended,
      ...who,
      data: { from: expect.any(String), until: expect.any(String), watched_sec: 600 },
    })
    const { from, until } = z.object({ from: z.string(), until: z.string() }).parse(end?.['data'])
    expect((Date.parse(until) - Date.parse(from)) / 1000).toBeCloseTo(600, -1)
    expect(await left()).toEqual([])
  })

  test('has one watching for a page that connects again within a minute, on either node', async () => {
    await viewer.began(camera)
    await viewer.ended(camera, 10_000)
    await later(50)
    await sweep()
    await onOther.began(camera)
    await later(50)
    await sweep()
    expect(await actions()).toEqual([began])
    await onOther.ended(camera, 20_000)
    await later(61)
    await sweep()
    expect(await audit()).toMatchObject([{ action: began }, { action: ended, data: { watched_sec: 30 } }])
    await viewer.began(camera)
    expect(await actions()).toEqual([began, ended, began])
  })

  test('has one watching for several subscriptions at once', async () => {
    await Promise.all([viewer.began(camera), viewer.began(camera), viewer.began(camera)])
    await Promise.all([viewer.ended(camera, 1_000), viewer.ended(camera, 1_000)])
    await later(61)
    await sweep()
    expect(await actions()).toEqual([began])
    await viewer.ended(camera, 1_000)
    await later(61)
    await sweep()
    expect(await audit()).toMatchObject([{ action: began }, { action: ended, data: { watched_sec: 3 } }])
  })

  test('tells cameras and persons apart', async () => {
    const second = await viewer.requireCamera(await addCamera(world.test, org))
    const colleague = await viewerOf(world.platform, { token: (await org.signIn('operator')).token })
    await viewer.began(camera)
    await viewer.began(second)
    await colleague.began(camera)
    expect(await actions()).toEqual([began, began, began])
  })

  test('ends what nobody speaks of any more, as of a node that died', async () => {
    await onOther.began(camera)
    // Not so near to the minute and a half that a slow machine passes it.
    await later(80)
    await sweep()
    expect(await actions()).toEqual([began])
    await later(11)
    await sweep()
    expect(await audit()).toMatchObject([
      { action: began },
      { action: ended, data: { lost: true, watched_sec: 0 } },
    ])
    // It was only slow, and says the rest.
    await onOther.ended(camera, 90_000)
    expect(await audit()).toMatchObject([{}, {}, { action: ended, data: { watched_sec: 90 } }])
    expect(await left()).toEqual([])
  })

  test('goes on as long as the viewer is asked whether it may watch', async () => {
    await viewer.began(camera)
    for (let minutes = 1; minutes <= 3; minutes += 1) {
      await later(60)
      await clock.advance(60_000)
      await viewer.verify([camera.id])
      // The check does not wait until it is written down.
      await expect.poll(fresh, { timeout: 20_000 }).toHaveLength(1)
      await sweep()
    }
    expect(await actions()).toEqual([began])
    // Taken for lost while PostgreSQL was away: it begins anew.
    await later(91)
    await sweep()
    await clock.advance(30_000)
    await viewer.verify([camera.id])
    await expect.poll(actions, { timeout: 20_000 }).toEqual([began, ended, began])
    await viewer.ended(camera, 1_000)
    await later(61)
    await sweep()
    expect(await actions()).toEqual([began, ended, began, ended])
  })

  test('is told a begin and an end in their order, however fast they come', async () => {
    await Promise.all([viewer.began(camera), viewer.ended(camera, 5_000)])
    expect(await actions()).toEqual([began])
    await later(61)
    await sweep()
    expect(await audit()).toMatchObject([{ action: began }, { action: ended, data: { watched_sec: 5 } }])
  })

  test('names the maker of a live token, and the token', async () => {
    const answer = await world.call(person, {
      method: 'POST',
      url: `/api/v1/cameras/${camera.id}/live-token`,
      payload: { origins: ['https://portal.example.net'], label: 'Lobby screen' },
    })
    const { id, token } = answer.json<{ id: string; token: string }>()
    const page = await viewerOf(world.platform, { token, origin: 'https://portal.example.net' })
    await page.began(camera)
    expect((await audit()).at(-1)).toMatchObject({
      action: began,
      actor_id: person.caller.userId,
      data: { live_token_id: id, label: 'Lobby screen' },
    })
  })
})

test('a watched camera is looked after by one node', async () => {
  const [first, second] = [world.platform, other].toSorted((one, two) => (one.nodeId < two.nodeId ? -1 : 1))
  const watched = async ({ nodeId } = world.platform) =>
    (await listWatchedCameras(world.platform.database.worker, nodeId)).filter(
      ({ orgId }) => orgId === org.orgId,
    )
  expect(await watched(first)).toEqual([])
  await Promise.all([viewer.began(camera), onOther.began(camera)])
  expect([await watched(first), await watched(second)]).toEqual([
    [{ orgId: org.orgId, cameraId: camera.id }],
    [],
  ])
  await Promise.all([viewer.ended(camera, 1), onOther.ended(camera, 1)])
  expect([await watched(first), await watched(second)]).toEqual([[], []])
})
