import { randomUUID } from 'node:crypto'
import { AlertRuleCreate, AlertRulePatch } from '@sightline/protocol'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { parseConfig } from '../../platform/config.js'
import { openKeyRing } from '../../platform/secrets/keys.js'
import { systemClock } from '../../platform/time/clock.js'
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from './alert-rule.service.js'

let db: TestDatabase
let org: SeededOrg
let deps: Parameters<typeof listAlertRules>[0] & Parameters<typeof deleteAlertRule>[0]

beforeAll(async () => {
  db = await createTestDatabase()
  deps = {
    database: db.database,
    keys: openKeyRing('00'.repeat(32)),
    config: parseConfig({ DATA_DIR: '/nowhere', PUBLIC_URL: 'https://video.example.com' }),
    clock: systemClock,
    publicUrl: () => 'https://cloud.example',
  }
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

/** How many statements wait for a lock. */
const waiting = async () => {
  const rows = await db.query<object>(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

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
    expect(await listAlertRules(deps, org.owner, {})).toEqual({ data: [made], total: 1 })
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
    expect((await listAlertRules(deps, org.owner, {})).total).toBe(0)
  })

  it('checks the rule as a patch leaves it, and keeps what the patch leaves out', async () => {
    const made = await create({ scope_type: 'cameras', camera_ids: [org.cameraId], event_category: 'motion' })
    await expect(change(made.id, { camera_ids: [] })).rejects.toMatchObject({ kind: 'invalid' })
    await expect(change(made.id, {})).rejects.toMatchObject({ kind: 'invalid' })
    const changed = await change(made.id, { event_category: null, cooldown_sec: 60 })
    expect(changed).toEqual({
      ...made,
      event_category: null,
      cooldown_sec: 60,
      updated_at: expect.any(String),
    })
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
    expect(changed.recipients).toEqual([{ ...made.recipients[0], channels: ['in_app', 'email'] }])
    expect((await change(made.id, { recipients: [] })).recipients).toEqual([])
  })

  it('of two who change the same rule at once the second is refused, and nothing of theirs is stored', async () => {
    const made = await create({ recipients: [{ user_id: org.userId, channels: ['email'] }] })
    const known = { if_updated_at: made.updated_at }
    const [first, second] = await Promise.allSettled([
      change(made.id, { ...known, severity: 'high' }),
      change(made.id, { ...known, cooldown_sec: 60, recipients: [] }),
    ])
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = first.status === 'rejected' ? first : second
    expect(refused).toMatchObject({ reason: { kind: 'conflict' } })
    const now = await getAlertRule(deps, org.owner, made.id)
    const isFirst = first.status === 'fulfilled'
    expect([now.severity, now.cooldown_sec, now.recipients.length]).toEqual(
      isFirst ? ['high', 300, 1] : ['medium', 60, 0],
    )
    expect((await change(made.id, { if_updated_at: now.updated_at, name: 'Yard' })).name).toBe('Yard')
    await expect(change(made.id, { if_updated_at: now.updated_at })).rejects.toMatchObject({
      kind: 'invalid',
    })
  })

  it.each(['made', 'changed'] as const)(
    'is not older than the locks for which it waited when it was %s',
    async (how) => {
      const { id } = await create({})
      const holder = new pg.Client({ connectionString: db.address.url })
      await holder.connect()
      try {
        await holder.query('begin')
        await holder.query('select 1 from organisations where id = $1 for update', [org.orgId])
        await holder.query('select 1 from alert_rules where id = $1 for update', [id])
        const writing = how === 'made' ? create({}) : change(id, { name: 'Other' })
        await expect.poll(waiting, { timeout: 5_000, interval: 10 }).toBe(1)
        const { rows } = await holder.query<{ at: Date }>('select clock_timestamp() as at')
        await holder.query('commit')
        const written = Date.parse((await writing).updated_at)
        expect(written).toBeGreaterThanOrEqual(rows[0]?.at.getTime() ?? Number.NaN)
      } finally {
        await holder.end()
      }
    },
  )

  it('says by which channels of its recipients nobody is told, as the service is set up', async () => {
    const channels = ['in_app', 'email']
    const made = await create({ recipients: [{ user_id: org.userId, channels }] })
    expect(made.channels_not_set_up).toEqual(['email'])
    expect((await change(made.id, { recipients: [] })).channels_not_set_up).toEqual([])
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
