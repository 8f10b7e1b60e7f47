import { EventWhy, type Role, type WhyRule } from '@sightline/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { type SignedIn, signInAs } from '#testing/test-user.js'
import { JudgeScene, sure } from '../compiled/judge-scene.fixture.js'
import { QuietScene } from '../suppression/suppression-scene.fixture.js'

let world: TestApp
let judged: JudgeScene
let quiet: QuietScene
const people = new Map<string, SignedIn>()

beforeAll(async () => {
  world = await createTestApp()
  judged = await JudgeScene.set(world.test, world.platform)
  quiet = await QuietScene.set(world)
})
afterAll(() => world.close())

async function person(orgId: string, role: Role, siteIds: readonly string[] = []): Promise<SignedIn> {
  const key = `${orgId} ${role} ${siteIds.join()}`
  const known = people.get(key) ?? (await signInAs(world.platform, orgId, role, siteIds))
  people.set(key, known)
  return known
}

async function whyAs(who: SignedIn, eventId: string): Promise<EventWhy> {
  const answer = await world.call(who, { url: `/api/v1/events/${eventId}/why` })
  expect(answer.statusCode, answer.body).toBe(200)
  return EventWhy.parse(answer.json())
}

const why = async (eventId: string) => whyAs(await person(judged.org.orgId, 'owner'), eventId)

/** What is said of one rule; undefined: it was nowhere near. */
async function saidOf(ruleId: string, eventId: string): Promise<WhyRule | undefined> {
  return (await why(eventId)).rules.find((rule) => rule.rule_id === ruleId)
}

test('a rule that told at once is named with its alert and what each condition found', async () => {
  const id = await quiet.happen('2026-07-01T10:00:00Z')
  const told = await whyAs(await person(quiet.org.orgId, 'viewer', [quiet.org.siteId]), id)
  expect(told).toMatchObject({ told: true, other_rules: 0, decisions: null })
  expect(told.rules).toMatchObject([
    { rule_name: 'Any motion', outcome: 'alerted', judged: 'at_once', as_of: 'then', conditions: [] },
  ])
  expect(told.rules[0]?.alert).toMatchObject({ status: 'new' })
})

test('an event that goes on from another says that it does', async () => {
  const first = await quiet.happen('2026-07-05T10:00:00Z')
  const second = await quiet.happen('2026-07-05T11:00:00Z')
  await world.test.query(
    `update events set raw_data = jsonb_build_object('continues', $2::text) where id = $1`,
    [second, first],
  )
  await world.test.query('delete from alerts where event_id = $1', [second])
  const { told, rules } = await whyAs(await person(quiet.org.orgId, 'operator'), second)
  expect(told).toBe(false)
  expect(rules).toMatchObject([
    { outcome: 'near_miss', missing: { what: 'new', why: expect.stringContaining('goes on from another') } },
  ])
})

test('an event in the cooldown leads to the alert that stands too close', async () => {
  const first = await quiet.happen('2026-07-02T10:00:00Z')
  const second = await quiet.happen('2026-07-02T10:00:59Z')
  const operator = await person(quiet.org.orgId, 'operator')
  const { told, rules } = await whyAs(operator, second)
  expect(told).toBe(false)
  expect(rules).toMatchObject([
    { outcome: 'cooldown', cooldown: { cooldown_sec: 60, event_id: first }, alert: null },
  ])
})

test('what was held back names its knob to operators, and to viewers that it was', async () => {
  await quiet.setRule({ suppressed_categories: ['audio'] })
  const id = await quiet.happen('2026-07-03T10:00:00Z', { category: 'audio' })
  const [seen] = (await whyAs(await person(quiet.org.orgId, 'operator'), id)).rules
  expect(seen).toMatchObject({ outcome: 'held_back', held_back: { knob: 'suppressed_categories' } })
  const viewer = await whyAs(await person(quiet.org.orgId, 'viewer', [quiet.org.siteId]), id)
  expect(viewer.rules).toMatchObject([
    { outcome: 'held_back', held_back: null, reason: 'it was held back as no big deal' },
  ])
})

test('who was notified is for admins alone', async () => {
  const id = await quiet.happen('2026-07-04T10:00:00Z')
  const { decisions } = await whyAs(await person(quiet.org.orgId, 'admin'), id)
  expect(decisions).toMatchObject([{ event_id: id, outcome: 'held_back', setting: { name: 'recipients' } }])
  expect((await whyAs(await person(quiet.org.orgId, 'operator'), id)).decisions).toBeNull()
})

test('a compiled rule says what each condition found, and what followed', async () => {
  const ruleId = await judged.addRule({ op: 'object', label: 'person', min_confidence: 0.5 })
  const id = await judged.addEvent(sure)
  expect(await saidOf(ruleId, id)).toMatchObject({ outcome: 'waiting', judged: 'after_analysis' })
  await judged.judge()
  expect(await saidOf(ruleId, id)).toMatchObject({
    outcome: 'alerted',
    as_of: 'then',
    conditions: [{ of: 'version', what: 'object', held: 'yes' }],
    verdict: { followed: 'alert', version_number: 1 },
  })
})

test('a near miss names the one thing that was missing, also where nothing was written down', async () => {
  const kept = await judged.addRule({
    op: 'all',
    of: [
      { op: 'object', label: 'person' },
      { op: 'severity', at_least: 'critical' },
    ],
  })
  const unwritten = await judged.addRule({
    op: 'all',
    of: [
      { op: 'object', label: 'elephant' },
      { op: 'duration', at_least: 1 },
    ],
  })
  const far = await judged.addRule({ op: 'object', label: 'giraffe' })
  const off = await judged.addPlainRule({ enabled: false, name: 'Off' })
  const other = await judged.addPlainRule({ event_category: 'audio', trigger_topic_pattern: 'motion' })
  const id = await judged.addEvent({ ...sure, severity: 'low' })
  await judged.judge()
  expect(await saidOf(kept, id)).toMatchObject({
    outcome: 'near_miss',
    as_of: 'then',
    missing: { of: 'version', what: 'severity', held: 'no' },
  })
  expect(await saidOf(unwritten, id)).toMatchObject({
    outcome: 'near_miss',
    as_of: 'now',
    verdict: null,
    missing: { what: 'object', held: 'no' },
  })
  expect(await saidOf(off, id)).toMatchObject({ outcome: 'near_miss', missing: { what: 'enabled' } })
  expect(await saidOf(other, id)).toMatchObject({ outcome: 'near_miss', missing: { what: 'category' } })
  expect(await saidOf(far, id)).toBeUndefined()
  expect((await why(id)).other_rules).toBeGreaterThanOrEqual(1)
})

test('a rule that came after the event, or was changed since, is compared as it is now and says so', async () => {
  const id = await judged.addEvent(sure)
  await judged.judge()
  const later = await judged.addPlainRule({ name: 'Later' })
  expect(await saidOf(later, id)).toMatchObject({ outcome: 'changed', as_of: 'now' })
})

test('a deleted rule is still named by what it left behind', async () => {
  const id = await quiet.happen('2026-07-05T10:00:00Z')
  const rule = await quiet.call<{ id: string }>(
    'POST',
    '/alert-rules',
    { name: 'Short lived', rule_kind: 'camera_event' },
    201,
  )
  const second = await quiet.happen('2026-07-05T11:00:00Z')
  const admin = await person(quiet.org.orgId, 'admin')
  const gone = await world.call(admin, { method: 'DELETE', url: `/api/v1/alert-rules/${rule.id}` })
  expect(gone.statusCode, gone.body).toBeLessThan(300)
  expect((await whyAs(admin, second)).rules.map((one) => [one.rule_name, one.outcome])).toEqual([
    ['Any motion', 'alerted'],
    ['Short lived', 'alerted'],
  ])
  expect((await whyAs(admin, id)).rules.map((one) => one.rule_name)).toEqual(['Any motion'])
})

test('a viewer of another site gets 403, another organisation 404, as does a deleted event', async () => {
  const id = await quiet.happen('2026-07-06T10:00:00Z')
  const url = `/api/v1/events/${id}/why`
  const elsewhere = await quiet.org.addSite('Depot')
  const viewer = await person(quiet.org.orgId, 'viewer', [elsewhere])
  expect((await world.call(viewer, { url })).statusCode).toBe(403)
  expect((await world.call(await person(judged.org.orgId, 'owner'), { url })).statusCode).toBe(404)
  await world.test.query('update events set deleted_at = now() where id = $1', [id])
  expect((await world.call(await person(quiet.org.orgId, 'owner'), { url })).statusCode).toBe(404)
})
