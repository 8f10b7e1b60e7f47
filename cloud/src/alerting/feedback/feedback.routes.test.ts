import { Feedback, FeedbackPage } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type EventScene, setEventScene } from '../../events/event-scene.fixture.js'
import { createFakeClock } from '../../platform/time/clock.fake.js'

let world: TestApp
let scene: EventScene
let viewer: SignedIn
let otherSite: string
const clock = createFakeClock(Date.parse('2026-03-14T12:00:00Z'))

beforeAll(async () => {
  world = await createTestApp({ clock })
  scene = await setEventScene(world)
  otherSite = await scene.org.addSite('Warehouse')
  viewer = await scene.org.signIn('viewer', [scene.org.siteId])
})
afterAll(() => world.close())

const give = (who: Pick<SignedIn, 'token'>, eventId: string, payload: object) =>
  world.call(who, { method: 'POST', url: `/api/v1/events/${eventId}/feedback`, payload })
const listed = async (who: Pick<SignedIn, 'token'>, eventId: string, query: Record<string, string> = {}) =>
  FeedbackPage.parse((await world.call(who, { url: `/api/v1/events/${eventId}/feedback`, query })).json())

/** A rule over all cameras, and an alert of it for the event. */
async function addAlert(eventId: string): Promise<{ ruleId: string; alertId: string }> {
  const made = await world.call(scene.owner, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    payload: { name: 'Anything', rule_kind: 'camera_event', scope_type: 'all_cameras' },
  })
  const ruleId = made.json<{ id: string }>().id
  const alertId = uuidv7()
  await world.test.query(
    `insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, site_id, triggered_at)
     select org_id, $2, $3, 'Anything', id, camera_id, site_id, triggered_at from events where id = $1`,
    [eventId, alertId, ruleId],
  )
  return { ruleId, alertId }
}

test('a viewer says what an event was worth, and says it anew in place of that', async () => {
  const eventId = await scene.addEvent()
  const first = await give(viewer, eventId, { verdict: 'useful', comment: '  Well seen ' })
  expect(first.statusCode).toBe(201)
  const said = Feedback.parse(first.json())
  expect(said).toMatchObject({
    event_id: eventId,
    verdict: 'useful',
    comment: 'Well seen',
    rule_id: null,
    alert_id: null,
    given_by: { kind: 'user', id: viewer.caller.userId, name: 'Test viewer' },
    given_at: new Date(clock.now()).toISOString(),
  })
  await clock.advance(60_000)
  const second = await give(viewer, eventId, { verdict: 'no_big_deal' })
  expect(second.statusCode).toBe(200)
  expect(Feedback.parse(second.json())).toEqual({
    ...said,
    verdict: 'no_big_deal',
    comment: null,
    changed_at: new Date(clock.now()).toISOString(),
  })
  expect((await listed(viewer, eventId)).total).toBe(1)
  expect(await scene.audit(eventId)).toEqual([
    {
      action: 'event.feedback_given',
      actor_kind: 'user',
      data: { verdict: 'useful', rule_id: null, alert_id: null },
    },
    {
      action: 'event.feedback_given',
      actor_kind: 'user',
      data: { verdict: 'no_big_deal', rule_id: null, alert_id: null },
    },
  ])
})

test('what two say at once is kept once for each of them', async () => {
  const eventId = await scene.addEvent()
  const key = await scene.org.makeKey('viewer', [scene.org.siteId])
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => give(n % 2 ? viewer : key, eventId, { verdict: 'wrong' })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
  const { data } = await listed(scene.owner, eventId)
  expect(data.map(({ given_by }) => given_by.kind).toSorted()).toEqual(['service_account', 'user'])
})

test('the alert names its rule; of the event alone something else may be said', async () => {
  const eventId = await scene.addEvent()
  const { ruleId, alertId } = await addAlert(eventId)
  await give(viewer, eventId, { verdict: 'useful' })
  const ofAlert = Feedback.parse(
    (await give(viewer, eventId, { verdict: 'wrong', alert_id: alertId })).json(),
  )
  expect(ofAlert).toMatchObject({ rule_id: ruleId, alert_id: alertId })
  // The same rule, named by itself: the same place.
  const ofRule = await give(viewer, eventId, { verdict: 'no_big_deal', rule_id: ruleId })
  expect([ofRule.statusCode, Feedback.parse(ofRule.json()).id]).toEqual([200, ofAlert.id])
  expect((await listed(viewer, eventId)).total).toBe(2)
})

test('an alert of another event is not there, and a rule that is not the alert’s is refused', async () => {
  const [eventId, otherEvent] = [await scene.addEvent(), await scene.addEvent()]
  const { alertId } = await addAlert(eventId)
  const { ruleId: otherRule } = await addAlert(otherEvent)
  expect((await give(viewer, otherEvent, { verdict: 'wrong', alert_id: alertId })).statusCode).toBe(404)
  const torn = await give(viewer, eventId, { verdict: 'wrong', alert_id: alertId, rule_id: otherRule })
  expect([torn.statusCode, torn.body]).toEqual([
    400,
    expect.stringContaining('rule_id: this is not the rule'),
  ])
  expect((await listed(viewer, eventId)).total).toBe(0)
})

test('nobody says anything of events outside their sites, of deleted ones, or of none', async () => {
  const elsewhere = await scene.addCamera('Dock', otherSite)
  const eventId = await scene.addEvent({ camera_id: elsewhere, site_id: otherSite })
  expect((await give(viewer, eventId, { verdict: 'useful' })).statusCode).toBe(403)
  expect(await scene.statusOf(`/api/v1/events/${eventId}/feedback`, {}, viewer)).toBe(403)
  const deleted = await scene.addEvent({ deleted_at: new Date(clock.now()) })
  for (const id of [deleted, uuidv7()]) {
    expect((await give(scene.owner, id, { verdict: 'useful' })).statusCode).toBe(404)
  }
})

test.each([
  [{}],
  [{ verdict: 'great' }],
  [{ verdict: 'wrong', comment: 'x'.repeat(1001) }],
  [{ verdict: 'wrong', mood: 'bad' }],
  [{ verdict: 'wrong', rule_id: 'none' }],
])('refuses %j', async (payload) => {
  const eventId = await scene.addEvent()
  expect((await give(viewer, eventId, payload)).statusCode).toBe(400)
})

test('is listed in pages, the latest first, and its place is good for this event only', async () => {
  const [eventId, other] = [await scene.addEvent(), await scene.addEvent()]
  for (let n = 0; n < 3; n += 1) {
    await clock.advance(1_000)
    const person = await scene.org.signIn('viewer', [scene.org.siteId])
    await give(person, eventId, { verdict: 'useful', comment: `person ${n}` })
  }
  const first = await listed(viewer, eventId, { limit: '2' })
  expect(first.data.map(({ comment }) => comment)).toEqual(['person 2', 'person 1'])
  const cursor = first.next_cursor ?? ''
  const second = await listed(viewer, eventId, { limit: '2', cursor })
  expect([second.data.map(({ comment }) => comment), second.next_cursor, second.total]).toEqual([
    ['person 0'],
    null,
    3,
  ])
  expect(await scene.statusOf(`/api/v1/events/${other}/feedback`, { cursor }, viewer)).toBe(400)
})

test('goes with its event, and stays without its alert', async () => {
  const eventId = await scene.addEvent()
  const { alertId, ruleId } = await addAlert(eventId)
  await give(viewer, eventId, { verdict: 'wrong', alert_id: alertId })
  await world.test.query('delete from alerts where id = $1', [alertId])
  expect((await listed(viewer, eventId)).data).toMatchObject([{ alert_id: null, rule_id: ruleId }])
  await world.test.query('delete from events where id = $1', [eventId])
  expect(await world.test.query('select id from event_feedback where event_id = $1', [eventId])).toEqual([])
})
