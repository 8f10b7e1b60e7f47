import { randomUUID } from 'node:crypto'
import type { EventOpened } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { testHooks } from '#testing/test-hooks.js'
import { silentLog } from '../../platform/log.js'
import { systemClock } from '../../platform/time/clock.js'
import { createEventIntake, type EventIntake } from './event-intake.service.js'

const minute = 60_000
let db: TestDatabase
let intake: EventIntake
let org: SeededOrg
let otherGateway: string
let otherSite: string

beforeAll(async () => {
  db = await createTestDatabase()
  intake = createEventIntake({
    database: db.database,
    clock: systemClock,
    log: silentLog,
    hooks: testHooks.events,
  })
})
afterAll(() => db.close())
beforeEach(async () => {
  org = await seedOrg(db)
  otherGateway = randomUUID()
  otherSite = randomUUID()
  await db.query(`insert into sites (org_id, id, name) values ($1, $2, 'Yard')`, [org.orgId, otherSite])
  await db.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Yard', $3)`, [
    org.orgId,
    otherGateway,
    otherSite,
  ])
})

/** Everything that the camera was so far happened so many minutes earlier. */
const letPass = (minutes: number) =>
  db.query(
    `update camera_placements set from_at = from_at - make_interval(mins => $2),
       until_at = until_at - make_interval(mins => $2) where camera_id = $1`,
    [org.cameraId, minutes],
  )

async function move(gatewayId: string | null, siteId: string): Promise<void> {
  await db.query('update cameras set gateway_id = $2, site_id = $3 where id = $1', [
    org.cameraId,
    gatewayId,
    siteId,
  ])
}

async function tell(gatewayId: string, minutesAgo: number, rest: Partial<EventOpened> = {}) {
  const body: EventOpened = {
    event_id: uuidv7(),
    camera_id: org.cameraId,
    event_category: 'motion',
    trigger_topic: '',
    trigger_source: 'software',
    raw_source: 'motion',
    raw_data: {},
    triggered_at: new Date(Date.now() - minutesAgo * minute).toISOString(),
    clock_offset_ms: null,
    clock_synced: null,
    ...rest,
  }
  const outcome = await intake.take(
    { orgId: org.orgId, gatewayId, receivedAt: new Date() },
    { type: 'event.opened', body: body },
  )
  const [row] = await db.query<{ site_id: string }>('select site_id from events where id = $1', [
    body.event_id,
  ])
  return { outcome, siteId: row?.site_id }
}

const unknown = {
  outcome: { rejected: { code: 'camera_unknown', message: expect.any(String) } },
  siteId: undefined,
}

describe('an event of before', () => {
  test('the camera went to another gateway is kept, at the site of that time', async () => {
    await letPass(60)
    await move(otherGateway, otherSite)
    await letPass(60)
    // Recorded 90 minutes ago behind the first gateway, whose line was down until now.
    expect(await tell(org.gatewayId, 90)).toEqual({ outcome: 'stored', siteId: org.siteId })
    expect(await tell(otherGateway, 30)).toEqual({ outcome: 'stored', siteId: otherSite })
  })

  test('the camera was unpaired is kept', async () => {
    await letPass(60)
    await move(null, org.siteId)
    await letPass(60)
    expect(await tell(org.gatewayId, 61)).toEqual({ outcome: 'stored', siteId: org.siteId })
  })

  test('the camera changed its site is listed at the site of that time', async () => {
    await letPass(60)
    await move(org.gatewayId, otherSite)
    await letPass(60)
    await move(org.gatewayId, org.siteId)
    expect((await tell(org.gatewayId, 90)).siteId).toBe(org.siteId)
    expect((await tell(org.gatewayId, 30)).siteId).toBe(otherSite)
    expect((await tell(org.gatewayId, 0)).siteId).toBe(org.siteId)
  })

  test('the camera was added, by a clock that is behind, is of its first place', async () => {
    expect(await tell(org.gatewayId, 60)).toEqual({ outcome: 'stored', siteId: org.siteId })
  })
})

describe('an event of after', () => {
  test('the camera went to another gateway is none of the first one', async () => {
    await letPass(60)
    await move(otherGateway, otherSite)
    await letPass(60)
    expect(await tell(org.gatewayId, 30)).toEqual(unknown)
    expect(await tell(otherGateway, 90)).toEqual({ outcome: 'stored', siteId: otherSite })
  })

  test('the camera was unpaired is nobody’s, by the clock of the cloud', async () => {
    await letPass(60)
    await move(null, org.siteId)
    await letPass(60)
    expect(await tell(org.gatewayId, 30)).toEqual(unknown)
    // Its clock says half an hour ago, and is known to be an hour ahead.
    expect((await tell(org.gatewayId, 30, { clock_offset_ms: -60 * minute })).outcome).toBe('stored')
    expect(await tell(org.gatewayId, 90, { clock_offset_ms: 60 * minute })).toEqual(unknown)
  })
})
