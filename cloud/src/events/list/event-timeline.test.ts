import { EventTimeline } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type EventScene, setEventScene } from '../event-scene.fixture.js'

let world: TestApp
let scene: EventScene

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await setEventScene(world)
})

const url = '/api/v1/events/timeline'

async function timeline(query: Record<string, string>, who: SignedIn = scene.owner) {
  const answer = await world.call(who, { url, query })
  expect(answer.statusCode, answer.body).toBe(200)
  return EventTimeline.strict().parse(answer.json())
}

const setTimezone = (timezone: string) =>
  world.test.query(`update organisations set timezone = $1 where id = $2`, [timezone, scene.org.orgId])

const addAt = (at: string, rest: Record<string, unknown> = {}) =>
  scene.addEvent({ triggered_at: new Date(at), ...rest })

describe('per day', () => {
  test("days are those of the organisation's time zone, also where clocks change", async () => {
    await setTimezone('Europe/Zurich')
    await addAt('2026-10-24T21:59:59.999Z')
    await addAt('2026-10-24T22:00:00.000Z')
    await addAt('2026-10-25T22:59:59.999Z', { event_category: 'audio' })
    await addAt('2026-10-25T23:00:00.000Z')
    const { data, total, from, to, timezone } = await timeline({
      interval: 'day',
      date_from: '2026-10-24',
      date_to: '2026-10-26',
    })
    expect({ from, to, timezone, total }).toEqual({
      from: '2026-10-23T22:00:00.000Z',
      to: '2026-10-26T23:00:00.000Z',
      timezone: 'Europe/Zurich',
      total: 4,
    })
    expect(data).toEqual([
      {
        start: '2026-10-23T22:00:00.000Z',
        end: '2026-10-24T22:00:00.000Z',
        total: 1,
        by_category: { motion: 1 },
        by_camera: { [scene.cameraId]: 1 },
      },
      {
        start: '2026-10-24T22:00:00.000Z',
        end: '2026-10-25T23:00:00.000Z',
        total: 2,
        by_category: { motion: 1, audio: 1 },
        by_camera: { [scene.cameraId]: 2 },
      },
      {
        start: '2026-10-25T23:00:00.000Z',
        end: '2026-10-26T23:00:00.000Z',
        total: 1,
        by_category: { motion: 1 },
        by_camera: { [scene.cameraId]: 1 },
      },
    ])
  })

  test('what has no event is there too, and ends in the middle of a day cut it', async () => {
    await addAt('2026-03-14T09:29:59.999Z')
    await addAt('2026-03-14T09:30:00.000Z')
    await addAt('2026-03-16T12:00:00.000Z')
    await addAt('2026-03-16T12:00:00.001Z')
    const { data } = await timeline({
      interval: 'day',
      date_from: '2026-03-14T09:30:00Z',
      date_to: '2026-03-16T12:00:00Z',
    })
    expect(data.map(({ start, total }) => [start, total])).toEqual([
      ['2026-03-14T00:00:00.000Z', 1],
      ['2026-03-15T00:00:00.000Z', 0],
      ['2026-03-16T00:00:00.000Z', 1],
    ])
    expect(data[1]).toMatchObject({ by_category: {}, by_camera: {} })
  })
})

describe('per hour', () => {
  test('both of two hours that the clock shows alike', async () => {
    await setTimezone('Europe/Zurich')
    await addAt('2026-10-25T00:30:00.000Z')
    await addAt('2026-10-25T01:30:00.000Z')
    const { data } = await timeline({ date_from: '2026-10-25', date_to: '2026-10-25' })
    expect(data).toHaveLength(25)
    expect(data.filter(({ total }) => total > 0).map(({ start }) => start)).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
    ])
  })

  test('without dates it is the last day, up to now', async () => {
    await scene.addEvent()
    await scene.addEvent({ triggered_at: new Date(Date.now() - 25 * 3_600_000) })
    const { data, total, interval, timezone } = await timeline({})
    expect([interval, timezone, total]).toEqual(['hour', 'UTC', 1])
    expect([24, 25]).toContain(data.length)
    // Another hour may have begun since.
    expect(data.findLastIndex((hour) => hour.total === 1)).toBeGreaterThanOrEqual(data.length - 2)
  })
})

describe('of which events', () => {
  const day = { interval: 'day', date_from: '2026-03-14', date_to: '2026-03-14' }
  const at = '2026-03-14T09:30:00.000Z'

  test('the filters of the list', async () => {
    const yard = await scene.addCamera('Yard')
    await addAt(at, { starred: true })
    await addAt(at, { camera_id: yard, trigger_topic: 'tns1:Line' })
    await addAt(at, { event_category: 'audio', trigger_source: 'manual', ai_status: 'failed' })
    await addAt(at, { deleted_at: new Date() })
    for (const [query, total] of [
      [{}, 3],
      [{ starred: 'true' }, 1],
      [{ camera_id: yard }, 1],
      [{ trigger_topic_like: 'tns1:%' }, 1],
      [{ event_category: 'motion' }, 2],
      [{ trigger_source: 'manual' }, 1],
      [{ ai_status: 'failed' }, 1],
      [{ site_id: scene.org.siteId }, 3],
    ] as [Record<string, string>, number][]) {
      expect([query, (await timeline({ ...day, ...query })).total]).toEqual([query, total])
    }
  })

  test('those at the sites of a viewer; nothing for who has none', async () => {
    const elsewhere = await scene.org.addSite()
    const hidden = await scene.addCamera('Hidden', elsewhere)
    await addAt(at)
    await addAt(at, { site_id: elsewhere, camera_id: hidden })
    expect((await timeline(day)).total).toBe(2)
    const seen = await timeline(day, await scene.org.signIn('viewer', [scene.org.siteId]))
    expect([seen.total, JSON.stringify(seen).includes(hidden)]).toEqual([1, false])
    const nowhere = await timeline(day, await scene.org.signIn('viewer', []))
    expect([nowhere.total, nowhere.data, nowhere.cameras]).toEqual([0, [], []])
  })

  test('the busiest cameras are named, the events of others counted', async () => {
    const cameras = await Promise.all(Array.from({ length: 22 }, (_, n) => scene.addCamera(`Camera ${n}`)))
    for (const [n, id] of cameras.entries()) {
      for (let times = 0; times < (n < 20 ? 2 : 1); times += 1) await addAt(at, { camera_id: id })
    }
    const { total, cameras: named, data } = await timeline(day)
    expect([total, data[0]?.total, named.length]).toEqual([42, 42, 20])
    expect(named.every((camera) => camera.total === 2 && camera.camera_name.startsWith('Camera '))).toBe(true)
    expect(Object.keys(data[0]?.by_camera ?? {}).toSorted()).toEqual(cameras.slice(0, 20).toSorted())
  })
})

test.each([
  { interval: 'minute' },
  { date_from: '2026-01-01', date_to: '2026-03-01' },
  { interval: 'day', date_from: '1990-01-01', date_to: '2026-03-01' },
  { date_from: '1970-01-01', date_to: '2200-12-31' },
])('%j is refused', async (query) => {
  expect(await scene.statusOf(url, query)).toBe(400)
})

test('a stretch that ends before it begins is empty', async () => {
  const answer = await timeline({ date_from: '2026-03-15', date_to: '2026-03-13' })
  expect([answer.total, answer.data]).toEqual([0, []])
})

test.each([
  { date_to: '1970-01-01T00:00:00.012Z' },
  { interval: 'day', date_to: '1970-01-01' },
  { date_from: '1970-01-01', date_to: '1970-01-02' },
  { date_from: '2200-12-31', date_to: '2200-12-31' },
])('%j, at the edge of the years that may be given, is answered', async (query) => {
  expect(await scene.statusOf(url, query)).toBe(200)
})
