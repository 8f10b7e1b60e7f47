import { RuleVerdictPage } from '@sightline/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCamera } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { type SignedIn, signInAs } from '#testing/test-user.js'
import { JudgeScene, sure } from '../judge-scene.fixture.js'

let world: TestApp
let scene: JudgeScene
let owner: SignedIn
let ruleId: string
const events: string[] = []

beforeAll(async () => {
  world = await createTestApp()
  scene = await JudgeScene.set(world.test, world.platform)
  owner = await signInAs(world.platform, scene.org.orgId, 'owner', [])
  ruleId = await scene.addRule({ op: 'severity', at_least: 'high' })
  for (let n = 0; n < 5; n += 1) {
    events.push(await scene.addEvent({ ...sure, severity: n % 2 === 0 ? 'high' : 'low' }))
    await scene.judge()
  }
})
afterAll(() => world.close())

const list = async (query: Record<string, string>, who = owner) => {
  const answer = await world.call(who, { url: `/api/v1/alert-rules/${ruleId}/verdicts`, query })
  expect(answer.statusCode, answer.body).toBe(200)
  return RuleVerdictPage.parse(answer.json())
}

test('pages through all verdicts, newest first, each once', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await list({ limit: '2', ...(cursor !== null && { cursor }) })
    expect(page.total).toBe(5)
    seen.push(...page.data.map((verdict) => verdict.event_id))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(seen).toEqual(events.toReversed())
})

test('of one outcome, and of one event', async () => {
  expect((await list({ outcome: 'no_match' })).data.map((one) => one.event_id)).toEqual([
    events[3],
    events[1],
  ])
  const [verdict, ...others] = (await list({ event_id: events[1] ?? '' })).data
  expect(others).toEqual([])
  expect(verdict).toMatchObject({
    outcome: 'no_match',
    decided_by: 'predicate',
    version_number: 1,
    run: 1,
    followed: 'no_alert',
    conditions: [{ path: 'where', condition: { op: 'severity', at_least: 'high' }, held: 'no' }],
  })
  // The condition stands in the version, and is not copied with every verdict.
  const [kept] = await world.test.query<{ conditions: object[] }>(
    'select conditions from rule_verdicts where event_id = $1',
    [events[1]],
  )
  expect(kept?.conditions.map((one) => Object.keys(one))).toEqual([['why', 'held', 'path']])
  expect(await list({ event_id: scene.org.orgId })).toEqual({ data: [], next_cursor: null, total: 0 })
})

test('a viewer sees those of events at its sites', async () => {
  const [elsewhere] = await world.test.query<{ id: string }>(
    `insert into sites (org_id, id, name) values ($1, gen_random_uuid(), 'Depot') returning id`,
    [scene.org.orgId],
  )
  if (!elsewhere) throw new Error('no site')
  const cameraId = await seedCamera(world.test, { ...scene.org, siteId: elsewhere.id }, 'Depot')
  const there = await scene.addEvent({ ...sure, cameraId })
  await world.test.query('update events set site_id = $2 where id = $1', [there, elsewhere.id])
  await scene.judge()
  const viewer = await signInAs(world.platform, scene.org.orgId, 'viewer', [elsewhere.id])
  expect((await list({}, viewer)).data.map((one) => one.event_id)).toEqual([there])
  await world.test.query('update events set deleted_at = now() where id = $1', [there])
  expect(await list({}, viewer)).toMatchObject({ data: [], total: 0 })
})

test('a foreign cursor, and one of other filters, is refused', async () => {
  const { next_cursor: cursor } = await list({ limit: '1' })
  for (const query of [{ cursor: 'AAAA' }, { cursor: cursor ?? '', outcome: 'match' }]) {
    const answer = await world.call(owner, { url: `/api/v1/alert-rules/${ruleId}/verdicts`, query })
    expect(answer.statusCode).toBe(400)
  }
})

test('verdicts and waiting judgements go with their event', async () => {
  const waiting = await scene.addEvent(sure)
  await scene.judge()
  await world.test.query('delete from alerts where event_id = $1', [waiting])
  await world.test.query('delete from event_texts where event_id = $1', [waiting])
  await world.test.query('delete from events where id = $1', [waiting])
  const left = await world.test.query(
    `select id from rule_verdicts where event_id = $1 union all select id from rule_judgements where event_id = $1`,
    [waiting],
  )
  expect(left).toEqual([])
})
