import { randomUUID } from 'node:crypto'
import { AlertRuleCreate } from '@sightline/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SeededOrg, seedCamera, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import type { Platform } from '../../platform/platform.js'
import { createAlertRule } from '../rules/alert-rule.service.js'
import { watchOutages } from './outage.service.js'

const patiently = { timeout: 30_000, interval: 20 }
const graceMs = 400
let db: TestDatabase
let platform: Platform
let org: SeededOrg
let stop: AbortController
let running: Promise<void>[]

beforeAll(async () => {
  db = await createTestDatabase()
  platform = createTestPlatform(db, { config: { offlineGraceMs: graceMs } })
})
afterAll(() => db.close())
beforeEach(async () => {
  org = await seedOrg(db)
  stop = new AbortController()
  running = []
})
afterEach(async () => {
  stop.abort()
  await Promise.all(running)
  await db.query('delete from outage_watch')
})

const startNode = (node = platform) => running.push(watchOutages(node, stop.signal))
/** One whose grace time is not over while a test says two things one after the other, however slow the machine is. */
const startPatientNode = () => startNode(createTestPlatform(db, { config: { offlineGraceMs: 3_000 } }))

function rule(change: Record<string, unknown> = {}) {
  const body = { name: 'Watch', rule_kind: 'system_event', system_trigger: 'camera_offline', ...change }
  return createAlertRule(platform, org.owner, AlertRuleCreate.parse(body))
}
const gatewayRule = (change = {}) => rule({ name: 'Boxes', system_trigger: 'gateway_offline', ...change })

const setCameras = (status: string, ids = [org.cameraId]) =>
  db.query(`update cameras set status = $2, observed_status = 'offline' where id = any($1)`, [ids, status])
const setGateway = (status: string, id = org.gatewayId) =>
  db.query('update gateways set status = $2, last_heartbeat_at = now() where id = $1', [id, status])

/** The gateway with these cameras is on line. */
async function allOnline(cameraIds = [org.cameraId]): Promise<void> {
  await setGateway('online')
  await setCameras('online', cameraIds)
}

/** As when the gateway falls silent: it and its cameras, in one transaction. */
const loseGateway = (cameraIds = [org.cameraId]) =>
  db.query(
    `with gone as (update gateways set status = 'offline' where id = $1)
     update cameras set status = 'offline' where id = any($2)`,
    [org.gatewayId, cameraIds],
  )

interface AlertFacts {
  id: string
  rule_id: string
  camera_id: string | null
  gateway_id: string | null
  event_id: string | null
  site_id: string
  status: string
  description: string
}

const alerts = () =>
  db.query<AlertFacts>('select * from alerts where org_id = $1 order by fired_at, id', [org.orgId])

async function untilAlerts(count: number): Promise<AlertFacts[]> {
  await vi.waitFor(async () => expect(await alerts()).toHaveLength(count), patiently)
  return alerts()
}

/** Every look that is asked for is done, and none is left for later. */
const untilSettled = () =>
  vi.waitFor(
    async () => expect(await db.query(`select 1 from outage_watch where status = 'pending'`)).toHaveLength(0),
    patiently,
  )

const timelineOf = async ({ id }: { id: string }) =>
  (
    await db.query<{ action: string }>(
      'select action from alert_timeline where alert_id = $1 order by at, id',
      [id],
    )
  ).map(({ action }) => action)

const addWebhook = () =>
  db.query(
    `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind,
       created_by_name) values ($1, $2, 'Hook', 'https://example.com/', '{alert}', '\\x00', 'k', 'user', 'x')`,
    [org.orgId, randomUUID()],
  )
const deliveredOf = (alert: { id: string }) =>
  db
    .query<{ payload: Record<string, unknown> }>(
      `select payload from webhook_deliveries where org_id = $1 and payload ->> 'alert_id' = $2 order by id`,
      [org.orgId, alert.id],
    )
    .then((rows) => rows.map(({ payload }) => payload))

describe('a camera', () => {
  it('that stays off line is told once, by alert, webhook and inbox', async () => {
    const made = await rule({ recipients: [{ user_id: org.userId, channels: ['in_app'] }] })
    await addWebhook()
    await allOnline()
    startNode()
    await setCameras('offline')
    const [alert] = await untilAlerts(1)
    if (!alert) throw new Error('no alert')
    await untilSettled()
    expect(await alerts()).toEqual([alert])
    expect(alert).toMatchObject({
      rule_id: made.id,
      camera_id: org.cameraId,
      gateway_id: null,
      event_id: null,
      site_id: org.siteId,
      description: 'Front door is off line',
    })
    expect(await timelineOf(alert)).toEqual(['fired'])
    const told = {
      event_id: alert.id,
      camera_id: org.cameraId,
      camera_name: 'Front door',
      action: 'fired',
      recovered_at: null,
      late: false,
      site_id: org.siteId,
      site_name: expect.stringMatching(/./),
      gateway_id: org.gatewayId,
      gateway_name: expect.stringMatching(/./),
    }
    expect(await db.query('select payload from webhook_deliveries where alert_id = $1', [alert.id])).toEqual([
      { payload: expect.objectContaining({ ...told, rule_name: 'Watch', alert_id: alert.id }) },
    ])
    expect(await db.query('select user_id from notifications where alert_id = $1', [alert.id])).toEqual([
      { user_id: org.userId },
    ])
  })

  it('that is back within the grace time is not told', async () => {
    await rule()
    await allOnline()
    startPatientNode()
    await setCameras('offline')
    await setCameras('error')
    await setCameras('online')
    await untilSettled()
    expect(await alerts()).toEqual([])
  })

  it('is down from its first loss on, though it changes between off line and error', async () => {
    await rule()
    await allOnline()
    await setCameras('error')
    const since = () =>
      db.query('select down_since from outage_watch where id = $1', [org.cameraId]).then(([row]) => row)
    const first = await since()
    await setCameras('offline')
    expect(await since()).toEqual(first)
    startNode()
    await untilAlerts(1)
  })

  it('that comes back is noted on the timeline, and its alert stays as it was', async () => {
    await rule()
    await allOnline()
    startNode()
    await setCameras('offline')
    const [alert] = await untilAlerts(1)
    if (!alert) throw new Error('no alert')
    await setCameras('online')
    await vi.waitFor(async () => expect(await timelineOf(alert)).toEqual(['fired', 'recovered']), patiently)
    await untilSettled()
    expect((await alerts())[0]?.status).toBe('new')
  })

  it('that comes back is told to webhooks, once, with the ids of its alert', async () => {
    await rule()
    await addWebhook()
    await allOnline()
    startNode()
    await setCameras('offline')
    const [alert] = await untilAlerts(1)
    if (!alert) throw new Error('no alert')
    await setCameras('online')
    await vi.waitFor(async () => expect(await deliveredOf(alert)).toHaveLength(2), patiently)
    await untilSettled()
    const [fired, recovered, ...more] = await deliveredOf(alert)
    expect(more).toEqual([])
    expect(recovered).toEqual({
      ...fired,
      action: 'recovered',
      description: 'Over: Front door is off line',
      recovered_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  it('that is disabled or deleted while it is off line has not recovered', async () => {
    await rule()
    const other = await seedCamera(db, org, 'Yard')
    await allOnline([org.cameraId, other])
    startNode()
    await setCameras('offline', [org.cameraId, other])
    const both = await untilAlerts(2)
    await setCameras('disabled')
    await db.query('update cameras set deleted_at = now() where id = $1', [other])
    await untilSettled()
    expect(await Promise.all(both.map(timelineOf))).toEqual([['fired'], ['fired']])
    expect(await db.query('select 1 from alerts where outage_lasts and org_id = $1', [org.orgId])).toEqual([])
  })

  it.each([
    ['was never on line', () => setCameras('offline')],
    [
      'is disabled',
      async () => {
        await allOnline()
        await setCameras('disabled')
        await db.query('update cameras set enabled = false where id = $1', [org.cameraId])
        await setCameras('offline')
      },
    ],
    [
      'is behind a disabled gateway',
      async () => {
        await allOnline()
        await setGateway('disabled')
        await setCameras('offline')
      },
    ],
  ])('that %s is not told', async (_, arrange) => {
    await rule()
    await gatewayRule()
    await arrange()
    // What became due after it shows that its grace time is over.
    const witness = await seedOrg(db)
    const home = org
    org = witness
    await rule()
    await allOnline()
    await setCameras('offline')
    startNode()
    await untilAlerts(1)
    org = home
    await untilSettled()
    expect(await alerts()).toEqual([])
  })

  it('is told again when the cooldown is over, if it is off line then', async () => {
    await rule({ cooldown_sec: 60 })
    await allOnline()
    startNode()
    await setCameras('offline')
    await untilAlerts(1)
    await setCameras('online')
    await untilSettled()
    await setCameras('offline')
    const [watch] = await vi.waitFor(async () => {
      const rows = await db.query<{ sec: number }>(
        `select extract(epoch from next_at - now())::float8 as sec from outage_watch
         where id = $1 and status = 'pending' and next_at > now() + interval '10 seconds'`,
        [org.cameraId],
      )
      expect(rows).toHaveLength(1)
      return rows
    }, patiently)
    expect(watch?.sec).toBeLessThanOrEqual(60)
    expect(await alerts()).toHaveLength(1)
    await db.query(`update alert_rule_cooldowns set last_fired_at = last_fired_at - interval '60 seconds'`)
    await db.query('update outage_watch set next_at = now()')
    const [, second] = await untilAlerts(2)
    expect(second && (await timelineOf(second))).toEqual(['fired'])
  })
})

describe('a gateway', () => {
  it('is one alert in place of one for each of its cameras', async () => {
    await rule()
    const boxes = await gatewayRule()
    const cameras = [org.cameraId, await seedCamera(db, org, 'Yard'), await seedCamera(db, org, 'Gate')]
    await allOnline(cameras)
    startNode()
    await loseGateway(cameras)
    const [alert] = await untilAlerts(1)
    await untilSettled()
    expect(await alerts()).toEqual([alert])
    expect(alert).toMatchObject({
      rule_id: boxes.id,
      camera_id: null,
      gateway_id: org.gatewayId,
      event_id: null,
      site_id: org.siteId,
      description: 'The gateway Cupboard is off line, and with it 3 cameras',
    })
  })

  it('is told by the rules for cameras where none is for gateways', async () => {
    const made = await rule()
    await gatewayRule({ enabled: false })
    const other = await seedCamera(db, org, 'Yard')
    await rule({ scope_type: 'cameras', camera_ids: [await seedCamera(db, await seedOther(), 'Elsewhere')] })
    await allOnline([org.cameraId, other])
    startNode()
    await loseGateway([org.cameraId, other])
    const [alert] = await untilAlerts(1)
    await untilSettled()
    expect(await alerts()).toHaveLength(1)
    expect(alert).toMatchObject({ rule_id: made.id, camera_id: null, gateway_id: org.gatewayId })
  })

  it('that is back is noted, and a camera that did not come back with it is told then', async () => {
    await rule()
    await gatewayRule()
    const lost = await seedCamera(db, org, 'Yard')
    await allOnline([org.cameraId, lost])
    startPatientNode()
    await loseGateway([org.cameraId, lost])
    const [box] = await untilAlerts(1)
    await untilSettled()
    await setGateway('online')
    await setCameras('online')
    const [, second] = await untilAlerts(2)
    expect(second).toMatchObject({ camera_id: lost, description: 'Yard is off line' })
    expect(box && (await timelineOf(box))).toEqual(['fired', 'recovered'])
    await untilSettled()
    expect(await alerts()).toHaveLength(2)
  })

  it('that has fallen silent, but is not off line yet, holds back the alerts of its cameras', async () => {
    await rule()
    const boxes = await gatewayRule()
    await allOnline()
    await db.query(
      `insert into gateway_sessions (org_id, gateway_id, epoch, seen_at)
       values ($1, $2, 1, now() - interval '20 seconds')`,
      [org.orgId, org.gatewayId],
    )
    await setCameras('offline')
    startNode()
    await vi.waitFor(async () => {
      const waiting = await db.query(
        `select 1 from outage_watch where id = $1 and status = 'pending' and lease_until is null
         and next_at > down_since + interval '1.5 seconds'`,
        [org.cameraId],
      )
      expect(waiting).toHaveLength(1)
    }, patiently)
    expect(await alerts()).toEqual([])
    await setGateway('offline')
    const [alert] = await untilAlerts(1)
    await untilSettled()
    expect(alert).toMatchObject({ rule_id: boxes.id })
    expect(await alerts()).toHaveLength(1)
  })

  it('that an operator enables again has the grace time to come back', async () => {
    await gatewayRule()
    await allOnline()
    await setGateway('disabled')
    startPatientNode()
    await setGateway('offline')
    await untilAlerts(1)
    await setGateway('disabled')
    await untilSettled()
    await setGateway('offline')
    await setGateway('online')
    await untilSettled()
    expect(await alerts()).toHaveLength(1)
  })

  /** A second gateway of the organisation. */
  async function seedOther() {
    const gatewayId = randomUUID()
    await db.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Shed', $3)`, [
      org.orgId,
      gatewayId,
      org.siteId,
    ])
    return { ...org, gatewayId }
  }
})

describe('several nodes', () => {
  it('tell of each of many outages once', async () => {
    await rule()
    const cameras = [org.cameraId]
    for (let index = 0; index < 29; index += 1) cameras.push(await seedCamera(db, org, `Camera ${index}`))
    await allOnline(cameras)
    await setCameras('offline', cameras)
    const options = { config: { offlineGraceMs: graceMs } }
    for (let node = 0; node < 3; node += 1) startNode(createTestPlatform(db, options))
    await untilAlerts(cameras.length)
    await untilSettled()
    const told = (await alerts()).map((alert) => alert.camera_id ?? '')
    expect(told.toSorted((a, b) => a.localeCompare(b))).toEqual(
      cameras.toSorted((a, b) => a.localeCompare(b)),
    )
  })

  it('lose no outage when the one that began with it stops', async () => {
    await rule()
    await allOnline()
    await setCameras('offline')
    // It died with the row in its hands.
    await db.query(
      `update outage_watch set worker = 'dead', lease_until = now() + interval '1 second' where id = $1`,
      [org.cameraId],
    )
    startNode()
    await untilAlerts(1)
  })
})
