import { CompiledTrial, CompiledTrialResult } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { type SignedIn, signInAs } from '#testing/test-user.js'
import { JudgeScene, seesPerson, sure, unsure, type Where } from '../judge-scene.fixture.js'
import { tryPredicate } from './trial.service.js'

let world: TestApp
let scene: JudgeScene
let operator: SignedIn

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await JudgeScene.set(world.test, world.platform)
  operator = await signInAs(world.platform, scene.org.orgId, 'operator', [])
})

/** Pictures are only named here: whether a link opens one is the matter of the links. */
const deps = () => ({
  ...world.platform,
  mediaLinks: { urlOf: (_orgId: string, id: string) => `/media/${id}` },
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const answerTo = (payload: object) =>
  world.call(operator, { method: 'POST', url: '/api/v1/alert-rules/test-compiled', payload })

async function tried(body: Partial<CompiledTrial>): Promise<CompiledTrialResult> {
  const answer = await answerTo(body)
  expect(answer.statusCode, answer.body).toBe(200)
  return CompiledTrialResult.parse(answer.json())
}

const predicate = (where: Where) => ({ version: 1 as const, where })
const longPerson = predicate({ op: 'all', of: [seesPerson, { op: 'severity', at_least: 'high' }] })

test('shows matches, doubts and near misses with reasons, and stores nothing', async () => {
  const match = await scene.addEvent({ ...sure, severity: 'high', at: ago(30) })
  const near = await scene.addEvent({ ...sure, severity: 'low', at: ago(40) })
  const doubtful = await scene.addEvent({ ...unsure, severity: 'critical', at: ago(50) })
  await scene.addEvent({ objects: [], at: ago(60) })
  const result = await tried({ predicate: longPerson })
  expect(result).toMatchObject({
    scanned: 4,
    complete: true,
    cooldown_sec: 300,
    counts: { match: 1, doubtful: 1, no_match: 2, near_miss: 1, in_cooldown: 0, outside_rule: 0 },
    message: '4 events were looked at; 1 match and would make 1 alerts, 1 are in doubt',
  })
  expect(result.explanation).toMatch(/person/)
  expect(result.matches.map((one) => one.event_id)).toEqual([match])
  expect(result.doubtful.map((one) => one.event_id)).toEqual([doubtful])
  expect(result.near_misses).toMatchObject([
    {
      event_id: near,
      met: 1,
      of: 2,
      conditions: [
        { held: 'yes', why: expect.stringMatching(/person/) },
        { held: 'no', why: expect.stringMatching(/^severity low/) },
      ],
    },
  ])
  const [rows] = await world.test.query<{ verdicts: number; alerts: number }>(
    `select (select count(*)::int from rule_verdicts where org_id = $1) as verdicts,
       (select count(*)::int from alerts where org_id = $1) as alerts`,
    [scene.org.orgId],
  )
  expect(rows).toEqual({ verdicts: 0, alerts: 0 })
})

test('says which matches the cooldown would hold back, camera by camera', async () => {
  const [first, second, third] = [
    await scene.addEvent({ ...sure, at: ago(30) }),
    await scene.addEvent({ ...sure, at: ago(29) }),
    await scene.addEvent({ ...sure, at: ago(20) }),
  ]
  const result = await tried({ predicate: predicate(seesPerson) })
  expect(result.matches.map((one) => [one.event_id, one.in_cooldown])).toEqual([
    [third, false],
    [second, true],
    [first, false],
  ])
  expect(result.counts).toMatchObject({ match: 3, in_cooldown: 1 })
})

test('a version is tried with the conditions and the cooldown of its rule, draft or not', async () => {
  const ruleId = await scene.addPlainRule({ enabled: false, min_confidence: 0.95, cooldown_sec: 120 })
  const versionId = await scene.addVersion(ruleId, seesPerson)
  const inside = await scene.addEvent({ ...sure, confidence: 0.99, at: ago(10) })
  const outside = await scene.addEvent({ ...sure, confidence: 0.9, at: ago(20) })
  const result = await tried({ version_id: versionId })
  expect(result.cooldown_sec).toBe(120)
  expect(result.counts).toMatchObject({ match: 1, outside_rule: 1, no_match: 0, near_miss: 0 })
  expect(result.matches.map((one) => one.event_id)).toEqual([inside])
  expect(result.near_misses).toMatchObject([{ event_id: outside, outside_rule: 'not sure enough' }])
})

test('a predicate is tried with the conditions and the cooldown of a rule, if one is named', async () => {
  const ruleId = await scene.addPlainRule({ min_confidence: 0.95, cooldown_sec: 120 })
  const inside = await scene.addEvent({ ...sure, confidence: 0.99, at: ago(10) })
  await scene.addEvent({ ...sure, confidence: 0.9, at: ago(20) })
  const result = await tried({ predicate: predicate(seesPerson), rule_id: ruleId })
  expect(result).toMatchObject({ cooldown_sec: 120, counts: { match: 1, outside_rule: 1 } })
  expect(result.matches.map((one) => one.event_id)).toEqual([inside])
  const system = await scene.addPlainRule({ rule_kind: 'system_event', system_trigger: 'camera_offline' })
  expect((await answerTo({ predicate: longPerson, rule_id: system })).statusCode).toBe(400)
  const nowhere = { predicate: longPerson, rule_id: '01900000-0000-7000-8000-000000000000' }
  expect((await answerTo(nowhere)).statusCode).toBe(404)
})

test('says where the missing condition stands, and shows the picture of each event', async () => {
  const near = await scene.addEvent({ ...sure, severity: 'low', at: ago(40) })
  const match = await scene.addEvent({ ...sure, severity: 'high', at: ago(30) })
  const picture = '01900000-0000-7000-8000-0000000000aa'
  await world.test.query('update events set snapshot_id = $2 where id = $1', [match, picture])
  const result = await tryPredicate(deps(), scene.org.owner, CompiledTrial.parse({ predicate: longPerson }))
  expect(result.matches).toMatchObject([{ missing: [], snapshot_url: `/media/${picture}` }])
  expect(result.near_misses).toMatchObject([{ event_id: near, missing: ['where.of.1'], snapshot_url: null }])
})

test('goes on from where the part before it looked back to', async () => {
  const ids = []
  for (let minute = 1; minute <= 5; minute += 1) ids.push(await scene.addEvent({ ...sure, at: ago(minute) }))
  const seen: string[] = []
  let before: string | undefined
  for (const scanned of [2, 2, 1]) {
    const part = await tried({
      predicate: predicate(seesPerson),
      events: 2,
      ...(before !== undefined && { date_to: before }),
    })
    expect(part).toMatchObject({ scanned, complete: scanned < 2 })
    seen.push(...part.matches.map((one) => one.event_id))
    before = new Date(Date.parse(part.looked_back_to ?? '') - 1).toISOString()
  }
  expect(seen).toEqual(ids)
})

describe('what it looks at', () => {
  test('of a camera, of a site, of a time; seven days if no beginning is named', async () => {
    const old = await scene.addEvent({ ...sure, at: ago(8 * 24 * 60) })
    const young = await scene.addEvent({ ...sure, at: ago(5) })
    const seen = async (body: Partial<CompiledTrial>) =>
      (await tried({ predicate: predicate(seesPerson), ...body })).matches.map((one) => one.event_id)
    expect(await seen({})).toEqual([young])
    expect(await seen({ date_from: '2020-01-01' })).toEqual([young, old])
    expect(await seen({ date_from: '2020-01-01', date_to: ago(60).toISOString() })).toEqual([old])
    expect(await seen({ camera_id: scene.org.cameraId, site_id: scene.org.siteId })).toEqual([young])
  })

  test('the newest 2,000, and says so', async () => {
    await world.test.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
       select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', now() - make_interval(secs => n)
       from generate_series(1, 2001) n`,
      [scene.org.orgId, scene.org.cameraId, scene.org.siteId],
    )
    const result = await tried({ predicate: predicate({ op: 'category', in: ['motion'] }), limit: 3 })
    expect(result).toMatchObject({ scanned: 2000, complete: false, counts: { match: 2000 } })
    expect(result.matches).toHaveLength(3)
    expect(result.message).toMatch(/^the newest 2000 events of this time were looked at: narrow it/)
  })

  test('no more than it has time for, and says so', async () => {
    for (let minute = 1; minute <= 3; minute += 1) await scene.addEvent({ ...sure, at: ago(minute) })
    let passed = 0
    // Every look at the clock finds a second gone.
    const clock = { ...world.platform.clock, monotonic: () => (passed += 1_000) }
    const body = CompiledTrial.parse({ predicate: predicate(seesPerson) })
    const result = await tryPredicate({ ...deps(), clock }, scene.org.owner, body)
    expect(result.complete).toBe(false)
    expect(result.scanned).toBeLessThan(3)
    expect(result.message).toMatch(/^the newest \d events of this time were looked at: narrow it/)
  })

  test('deleted events are not', async () => {
    const id = await scene.addEvent(sure)
    await world.test.query('update events set deleted_at = now() where id = $1', [id])
    expect(await tried({ predicate: predicate(seesPerson) })).toMatchObject({
      scanned: 0,
      looked_back_to: null,
    })
  })
})

test('an organisation makes 60 a minute', async () => {
  // A bucket that is filled from an hour on gets nothing back, however long 61 of them take.
  await world.test.query(
    `insert into rate_buckets (key, tokens, refilled_at) values ($1, 60, now() + interval '1 hour')`,
    [`rule-trial:${scene.org.orgId}`],
  )
  const answers = await Promise.all(Array.from({ length: 61 }, () => answerTo({ predicate: longPerson })))
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  const other = await JudgeScene.set(world.test, world.platform)
  await tryPredicate(deps(), other.org.owner, CompiledTrial.parse({ predicate: longPerson }))
})

const bad: [string, object, RegExp][] = [
  ['neither predicate nor version', {}, /give predicate or version_id, one of the two/],
  [
    'both',
    { predicate: longPerson, version_id: '01900000-0000-7000-8000-000000000000' },
    /give predicate or version_id, one of the two/,
  ],
  [
    'a time that ends before it begins',
    { predicate: longPerson, date_from: '2026-02-01', date_to: '2026-01-01' },
    /date_from is after date_to/,
  ],
  [
    'a version beside a rule',
    {
      version_id: '01900000-0000-7000-8000-000000000000',
      rule_id: '01900000-0000-7000-8000-000000000000',
    },
    /a version names its rule/,
  ],
  ['more events than one trial looks at', { predicate: longPerson, events: 2_001 }, /events/],
  ['an unknown key', { predicate: longPerson, cooldown: 5 }, /cooldown/],
  ['a limit of 101', { predicate: longPerson, limit: 101 }, /limit/],
]
test.each(bad)('refused: %s', async (_, body, message) => {
  const answer = await answerTo(body)
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json<{ error: { message: string } }>().error.message).toMatch(message)
})
