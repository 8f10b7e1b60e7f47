import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { daysAgo, now, RetentionScene } from './retention-scene.fixture.js'

let database: TestDatabase
let here: RetentionScene
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  here = await RetentionScene.begin(database)
  return () => here[Symbol.asyncDispose]()
})

test('live tokens go a day after their end, with what finds them', async () => {
  const [camera] = await here.column('select id as it from cameras limit 1')
  const addToken = async (hours: number) => {
    const id = randomUUID()
    await here.scene.query(
      `insert into live_tokens (org_id, id, camera_id, token_hash, origins, ttl_sec, credential_kind, credential_id,
         maker_id, maker_name, expires_at, renewable_until)
       values ($1, $2, $3, $4, '{}', 60, 'key', $2, $2, 'Key', $5, $5)`,
      [here.org.orgId, id, camera, Buffer.from(id), new Date(now - hours * 60 * 60_000)],
    )
    await here.scene.query('insert into live_token_lookup values ($1, $2, $3)', [
      Buffer.from(id),
      here.org.orgId,
      id,
    ])
    return id
  }
  await addToken(25)
  const young = await addToken(23)
  await here.run()
  expect(await here.column('select id as it from live_tokens')).toEqual([young])
  expect(await here.column('select token_id as it from live_token_lookup')).toEqual([young])
})

test('groups of notifications and their decisions go after the days of events', async () => {
  const rule = randomUUID()
  await here.scene.query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name) values ($1, $2, 'Rule', 'camera_event', 'user', 'Olive')`,
    [here.org.orgId, rule],
  )
  const addGroup = async (days: number) => {
    const id = randomUUID()
    await here.scene.query(
      `insert into notification_groups (org_id, id, rule_id, rule_name, subject_id, site_id, site_name, late, window_sec,
         window_origin, is_current, opened_at, closes_at)
       values ($1, $2, $3, 'Rule', $4, $5, 'Site', false, 0, 'rule', false, $6, $6)`,
      [here.org.orgId, id, rule, here.org.cameraId, here.org.siteId, daysAgo(days)],
    )
    await here.scene.query(
      `insert into notification_decisions (org_id, id, group_id, outcome, reason, setting_name, setting_origin)
       values ($1, $2, $3, 'held_back', 'quiet', 'quiet_hours', 'camera')`,
      [here.org.orgId, randomUUID(), id],
    )
    return id
  }
  const [kept] = [await addGroup(364), await addGroup(366)]
  await here.run()
  expect(await here.column('select id as it from notification_groups')).toEqual([kept])
  expect(await here.column('select group_id as it from notification_decisions')).toEqual([kept])
})

test('alerts and notifications outlive their event, without it', async () => {
  const event = await here.addEvent(366)
  const [rule, alert] = [randomUUID(), randomUUID()]
  await here.scene.query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name) values ($1, $2, 'Rule', 'camera_event', 'user', 'Olive')`,
    [here.org.orgId, rule],
  )
  await here.scene.query(
    `insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, site_id, triggered_at) values ($1, $2, $3, 'Rule', $4, $5, $6, $7)`,
    [here.org.orgId, alert, rule, event, here.org.cameraId, here.org.siteId, daysAgo(366)],
  )
  await here.scene.query(
    `insert into alert_timeline (org_id, id, alert_id, action, actor_kind, actor_name) values ($1, $2, $3, 'fired', 'system', 'Sightline')`,
    [here.org.orgId, randomUUID(), alert],
  )
  const notify = (created: Date) =>
    here.scene.query(
      `insert into notifications (org_id, id, user_id, kind, title, alert_id, event_id, created_at) values ($1, $2, $3, 'alert', 'Rule', $4, $5, $6)`,
      [here.org.orgId, randomUUID(), here.org.userId, randomUUID(), event, created],
    )
  await notify(daysAgo(366))
  await notify(daysAgo(300))
  await here.run()
  expect(await here.events()).toEqual([])
  expect(await here.scene.query('select id, event_id, rule_name from alerts')).toEqual([
    { id: alert, event_id: null, rule_name: 'Rule' },
  ])
  expect(await here.column('select action as it from alert_timeline')).toEqual(['fired'])
  expect(await here.scene.query('select event_id from notifications')).toEqual([{ event_id: null }])
})

test('what models were asked outlives its event, and goes after the days of events', async () => {
  const event = await here.addEvent(366)
  const called = (at: Date, eventId: string | null) =>
    here.scene.query(
      `insert into model_calls (org_id, id, at, purpose, event_id, provider, model, account, latency_ms, outcome)
       values ($1, $2, $3, 'analysis', $4, 'openai', 'm', 'operator', 9, 'answered')`,
      [here.org.orgId, randomUUID(), at, eventId],
    )
  await called(daysAgo(366), null)
  await called(daysAgo(364), event)
  await here.run()
  expect(await here.events()).toEqual([])
  expect(await here.scene.query('select event_id, at from model_calls')).toEqual([
    { event_id: null, at: daysAgo(364) },
  ])
})

test('rows that nobody asks for any more go after their time; the audit stays', async () => {
  const at = (days: number) => daysAgo(days)
  const { orgId, userId, gatewayId } = here.org
  const both = async (insert: (created: Date) => Promise<unknown>, oldDays: number, youngDays: number) => {
    await insert(at(oldDays))
    await insert(at(youngDays))
  }
  await both(
    (created) =>
      here.scene.query(
        `insert into idempotency_keys (org_id, actor_id, key, request_sha256, created_at) values ($1, $2, $3, '\\x00', $4)`,
        [orgId, userId, randomUUID(), created],
      ),
    1.1,
    0.9,
  )
  await both(
    (ended) =>
      here.scene.query(
        `insert into outgoing_mail (org_id, id, recipient, subject, body_text, status, finished_at) values ($1, $2, 'a@b.ch', 's', 't', 'sent', $3)`,
        [orgId, randomUUID(), ended],
      ),
    31,
    29,
  )
  await both(
    (ends) =>
      here.scene.query(
        `insert into pairing_codes (org_id, id, gateway_id, code_hash, expires_at, created_by_kind, created_by_name) values ($1, $2, $3, $4, $5, 'user', 'Olive')`,
        [orgId, randomUUID(), gatewayId, Buffer.from(randomUUID()), ends],
      ),
    31,
    29,
  )
  await both(
    (created) =>
      here.scene.query(
        `insert into gateway_commands (org_id, id, gateway_id, node_id, type, body, deadline, created_at) values ($1, $2, $3, 'n', 'probe', '{}', $4, $4)`,
        [orgId, randomUUID(), gatewayId, created],
      ),
    1.1,
    0.9,
  )
  const webhookId = randomUUID()
  await here.scene.query(
    `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind, created_by_name)
     values ($1, $2, 'Hook', 'https://example.com', '{alert}', '\\x00', 'k', 'user', 'Olive')`,
    [orgId, webhookId],
  )
  await both(
    (ended) =>
      here.scene.query(
        `insert into webhook_deliveries (org_id, id, webhook_id, event_type, payload, status, finished_at) values ($1, $2, $3, 'alert', '{}', 'delivered', $4)`,
        [orgId, randomUUID(), webhookId, ended],
      ),
    31,
    29,
  )
  // What waits is not old, however long it waits.
  await here.scene.query(
    `insert into outgoing_mail (org_id, id, recipient, subject, body_text, created_at) values ($1, $2, 'a@b.ch', 's', 't', $3)`,
    [orgId, randomUUID(), at(100)],
  )
  await here.scene.query(
    `insert into audit_log (org_id, id, at, actor_kind, actor_name, action) values ($1, $2, $3, 'user', 'Olive', 'camera.created')`,
    [orgId, randomUUID(), at(3650)],
  )
  await here.run()
  for (const [table, left] of [
    ['idempotency_keys', 1],
    ['outgoing_mail', 2],
    ['pairing_codes', 1],
    ['gateway_commands', 1],
    ['webhook_deliveries', 1],
    ['audit_log', 1],
  ] as const)
    expect([table, ...(await here.column(`select count(*)::int as it from ${table}`))]).toEqual([table, left])
})
