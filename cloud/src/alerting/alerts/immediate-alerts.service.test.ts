import { randomUUID } from 'node:crypto'
import { AlertRuleCreate } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SeededOrg, seedCamera, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { parseConfig } from '../../platform/config.js'
import { openKeyRing } from '../../platform/secrets/keys.js'
import { systemClock } from '../../platform/time/clock.js'
import { createAlertRule } from '../rules/alert-rule.service.js'
import { RuleIndexCache } from '../rules/rule-index-cache.service.js'
import type { AlertEvent } from './event-alert.js'
import { createImmediateAlerts } from './immediate-alerts.service.js'
import type { AlertDeps } from './list-alerts.js'

const ruleIndexes = new RuleIndexCache()

let db: TestDatabase
let org: SeededOrg
let deps: AlertDeps

beforeAll(async () => {
  db = await createTestDatabase()
  deps = { database: db.database, clock: systemClock, keys: openKeyRing('00'.repeat(32)) }
})
afterAll(() => db.close())
beforeEach(async () => {
  org = await seedOrg(db)
})

function rule(change: Record<string, unknown> = {}) {
  const body = AlertRuleCreate.parse({ name: 'Any motion', rule_kind: 'camera_event', ...change })
  const config = parseConfig({ DATA_DIR: '/nowhere', PUBLIC_URL: 'https://video.example.com' })
  return createAlertRule({ ...deps, config, publicUrl: () => 'https://video.example.com' }, org.owner, body)
}

/** Stores an event `second` seconds into a fixed day and has the rules judge it, in one transaction. */
async function happen(second: number, change: Partial<AlertEvent> = {}): Promise<AlertEvent> {
  const event: AlertEvent = {
    id: randomUUID(),
    camera_id: org.cameraId,
    camera_name: 'Front door',
    site_id: org.siteId,
    event_category: 'motion',
    trigger_topic: '',
    trigger_source: 'onvif',
    triggered_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
    late: false,
    ...change,
  }
  await db.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      org.orgId,
      event.id,
      event.camera_id,
      event.site_id,
      event.event_category,
      event.trigger_source,
      event.triggered_at,
    ],
  )
  await judge(event)
  return event
}

const judge = (...events: AlertEvent[]) =>
  db.database.inOrg(org.orgId, (tx) => createImmediateAlerts(ruleIndexes, tx, org.orgId, events))

async function alertsOf(event: AlertEvent) {
  return db.query<{ id: string; rule_name: string; description: string; site_id: string }>(
    'select * from alerts where org_id = $1 and event_id = $2',
    [org.orgId, event.id],
  )
}

async function webhook(enabled = true) {
  const id = randomUUID()
  await db.query(
    `insert into webhooks (org_id, id, name, url, event_types, enabled, secret, secret_key_id, created_by_kind,
       created_by_name) values ($1, $2, 'Hook', 'https://example.com/', '{alert}', $3, '\\x00', 'k', 'user', 'x')`,
    [org.orgId, id, enabled],
  )
  return id
}

describe('createImmediateAlerts', () => {
  it('writes the alert, its timeline and a delivery for each enabled webhook', async () => {
    const made = await rule()
    const hooks = [await webhook(), await webhook(), await webhook(false)]
    const event = await happen(0)
    const [alert, ...others] = await alertsOf(event)
    expect(others).toEqual([])
    expect(alert).toMatchObject({
      rule_name: made.name,
      description: 'Motion at Front door',
      site_id: org.siteId,
    })
    const timeline = await db.query('select action from alert_timeline where alert_id = $1', [alert?.id])
    expect(timeline).toEqual([{ action: 'fired' }])
    const deliveries = await db.query<{ webhook_id: string; payload: unknown; status: string }>(
      'select * from webhook_deliveries where alert_id = $1',
      [alert?.id],
    )
    expect(new Set(deliveries.map((one) => one.webhook_id))).toEqual(new Set(hooks.slice(0, 2)))
    expect(deliveries[0]).toMatchObject({
      status: 'pending',
      payload: { event_id: event.id, rule_id: made.id, camera_name: 'Front door' },
    })
  })

  it('makes nothing more when the same event comes again', async () => {
    await rule()
    await webhook()
    const event = await happen(0)
    await judge(event)
    await judge(event, event)
    expect(await alertsOf(event)).toHaveLength(1)
    const deliveries = await db.query('select 1 from webhook_deliveries where org_id = $1', [org.orgId])
    expect(deliveries).toHaveLength(1)
  })

  it('holds back events within the cooldown, also when they come late and out of order', async () => {
    await rule({ cooldown_sec: 60 })
    expect(await alertsOf(await happen(600))).toHaveLength(1)
    expect(await alertsOf(await happen(659))).toHaveLength(0)
    expect(await alertsOf(await happen(660))).toHaveLength(1)
    expect(await alertsOf(await happen(541))).toHaveLength(0)
    expect(await alertsOf(await happen(540, { late: true }))).toHaveLength(1)
  })

  it('counts the cooldown for each camera', async () => {
    await rule()
    const other = await seedCamera(db, org, 'Yard')
    expect(await alertsOf(await happen(0))).toHaveLength(1)
    expect(await alertsOf(await happen(1, { camera_id: other, camera_name: 'Yard' }))).toHaveLength(1)
  })

  it('fires once for twenty events at the same moment in twenty transactions', async () => {
    const made = await rule()
    await Promise.all(Array.from({ length: 20 }, () => happen(0)))
    const alerts = await db.query('select 1 from alerts where rule_id = $1', [made.id])
    expect(alerts).toHaveLength(1)
  })

  it('notes on the timeline that an event came late', async () => {
    await rule()
    const [alert] = await alertsOf(await happen(0, { late: true }))
    const timeline = await db.query<{ action: string }>(
      'select action from alert_timeline where alert_id = $1',
      [alert?.id],
    )
    expect(timeline.map((entry) => entry.action).toSorted()).toEqual(['fired', 'late'])
  })

  it('leaves silent rules that are off, deleted, or of another organisation', async () => {
    await rule({ enabled: false })
    const made = await rule()
    await db.query('update alert_rules set deleted_at = now() where id = $1', [made.id])
    const home = org
    org = await seedOrg(db)
    await rule()
    org = home
    expect(await alertsOf(await happen(0))).toHaveLength(0)
  })
})
