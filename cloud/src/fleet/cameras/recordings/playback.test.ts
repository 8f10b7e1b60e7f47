import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let viewer: SignedIn
let camera: string

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  viewer = await org.signIn('viewer', [org.siteId])
  camera = await newCamera(org.siteId)
})

async function newCamera(siteId: string): Promise<string> {
  const id = uuidv7()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, 'Gate', 'rtsp')`,
    [org.orgId, id, siteId],
  )
  return id
}

interface Clip {
  /** HH:MM:SS of 2026-03-14, UTC. */
  start?: string
  end?: string
  trigger?: string
  status?: string
  siteId?: string
  deleted?: boolean
  bytes?: number
}

const at = (time: string) => `2026-03-14T${time}.000Z`

async function newClip(clip: Clip): Promise<string> {
  const { status = 'ready', siteId = org.siteId, deleted = false } = clip
  const id = uuidv7()
  const times = [clip.start && at(clip.start), clip.end && at(clip.end)]
  await world.test.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, clip_status,
       clip_start_at, clip_end_at, duration_sec, deleted_at)
     values ($1, $2, $3, $4, 'motion', 'onvif', $5, $6, $7, $8, extract(epoch from $8::timestamptz - $7::timestamptz),
       case when $9 then now() end)`,
    [org.orgId, id, camera, siteId, at(clip.trigger ?? clip.start ?? '00:00:00'), status, ...times, deleted],
  )
  if (status !== 'ready') return id
  await world.test.query(
    `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
     values ($1, gen_random_uuid(), $2, $3, $4, 'clip', 'ready', gen_random_uuid()::text, 'video/mp4', $5,
       repeat('a', 64))`,
    [org.orgId, id, camera, siteId, clip.bytes ?? 1000],
  )
  return id
}

const get = (path: string, query: Record<string, string> = {}, who: SignedIn = viewer) =>
  world.call(who, { url: `/api/v1/cameras/${camera}/${path}`, query })
const noon = { from: at('12:00:00'), to: at('12:59:59') }

describe('coverage', () => {
  it('merges clips that touch or overlap, cuts at the bounds, and names the gaps', async () => {
    await newClip({ start: '11:59:50', end: '12:00:10' })
    await newClip({ start: '12:10:00', end: '12:10:20' })
    await newClip({ start: '12:10:15', end: '12:10:40' })
    await newClip({ start: '12:10:40', end: '12:10:50' })
    await newClip({ start: '12:20:00', end: '12:20:10', deleted: true })
    await newClip({ start: '12:30:00', end: '12:30:10', status: 'expired' })
    await newClip({ trigger: '12:40:00', status: 'recording' })
    expect(
      (await get('recording-coverage', { from: at('12:00:00'), to: '2026-03-14T12:59:59.999Z' })).json(),
    ).toEqual({
      camera_id: camera,
      from: at('12:00:00'),
      to: at('13:00:00'),
      ranges: [
        { start_at: at('12:00:00'), end_at: at('12:00:10'), duration_sec: 10 },
        { start_at: at('12:10:00'), end_at: at('12:10:50'), duration_sec: 50 },
      ],
      gaps: [
        { start_at: at('12:00:10'), end_at: at('12:10:00'), duration_sec: 590 },
        { start_at: at('12:10:50'), end_at: at('13:00:00'), duration_sec: 2950 },
      ],
      total_sec: 60,
    })
  })

  it('is of the last 24 hours without bounds, and says nothing of the future', async () => {
    const { from, to, gaps, ranges } = (await get('recording-coverage')).json()
    expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000)
    expect([gaps.length, ranges]).toEqual([1, []])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const today = (await get('recording-coverage', { to: tomorrow })).json()
    expect(Date.parse(today.to)).toBeLessThanOrEqual(Date.now())
  })

  it.each([
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-01-01', to: '2026-03-01' },
    { from: 'yesterday' },
    { to: 'infinity' },
  ])('refuses %o', async (query) => {
    for (const path of ['recording-coverage', 'recordings'])
      expect((await get(path, query)).statusCode).toBe(400)
  })
})

describe('recordings', () => {
  it('lists clips with their state, newest first, page by page, each once', async () => {
    const made = [
      await newClip({ start: '12:00:00', end: '12:00:25', bytes: 4711 }),
      await newClip({ trigger: '12:05:00', status: 'failed' }),
      await newClip({ trigger: '12:06:00', status: 'recording' }),
      await newClip({ start: '12:07:00', end: '12:07:20' }),
      // At the same moment.
      await newClip({ start: '12:07:00', end: '12:07:20' }),
    ]
    await newClip({ start: '13:00:00', end: '13:00:10' })
    await newClip({ start: '12:08:00', end: '12:08:10', deleted: true })
    const seen: { event_id: string }[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: Record<string, string> = { ...noon, limit: '2', ...(cursor ? { cursor } : {}) }
      const page = (await get('recordings', query)).json<{
        data: { event_id: string }[]
        next_cursor: string | null
        total: number
      }>()
      expect(page.total).toBe(5)
      seen.push(...page.data)
      cursor = page.next_cursor
    }
    expect(seen.map(({ event_id }) => event_id)).toEqual(made.toReversed())
    expect(seen.at(-1)).toEqual({
      event_id: made[0],
      camera_id: camera,
      triggered_at: at('12:00:00'),
      start_at: at('12:00:00'),
      end_at: at('12:00:25'),
      duration_sec: 25,
      bytes: 4711,
      status: 'ready',
    })
    expect(seen.at(-2)).toMatchObject({ status: 'failed', start_at: null, bytes: null })
    const [first] = (await get('recordings', { ...noon, limit: '1' })).json().data
    expect(first.event_id).toBe(made[4])
    const foreign = (await get('recordings', { ...noon, limit: '1' })).json().next_cursor
    expect((await get('recordings', { limit: '1', cursor: foreign })).statusCode).toBe(400)
  })
})

describe('the clip at a moment', () => {
  const clipAt = (time: string, query: Record<string, string> = {}) =>
    get('clip-at', { at: at(time), ...query })

  it('covers it, or is the nearest one that is not too far', async () => {
    const first = await newClip({ start: '12:00:00', end: '12:00:20' })
    const second = await newClip({ start: '12:01:00', end: '12:01:20' })
    const inside = (await clipAt('12:00:05')).json()
    expect(inside).toMatchObject({
      event_id: first,
      camera_id: camera,
      start_at: at('12:00:00'),
      duration_sec: 20,
      offset_sec: 5,
      covers: true,
    })
    expect(inside.url).toMatch(/^https:\/\/video\.example\.com\/media\//)
    expect(Math.abs(Date.parse(inside.expires_at) - Date.now() - 3_600_000)).toBeLessThan(60_000)
    expect((await clipAt('12:00:30')).json()).toMatchObject({
      event_id: first,
      offset_sec: 20,
      covers: false,
    })
    expect((await clipAt('12:00:50')).json()).toMatchObject({
      event_id: second,
      offset_sec: 0,
      covers: false,
    })
    expect((await clipAt('12:00:30', { within_sec: '9' })).statusCode).toBe(404)
    expect((await clipAt('12:02:21')).statusCode).toBe(404)
    expect((await clipAt('12:02:21', { within_sec: '61' })).json().event_id).toBe(second)
    expect((await clipAt('12:00:05', { within_sec: '3601' })).statusCode).toBe(400)
    expect((await get('clip-at', { at: 'noon' })).statusCode).toBe(400)
  })

  it('is the latest of several, and no clip that is not there', async () => {
    await newClip({ start: '12:00:00', end: '12:00:40' })
    const later = await newClip({ start: '12:00:10', end: '12:00:30' })
    await newClip({ start: '12:00:15', end: '12:00:30', status: 'expired' })
    await newClip({ start: '12:00:16', end: '12:00:30', deleted: true })
    expect((await clipAt('12:00:20')).json()).toMatchObject({ event_id: later, covers: true })
  })

  it('is a view of it', async () => {
    const id = await newClip({ start: '12:00:00', end: '12:00:20' })
    await clipAt('12:00:05')
    const views = await world.test.query(
      `select actor_id, target_kind, target_id from audit_log where org_id = $1 and action = 'event.clip_viewed'`,
      [org.orgId],
    )
    expect(views).toEqual([{ actor_id: viewer.caller.userId, target_kind: 'event', target_id: id }])
  })
})

describe('whose recordings', () => {
  it('a viewer sees those of the time at their site, also of a camera that moved away', async () => {
    const elsewhere = await org.addSite('Elsewhere')
    const here = await newClip({ start: '12:00:00', end: '12:00:10' })
    await newClip({ start: '12:20:00', end: '12:20:10', siteId: elsewhere })
    const owner = await org.signIn('owner')
    const total = async (who: SignedIn) => (await get('recordings', noon, who)).json().total
    expect([await total(owner), await total(viewer)]).toEqual([2, 1])
    await world.test.query('update cameras set site_id = $2 where id = $1', [camera, elsewhere])
    expect(await total(viewer)).toBe(1)
    expect((await get('recording-coverage', noon)).json().total_sec).toBe(10)
    expect((await get('clip-at', { at: at('12:00:05') })).json().event_id).toBe(here)
    expect((await get('clip-at', { at: at('12:20:05') })).statusCode).toBe(404)
    const stranger = await org.signIn('viewer', [await org.addSite('Third')])
    for (const path of ['recordings', 'recording-coverage', 'clip-at'])
      expect((await get(path, {}, stranger)).statusCode).toBe(403)
  })

  it('a deleted camera has none', async () => {
    await newClip({ start: '12:00:00', end: '12:00:10' })
    await world.call(await org.signIn('operator'), { method: 'DELETE', url: `/api/v1/cameras/${camera}` })
    for (const path of ['recordings', 'recording-coverage', 'clip-at', 'thumbnail', 'health', 'diagnostics'])
      expect((await get(path)).statusCode).toBe(404)
    expect((await world.call(viewer, { url: `/streams/${camera}/status` })).statusCode).toBe(404)
  })
})
