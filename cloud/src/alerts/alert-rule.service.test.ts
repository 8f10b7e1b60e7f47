import { randomUUID } from 'node:crypto'
import { AlertRuleCreate, AlertRulePatch } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { openKeyRing } from '../platform/keys.js'
import { type SeededOrg, seedOrg } from '../testing/seed.js'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js'
import type { AlertDeps } from './alert-deps.js'
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from './alert-rule.service.js'

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

const create = (body: Record<string, unknown>) =>
  createAlertRule(
    deps,
    org.owner,
    AlertRuleCreate.parse({ name: 'Gate', rule_kind: 'camera_event', ...body }),
  )

const change = (id: string, patch: Record<string, unknown>) =>
  updateAlertRule(deps, org.owner, id, AlertRulePatch.parse(patch))

describe('alert rules', () => {
  it('fills in the published defaults and gives back what was stored', async () => {
    const made = await create({})
    expect(made).toMatchObject({
      scope_type: 'all_cameras',
      schedule_type: 'always',
      cooldown_sec: 300,
      aggregation_window_seconds: 0,
      delay_seconds: 0,
      conditions_json: {},
      event_category: null,
      enabled: true,
      recipients: [],
    })
    expect(await getAlertRule(deps, org.owner, made.id)).toEqual(made)
    expect(await listAlertRules(deps, org.owner)).toEqual({ data: [made], total: 1 })
  })

  const contradictions: [Record<string, unknown>, RegExp][] = [
    [{ scope_type: 'site' }, /site_ids/],
    [{ scope_type: 'cameras' }, /camera_ids/],
    [{ rule_kind: 'system_event' }, /system_trigger/],
    [{ system_trigger: 'camera_offline' }, /system_trigger/],
    [
      { rule_kind: 'system_event', system_trigger: 'camera_offline', event_category: 'motion' },
      /event_category/,
    ],
  ]
  it.each(contradictions)('refuses %o', async (body, message) => {
    await expect(create(body)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(message),
    })
  })

  it('finds neither cameras nor sites of another organisation', async () => {
    const other = await seedOrg(db)
    const named: Record<string, unknown>[] = [
      { scope_type: 'cameras', camera_ids: [org.cameraId, other.cameraId] },
      { site_ids: [other.siteId] },
      { camera_ids: [randomUUID()] },
    ]
    for (const body of named) await expect(create(body)).rejects.toMatchObject({ kind: 'missing' })
    expect((await listAlertRules(deps, org.owner)).total).toBe(0)
  })

  it('checks the rule as a patch leaves it, and keeps what the patch leaves out', async () => {
    const made = await create({ scope_type: 'cameras', camera_ids: [org.cameraId], event_category: 'motion' })
    await expect(change(made.id, { camera_ids: [] })).rejects.toMatchObject({ kind: 'invalid' })
    await expect(change(made.id, {})).rejects.toMatchObject({ kind: 'invalid' })
    const changed = await change(made.id, { event_category: null, cooldown_sec: 60 })
    expect(changed).toEqual({ ...made, event_category: null, cooldown_sec: 60 })
  })

  it('can be changed though a camera that it names was deleted since', async () => {
    const made = await create({ scope_type: 'cameras', camera_ids: [org.cameraId] })
    await db.query('update cameras set deleted_at = now() where id = $1', [org.cameraId])
    expect((await change(made.id, { enabled: false })).enabled).toBe(false)
    await expect(change(made.id, { camera_ids: [org.cameraId] })).rejects.toMatchObject({ kind: 'missing' })
  })

  it('keeps the row of a recipient who stays', async () => {
    const recipient = { user_id: org.userId, channels: ['email'] }
    const made = await create({ recipients: [recipient] })
    const changed = await change(made.id, { recipients: [{ ...recipient, channels: ['in_app', 'email'] }] })
    expect(changed.recipients).toEqual([
      { id: made.recipients[0]?.id, user_id: org.userId, channels: ['in_app', 'email'] },
    ])
    expect((await change(made.id, { recipients: [] })).recipients).toEqual([])
  })

  it('is not there for another organisation, nor once deleted', async () => {
    const made = await create({})
    const stranger = (await seedOrg(db)).owner
    const missing = { kind: 'missing' }
    await expect(getAlertRule(deps, stranger, made.id)).rejects.toMatchObject(missing)
    await expect(deleteAlertRule(deps, stranger, made.id)).rejects.toMatchObject(missing)
    await expect(updateAlertRule(deps, stranger, made.id, { name: 'Mine' })).rejects.toMatchObject(missing)
    await deleteAlertRule(deps, org.owner, made.id)
    await expect(getAlertRule(deps, org.owner, made.id)).rejects.toMatchObject(missing)
    const audit = await db.query<{ action: string }>(
      'select action from audit_log where target_id = $1 order by at, id',
      [made.id],
    )
    expect(audit.map((entry) => entry.action)).toEqual(['alert_rule.created', 'alert_rule.deleted'])
  })
})
