import { CameraTimeline } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type EventScene, setEventScene } from '../../../events/event-scene.fixture.js'

let world: TestApp
let scene: EventScene

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await setEventScene(world)
})

const at = (time: string) => new Date(`2026-03-14T${time}Z`)
const iso = (time: string) => at(time).toISOString()
const noon = { from: iso('12:00:00'), to: iso('12:59:59.999') }

const ask = (query: Record<string, string> = noon, who: SignedIn = scene.owner, camera = scene.cameraId) =>
  world.call(who, { url: `/api/v1/cameras/${camera}/timeline`, query })

async function timeline(query?: Record<string, string>, who?: SignedIn) {
  const answer = await ask(query, who)
  expect(answer.statusCode, answer.body).toBe(200)
  const shown = CameraTimeline.strict().parse(answer.json())
  // In the order of the published interface, and written as everything else is.
  expect(answer.body).toBe(JSON.stringify(shown))
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  return shown
}

const addAlert = async (eventId: string, status: string) => {
  const rule = uuidv7()
  await world.test.query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name)
     values ($1, $2, 'Anything', 'camera_event', 'user', 'Olive')`,
    [scene.org.orgId, rule],
  )
  await world.test.query(
    `insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, site_id, status, triggered_at)
     values ($1, $2, $3, 'Anything', $4, $5, $6, $7, now())`,
    [scene.org.orgId, uuidv7(), rule, eventId, scene.cameraId, scene.org.siteId, status],
  )
}

describe('events', () => {
  test('come by their beginning, with what a bar shows', async () => {
    const second = await scene.addEvent({
      triggered_at: at('12:10:05'),
      clip_start_at: at('12:10:00'),
      clip_end_at: at('12:10:30'),
      clip_status: 'ready',
      tags: ['person'],
      ai_severity: 'high',
      starred: true,
    })
    const first = await scene.addEvent({ triggered_at: at('12:05:00'), event_category: 'audio' })
    const { events, truncated, camera_name: name, camera_deleted: deleted, ...rest } = await timeline()
    expect({ name, deleted, truncated, timezone: rest.timezone, from: rest.from, to: rest.to }).toEqual({
      name: 'Front door',
      deleted: false,
      truncated: false,
      timezone: 'UTC',
      from: iso('12:00:00'),
      to: iso('13:00:00'),
    })
    expect(events).toEqual([
      {
        id: first,
        triggered_at: iso('12:05:00'),
        start_at: iso('12:05:00'),
        end_at: null,
        event_category: 'audio',
        trigger_source: 'onvif',
        tags: [],
        severity: null,
        alert_status: null,
        starred: false,
        clip_status: 'recording',
      },
      {
        id: second,
        triggered_at: iso('12:10:05'),
        start_at: iso('12:10:00'),
        end_at: iso('12:10:30'),
        event_category: 'motion',
        trigger_source: 'onvif',
        tags: ['person'],
        severity: 'high',
        alert_status: null,
        starred: true,
        clip_status: 'ready',
      },
    ])
  })

  test('those of which a part lies within; deleted ones and those of other cameras never', async () => {
    const ofClip = (start: string, end: string) =>
      scene.addEvent({ triggered_at: at(start), clip_start_at: at(start), clip_end_at: at(end) })
    const before = await ofClip('11:59:50', '12:00:10')
    const after = await ofClip('12:59:50', '13:00:10')
    await ofClip('11:58:00', '11:58:20')
    await ofClip('13:00:00', '13:00:20')
    await scene.addEvent({ triggered_at: at('12:10:00'), deleted_at: new Date() })
    await scene.addEvent({ triggered_at: at('12:10:00'), camera_id: await scene.addCamera('Yard') })
    expect((await timeline()).events.map(({ id }) => id)).toEqual([before, after])
  })

  test('words are what they are, whatever is in them', async () => {
    const words = 'a "b"\t\\n\n\u2028\u0001 é 😀 \\'
    await scene.addEvent({ triggered_at: at('12:10:00'), tags: [words, 'x y', ''], summary: words })
    const [event] = (await timeline({ ...noon, include: 'summary' })).events
    expect([event?.tags, event?.summary]).toEqual([[words, 'x y', ''], words])
  })

  test('of those that begin in one millisecond the one that was triggered later comes first', async () => {
    const first = await scene.addEvent({ triggered_at: at('12:10:05'), clip_start_at: at('12:10:00') })
    const second = await scene.addEvent({ triggered_at: at('12:10:07'), clip_start_at: at('12:10:00') })
    expect((await timeline()).events.map(({ id }) => id)).toEqual([second, first])
  })

  test('an alert that nobody took stands before one that is done', async () => {
    const id = await scene.addEvent({ triggered_at: at('12:10:00') })
    await addAlert(id, 'resolved')
    expect((await timeline()).events[0]?.alert_status).toBe('resolved')
    await addAlert(id, 'new')
    await addAlert(id, 'acknowledged')
    expect((await timeline()).events[0]?.alert_status).toBe('new')
  })

  test('snapshots and summaries only for who asks', async () => {
    const id = await scene.addEvent({ triggered_at: at('12:10:00'), summary: 'A van' })
    const snapshot = await scene.addMedia(id, 'snapshot')
    await scene.addEvent({ triggered_at: at('12:11:00') })
    const { events } = await timeline({ ...noon, include: 'snapshot' })
    expect(events[0]).not.toHaveProperty('summary')
    expect(events[0]?.snapshot_url).toContain(`/media/${scene.org.orgId}/${snapshot}?`)
    expect(events[1]?.snapshot_url).toBeNull()
    const said = (await timeline({ ...noon, include: 'summary' })).events
    expect(said.map(({ summary }) => summary)).toEqual(['A van', null])
    expect(said[0]).not.toHaveProperty('snapshot_url')
  })

  test('five thousand in a day come in one answer; of more than ten thousand the latest, which is said', async () => {
    const insert = (count: number) =>
      world.test.query(
        `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, clip_status)
         select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', '2026-03-14T00:00:00Z'::timestamptz + n * interval '8 seconds', 'expired'
         from generate_series(1, $4::int) n`,
        [scene.org.orgId, scene.cameraId, scene.org.siteId, count],
      )
    const day = { from: '2026-03-14', to: '2026-03-14' }
    await insert(5_000)
    const one = await timeline(day)
    expect([one.events.length, one.truncated]).toEqual([5_000, false])
    await insert(5_001)
    const two = await timeline(day)
    expect([two.events.length, two.truncated]).toEqual([10_000, true])
    expect(two.events[0]?.triggered_at).toBe(iso('00:00:08'))
  })
})

describe('off line', () => {
  const set = (status: string, since: string, enabled = true) =>
    world.test.query('update cameras set status = $1, status_changed_at = $2, enabled = $3 where id = $4', [
      status,
      at(since),
      enabled,
      scene.cameraId,
    ])

  test.each([
    ['offline', '12:30:00', true, [{ start_at: iso('12:30:00'), end_at: iso('13:00:00') }]],
    ['error', '11:00:00', true, [{ start_at: iso('12:00:00'), end_at: iso('13:00:00') }]],
    ['offline', '14:00:00', true, []],
    ['online', '12:30:00', true, []],
    ['offline', '12:30:00', false, []],
  ] as const)('%s since %s (on: %s)', async (status, since, enabled, expected) => {
    await set(status, since, enabled)
    expect((await timeline()).offline).toEqual(expected)
  })

  test('past ones stay, cut to the range; those that nearly touch are one', async () => {
    await set('offline', '11:50:00')
    await set('error', '12:05:00')
    await set('online', '12:10:00')
    await set('offline', '12:10:07')
    await set('online', '12:11:00')
    await set('error', '12:40:00')
    await set('online', '12:41:00')
    await set('offline', '12:59:00')
    expect((await timeline()).offline).toEqual([
      { start_at: iso('12:00:00'), end_at: iso('12:11:00') },
      { start_at: iso('12:40:00'), end_at: iso('12:41:00') },
      { start_at: iso('12:59:00'), end_at: iso('13:00:00') },
    ])
    expect((await timeline({ from: iso('12:20:00'), to: iso('12:30:00') })).offline).toEqual([])
  })

  test('a camera that is switched off while it is off line was off line until then', async () => {
    await set('offline', '12:30:00')
    await set('disabled', '12:35:00', false)
    await set('disabled', '12:45:00', true)
    expect((await timeline()).offline).toEqual([{ start_at: iso('12:30:00'), end_at: iso('12:35:00') }])
  })

  test('who sees the site where a camera stands now sees no outage of where it stood before', async () => {
    await set('offline', '12:30:00')
    await set('online', '12:35:00')
    const here = await scene.org.addSite('Elsewhere')
    const viewer = await scene.org.signIn('viewer', [here])
    await world.test.query('update cameras set site_id = $1 where id = $2', [here, scene.cameraId])
    expect((await timeline(noon, viewer)).offline).toEqual([])
    expect((await timeline()).offline).toHaveLength(1)
  })

  test('not longer than until now', async () => {
    await set('offline', '12:30:00')
    const [outage] = (await timeline({ from: new Date(Date.now() - 3_600_000).toISOString() })).offline
    expect(Date.parse(outage?.end_at ?? '')).toBeLessThanOrEqual(Date.now())
  })
})

describe('who sees it', () => {
  test('viewers at the site of the camera; of one that moved away, what happened at their site', async () => {
    const id = await scene.addEvent({ triggered_at: at('12:10:00') })
    const viewer = await scene.org.signIn('viewer', [scene.org.siteId])
    const other = await scene.org.signIn('viewer', [await scene.org.addSite()])
    expect((await ask(noon, other)).statusCode).toBe(403)
    await world.test.query('update cameras set site_id = $1 where id = $2', [
      await scene.org.addSite('Elsewhere'),
      scene.cameraId,
    ])
    expect((await timeline(noon, viewer)).events.map((event) => event.id)).toEqual([id])
  })

  test('a deleted camera has its history; without any it is not there', async () => {
    const gone = async () =>
      world.test.query('update cameras set deleted_at = now() where id = $1', [scene.cameraId])
    await gone()
    expect((await ask()).statusCode).toBe(404)
    await scene.addEvent({ triggered_at: at('12:10:00') })
    const { camera_deleted: deleted, events, offline } = await timeline()
    expect([deleted, events.length, offline]).toEqual([true, 1, []])
    const other = await scene.org.signIn('viewer', [await scene.org.addSite()])
    expect((await ask(noon, other)).statusCode).toBe(404)
  })

  test.each([
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-01-01', to: '2026-03-01' },
    { include: 'clip' },
  ])('%o is refused', async (query) => {
    expect((await ask(query)).statusCode).toBe(400)
  })
})
