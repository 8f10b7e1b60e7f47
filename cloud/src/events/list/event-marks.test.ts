import { randomUUID } from 'node:crypto'
import type { EventPage } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { EventRoutesScene, minutesAgo, type Query } from './event-routes-scene.fixture.js'

let world: TestApp
let here: EventRoutesScene
let ruleId: string

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  here = await EventRoutesScene.set(world)
  ruleId = randomUUID()
  await world.test.query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name)
     values ($1, $2, 'Anything', 'camera_event', 'system', '')`,
    [here.org.orgId, ruleId],
  )
})

async function alertOf(eventId: string): Promise<void> {
  await world.test.query(
    `insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, site_id, severity, description, triggered_at)
     select org_id, $3, $2, 'Anything', id, camera_id, site_id, 'high', '', triggered_at from events where id = $1`,
    [eventId, ruleId, randomUUID()],
  )
}

async function holdBack(eventId: string): Promise<void> {
  await world.test.query(
    `insert into held_back_alerts (org_id, id, rule_id, rule_name, event_id, camera_id, site_id, knob, value, origin,
       reason, severity, category, tags, kind, triggered_at)
     select org_id, $3, $2, 'Anything', id, camera_id, site_id, 'min_confidence', '0.8', 'rule', 'too unsure', 'low',
       event_category, tags, 'motion', triggered_at from events where id = $1`,
    [eventId, ruleId, randomUUID()],
  )
}

const idsOf = ({ data }: EventPage) => data.map(({ id }) => id)

test('each event says how grave it is, and what rules made of it to who asks', async () => {
  const told = await here.addEvent({ ai_severity: 'high', triggered_at: minutesAgo(1) })
  const held = await here.addEvent({ triggered_at: minutesAgo(2) })
  const neither = await here.addEvent({ triggered_at: minutesAgo(3) })
  await alertOf(told)
  await holdBack(held)
  const plain = (await here.list(here.owner)).data
  expect(plain.map(({ ai_severity: severity }) => severity)).toEqual(['high', null, null])
  expect(plain.flatMap((event) => Object.keys(event))).not.toContain('alerted')
  const marked: Query[] = [
    { include: 'marks' },
    { include: ['marks', 'clip'] },
    { include: 'marks', camera_ids: here.cameraId },
    { include: 'marks', site_id: here.org.siteId },
  ]
  for (const query of marked)
    expect((await here.list(here.owner, query)).data, JSON.stringify(query)).toMatchObject([
      { id: told, alerted: true, held_back: false },
      { id: held, alerted: false, held_back: true },
      { id: neither, alerted: false, held_back: false },
    ])
})

test('events of which an alert was made, and of which none was, in the list, the export and the timeline', async () => {
  const told = await here.addEvent({ triggered_at: minutesAgo(2) })
  const held = await here.addEvent({ triggered_at: minutesAgo(1) })
  await alertOf(told)
  await holdBack(held)
  for (const [alerted, id] of [
    ['true', told],
    ['false', held],
  ] as const) {
    const page = await here.list(here.owner, { alerted })
    expect([idsOf(page), page.total]).toEqual([[id], 1])
    const file = await world.call(here.owner, { url: '/api/v1/events/export', query: { alerted } })
    expect(file.body.trim().split('\n')).toHaveLength(2)
    expect(file.body).toContain(id)
    const query = { alerted, interval: 'hour' }
    const timeline = await world.call(here.owner, { url: '/api/v1/events/timeline', query })
    expect(timeline.json()).toMatchObject({ total: 1 })
  }
  expect(await here.statusOf(here.owner, '/api/v1/events', { alerted: 'perhaps' })).toBe(400)
  const stranger = await (await world.createOrg()).signIn('owner')
  expect(idsOf(await here.list(stranger, { alerted: 'true' }))).toEqual([])
})

test('one of which an alert is made later, or that is held back, is told to who follows', async () => {
  const [told, held] = [await here.addEvent(), await here.addEvent({ triggered_at: minutesAgo(1) })]
  const alerted = { alerted: 'true' }
  const marks = { include: 'marks' }
  const start = await here.list(here.owner, { ...alerted, updated_since: 'start' })
  const startOfMarks = await here.list(here.owner, { ...marks, updated_since: 'start' })
  expect([idsOf(start), idsOf(startOfMarks)]).toEqual([[], [told, held]])
  await alertOf(told)
  await holdBack(held)
  // Judging is what holds back, and says so by the analysis.
  await world.test.query(
    `insert into changes (org_id, kind, change, id, site_id, camera_id)
     select org_id, 'analysis', 'updated', id, site_id, camera_id from events where id = $1`,
    [held],
  )
  const since = await here.list(here.owner, { ...alerted, updated_since: start.next_updated_since ?? '' })
  expect(idsOf(since)).toEqual([told])
  const updated_since = startOfMarks.next_updated_since ?? ''
  expect((await here.list(here.owner, { ...marks, updated_since })).data).toMatchObject([
    { id: told, alerted: true, held_back: false },
    { id: held, alerted: false, held_back: true },
  ])
  expect((await here.list(here.owner, { updated_since })).data).toEqual([])
})

test('events in which something was seen, by any of its words and what it covers', async () => {
  const car = await here.addEvent({ tags: ['car', 'vehicle', 'dusk'], triggered_at: minutesAgo(1) })
  const plate = await here.addEvent({ tags: ['license_plate'], triggered_at: minutesAgo(2) })
  const people = await here.addEvent({ tags: ['pedestrians'], triggered_at: minutesAgo(3) })
  await here.addEvent({ tags: ['dusk'], triggered_at: minutesAgo(4) })
  const found: [label: string, ids: string[]][] = [
    ['vehicle', [car]],
    ['Cars', [car]],
    ['truck', []],
    ['license plate', [plate]],
    ['license_plate', [plate]],
    ['person', [people]],
    ['man', []],
  ]
  for (const [label, ids] of found) {
    const page = await here.list(here.owner, { label })
    expect([idsOf(page), page.total], label).toEqual([ids, ids.length])
  }
  const file = await world.call(here.owner, { url: '/api/v1/events/export', query: { label: 'vehicle' } })
  expect(file.body).toContain(car)
  expect(file.body).not.toContain(people)
  for (const label of ['', '--', 'x'.repeat(101)])
    expect(await here.statusOf(here.owner, '/api/v1/events', { label }), label).toBe(400)
})
