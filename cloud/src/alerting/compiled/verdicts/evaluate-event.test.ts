import { AlertDeliveryData, type Severity } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import type { Platform } from '../../../platform/platform.js'
import { claimFairly } from '../../../platform/work/fair-claim.repository.js'
import { createImmediateAlerts } from '../../alerts/immediate-alerts.service.js'
import { RuleIndexCache } from '../../rules/rule-index-cache.service.js'
import { updateRuleKnobs } from '../../suppression/rule-knobs.service.js'
import { JudgeScene, seesPerson, sure, unsure } from '../judge-scene.fixture.js'
import { evaluateEvent } from './evaluate-event.js'

const ruleIndexes = new RuleIndexCache()

let db: TestDatabase
let platform: Platform
let scene: JudgeScene

beforeAll(async () => {
  db = await createTestDatabase()
  platform = createTestPlatform(db)
})
afterAll(() => db.close())
beforeEach(async () => {
  scene = await JudgeScene.set(db, platform)
})

describe('a match', () => {
  test('makes an alert with severity, description and confidence, and webhooks tell them', async () => {
    const { orgId } = scene.org
    await db.query(
      `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind, created_by_name)
       values ($1, gen_random_uuid(), 'Hook', 'https://example.com/', '{alert}', '\\x00', 'k', 'user', 'x')`,
      [orgId],
    )
    const ruleId = await scene.addRule(seesPerson)
    const eventId = await scene.addEvent({
      ...sure,
      severity: 'high',
      confidence: 0.87,
      summary: 'A man climbs.',
    })
    await scene.judge()
    const [alert] = await scene.alerts(ruleId)
    expect(alert).toMatchObject({ severity: 'high', description: 'A man climbs.', confidence: 0.87 })
    expect(await scene.verdicts(ruleId)).toEqual([
      expect.objectContaining({
        outcome: 'match',
        decided_by: 'predicate',
        followed: 'alert',
        alert_id: alert?.id,
        status: 'decided',
        run: 1,
      }),
    ])
    const [delivery] = await db.query<{ payload: object }>(
      'select payload from webhook_deliveries where org_id = $1',
      [orgId],
    )
    const told = AlertDeliveryData.omit({ event_url: true, is_test: true }).parse(delivery?.payload)
    expect(told).toMatchObject({
      alert_id: alert?.id,
      event_id: eventId,
      rule_id: ruleId,
      camera_name: 'Front door',
      severity: 'high',
      description: 'A man climbs.',
      confidence: 0.87,
    })
  })

  test('of an event that goes on from one that was told of tells nobody again, in whatever order they are judged', async () => {
    const ruleId = await scene.addRule(seesPerson, {}, { cooldown_sec: 60 })
    const first = await scene.addEvent({ ...sure, at: new Date('2026-07-01T10:00:00Z') })
    const second = await scene.addEvent({ ...sure, at: new Date('2026-07-01T10:05:00Z') })
    const third = await scene.addEvent({ ...sure, at: new Date('2026-07-01T10:10:00Z') })
    const goesOn = async (id: string, from: string) =>
      db.query(`update events set raw_data = jsonb_build_object('continues', $2::text) where id = $1`, [
        id,
        from,
      ])
    await goesOn(second, first)
    await goesOn(third, second)
    await scene.addEvent({ ...sure, at: new Date('2026-07-01T10:15:00Z') })
    await scene.judge()
    const alerts = await scene.alerts(ruleId)
    expect(alerts).toHaveLength(2)
    const verdicts = await scene.verdicts(ruleId)
    expect(verdicts.map(({ followed }) => followed).toSorted()).toEqual([
      'alert',
      'alert',
      'alert_stands',
      'alert_stands',
    ])
  })

  const severities: [string, Severity | null, Severity | undefined, Severity][] = [
    ['the version says it', 'critical', 'high', 'critical'],
    ['else the analysis', null, 'high', 'high'],
  ]
  test.each(severities)('is as grave as: %s', async (_, ofVersion, found, severity) => {
    const ruleId = await scene.addRule(seesPerson, { severity: ofVersion }, { severity: 'low' })
    await scene.addEvent({ ...sure, ...(found && { severity: found }) })
    await scene.judge()
    expect((await scene.alerts(ruleId))[0]?.severity).toBe(severity)
  })

  test('of an event that nobody analysed is as grave as the rule, and is described by what is known', async () => {
    const ruleId = await scene.addRule({ op: 'category', in: ['motion'] }, {}, { severity: 'low' })
    await scene.addEvent({ analysed: false, summary: null })
    await scene.judge()
    expect(await scene.alerts(ruleId)).toMatchObject([
      { severity: 'low', description: 'Motion at Front door', confidence: null },
    ])
  })

  test('within the cooldown makes no alert, and the verdict says so', async () => {
    const ruleId = await scene.addRule(seesPerson)
    await scene.addEvent({ ...sure, at: new Date(Date.now() - 20_000) })
    await scene.judge()
    await scene.addEvent(sure)
    await scene.judge()
    expect((await scene.verdicts(ruleId)).map(({ outcome, followed }) => [outcome, followed])).toEqual([
      ['match', 'alert'],
      ['match', 'cooldown'],
    ])
    expect(await scene.alerts(ruleId)).toHaveLength(1)
  })
})

test('an alert that No-Big-Deal holds back is a verdict with the knob, and starts no cooldown', async () => {
  const ruleId = await scene.addRule(seesPerson)
  await updateRuleKnobs(platform, scene.org.owner, ruleId, { min_severity: 'high' })
  await scene.addEvent({ ...sure, severity: 'low', at: new Date(Date.now() - 20_000) })
  await scene.judge()
  await scene.addEvent({ ...sure, severity: 'high' })
  await scene.judge()
  expect((await scene.verdicts(ruleId)).map((one) => [one.outcome, one.followed, one.held_back_by])).toEqual([
    ['match', 'held_back', 'min_severity'],
    ['match', 'alert', null],
  ])
  expect((await scene.alerts(ruleId)).map(({ severity }) => severity)).toEqual(['high'])
})

describe('the immediate evaluator', () => {
  const firing = (eventId: string) => ({
    id: eventId,
    camera_id: scene.org.cameraId,
    camera_name: 'Front door',
    site_id: scene.org.siteId,
    event_category: 'motion' as const,
    trigger_topic: 'motion',
    trigger_source: 'onvif',
    triggered_at: new Date(),
    late: false,
  })

  test('leaves a rule with an active version alone, and fires the others', async () => {
    const compiled = await scene.addRule(seesPerson)
    const plain = await scene.addPlainRule()
    const eventId = await scene.addEvent({ objects: [] })
    await db.database.inOrg(scene.org.orgId, (tx) =>
      createImmediateAlerts(ruleIndexes, tx, scene.org.orgId, [firing(eventId)]),
    )
    expect([(await scene.alerts(compiled)).length, (await scene.alerts(plain)).length]).toEqual([0, 1])
  })

  test('what it told before a version was activated is not told again', async () => {
    const ruleId = await scene.addPlainRule()
    const eventId = await scene.addEvent(sure)
    await db.database.inOrg(scene.org.orgId, (tx) =>
      createImmediateAlerts(ruleIndexes, tx, scene.org.orgId, [firing(eventId)]),
    )
    await scene.addVersion(ruleId, seesPerson)
    await scene.analyse(eventId, 2, sure)
    await scene.judge()
    const [alert, ...more] = await scene.alerts(ruleId)
    expect(more).toEqual([])
    expect(await scene.verdicts(ruleId)).toEqual([
      expect.objectContaining({ followed: 'alert_stands', alert_id: alert?.id }),
    ])
  })
})

describe('what is no match', () => {
  test('is kept, with what each condition found', async () => {
    const ruleId = await scene.addRule({ op: 'all', of: [seesPerson, { op: 'duration', at_least: 60 }] })
    await scene.addEvent(sure)
    await scene.judge()
    expect(await scene.verdicts(ruleId)).toEqual([
      expect.objectContaining({
        outcome: 'no_match',
        decided_by: 'predicate',
        followed: 'no_alert',
        alert_id: null,
        reason: expect.stringMatching(/^1 of 2 conditions hold; missing: duration 14 s/),
      }),
    ])
  })

  const doubts: [string, object, string, number][] = [
    ['alerts, for evidence must not be lost', {}, 'alert', 1],
    [
      'alerts not, where the version says so',
      { judge: { use: 'never', in_doubt: 'no_alert' } },
      'no_alert',
      0,
    ],
  ]
  test.each(doubts)('a doubt without a judge %s', async (_, version, followed, alerts) => {
    const ruleId = await scene.addRule(seesPerson, version)
    await scene.addEvent(unsure)
    await scene.judge()
    expect(await scene.verdicts(ruleId)).toEqual([
      expect.objectContaining({ outcome: 'doubtful', decided_by: 'predicate', followed }),
    ])
    expect(await scene.alerts(ruleId)).toHaveLength(alerts)
  })

  test('a doubt that is the judge’s waits for it, and tells nobody meanwhile', async () => {
    const ruleId = await scene.addRule(seesPerson, { sentence: 'A person', judge: { use: 'doubtful' } })
    await scene.addEvent(unsure)
    await scene.judge()
    expect(await scene.verdicts(ruleId)).toEqual([
      expect.objectContaining({
        outcome: 'doubtful',
        decided_by: 'judge',
        status: 'pending',
        followed: 'pending',
      }),
    ])
    expect(await scene.alerts(ruleId)).toEqual([])
  })
})

describe('once', () => {
  test('an event that is judged twice has one verdict of each version, and one alert', async () => {
    const ruleId = await scene.addRule(seesPerson)
    const eventId = await scene.addEvent(sure)
    const other = createTestPlatform(db)
    const [row] = await claimFairly(platform.database.worker, {
      table: 'rule_judgements',
      workerId: platform.nodeId,
      leaseMs: 60_000,
      limit: 1,
      perOrg: 1,
      taken: new Map(),
    })
    if (!row) throw new Error('nothing waits')
    await Promise.all([
      evaluateEvent(platform, row),
      evaluateEvent(platform, row),
      evaluateEvent(other, { ...row, worker: other.nodeId }),
    ])
    await scene.analyse(eventId, 1, { analysed: false })
    await scene.judge()
    expect(await scene.verdicts(ruleId)).toHaveLength(1)
    expect(await scene.alerts(ruleId)).toHaveLength(1)
  })

  test('a later analysis is judged anew: another verdict, and no second alert', async () => {
    const ruleId = await scene.addRule(seesPerson)
    const eventId = await scene.addEvent(sure)
    await scene.judge()
    await scene.analyse(eventId, 2, sure)
    await scene.judge()
    const [first, second] = await scene.verdicts(ruleId)
    expect([first?.run, second?.run, second?.followed]).toEqual([1, 2, 'alert_stands'])
    expect(second?.alert_id).toBe(first?.alert_id)
    expect(await scene.alerts(ruleId)).toHaveLength(1)
  })

  test('of two analyses that wait the later one is judged', async () => {
    const ruleId = await scene.addRule(seesPerson)
    const eventId = await scene.addEvent({ objects: [] })
    await scene.analyse(eventId, 2, sure)
    await scene.judge()
    expect((await scene.verdicts(ruleId)).map(({ run, outcome }) => [run, outcome])).toEqual([[2, 'match']])
  })

  test('an organisation without such rules gets no work', async () => {
    await scene.addPlainRule()
    const eventId = await scene.addEvent(sure)
    expect(await db.query('select id from rule_judgements where event_id = $1', [eventId])).toEqual([])
  })
})

describe('what a rule says itself applies too', () => {
  const elsewhere = '01900000-0000-7000-8000-000000000000'
  const leftOut: [string, Record<string, unknown>][] = [
    ['another camera', { scope_type: 'cameras', camera_ids: [elsewhere] }],
    ['another site', { scope_type: 'site', site_ids: [elsewhere] }],
    ['another category', { event_category: 'io' }],
    ['another source', { source_filter: ['manual'] }],
    ['another topic', { trigger_topic_pattern: 'io%' }],
    ['other tags', { custom_tags: ['delivery'] }],
    ['too little confidence', { min_confidence: 0.95 }],
    ['a draft', { enabled: false }],
    ['deleted', { deleted_at: new Date() }],
  ]
  test.each(leftOut)('%s: no verdict', async (_, rule) => {
    const { deleted_at: deletedAt = null, ...fields } = rule
    const ruleId = await scene.addRule(seesPerson, {}, fields)
    await db.query('update alert_rules set deleted_at = $2 where id = $1', [ruleId, deletedAt])
    // Another rule wakes the judgement.
    await scene.addRule({ op: 'category', in: ['io'] })
    await scene.addEvent(sure)
    await scene.judge()
    expect(await scene.verdicts(ruleId)).toEqual([])
    expect(await scene.alerts(ruleId)).toEqual([])
  })

  test('its site, its tags and its confidence are applied, as they are not at once', async () => {
    const { siteId } = scene.org
    const ruleId = await scene.addRule(
      seesPerson,
      {},
      { scope_type: 'site', site_ids: [siteId], custom_tags: ['Ladder', 'rope'], min_confidence: 0.9 },
    )
    await scene.addEvent({ ...sure, tags: ['ladder'], confidence: 0.9 })
    await scene.judge()
    expect(await scene.alerts(ruleId)).toHaveLength(1)
  })
})

test('of a thousand rules those are evaluated that the event can concern', async () => {
  const { orgId } = scene.org
  const dog = await scene.addRule({ op: 'object', label: 'dog' })
  const cameras = await scene.addRule({
    op: 'any',
    of: [
      { op: 'camera', in: [scene.org.cameraId] },
      { op: 'object', label: 'dog' },
    ],
  })
  await db.query(
    `with copies as (
       insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name)
       select org_id, gen_random_uuid(), name || n, rule_kind, created_by_kind, created_by_name
       from alert_rules, generate_series(1, 997) n where id = $1 returning org_id, id),
     versions as (
       insert into compiled_rule_versions (org_id, id, rule_id, number, predicate, judge_use, needs_labels, labels_known,
         created_by_kind, created_by_name)
       select v.org_id, gen_random_uuid(), copies.id, 1, v.predicate, v.judge_use, v.needs_labels, v.labels_known,
         v.created_by_kind, v.created_by_name
       from compiled_rule_versions v, copies where v.rule_id = $1 returning org_id, id, rule_id)
     select 1`,
    [dog],
  )
  await db.query(
    `update alert_rules set compiled_version_id = v.id from compiled_rule_versions v
     where v.org_id = alert_rules.org_id and v.rule_id = alert_rules.id and alert_rules.org_id = $1`,
    [orgId],
  )
  const person = await scene.addRule(seesPerson)
  const eventId = await scene.addEvent(sure)
  await scene.judge()
  const verdicts = await db.query<{ rule_id: string }>(
    'select rule_id from rule_verdicts where event_id = $1',
    [eventId],
  )
  expect(verdicts.map(({ rule_id: ruleId }) => ruleId).toSorted()).toEqual([cameras, person].toSorted())
})
