import { randomUUID } from 'node:crypto'
import type { EventClosed, EventOpened } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SeededOrg, seedCamera, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { testHooks } from '#testing/test-hooks.js'
import { openDatabase } from '../../platform/database/database.js'
import { silentLog } from '../../platform/log.js'
import { systemClock } from '../../platform/time/clock.js'
import { createEventIntake, type EventIntake } from './event-intake.service.js'

let db: TestDatabase
let intake: EventIntake
let org: SeededOrg

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
})

const context = (of: Pick<SeededOrg, 'orgId' | 'gatewayId'> = org) => ({
  orgId: of.orgId,
  gatewayId: of.gatewayId,
  receivedAt: new Date(),
})

const opened = (rest: Partial<EventOpened> = {}): EventOpened => ({
  event_id: uuidv7(),
  camera_id: org.cameraId,
  event_category: 'motion',
  trigger_topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
  trigger_source: 'onvif',
  raw_source: 'onvif',
  raw_data: { IsMotion: true, quoted: '"a\\b\',{}\n' },
  triggered_at: new Date().toISOString(),
  clock_offset_ms: -14.5,
  clock_synced: true,
  ...rest,
})

const closed = (eventId: string, rest: Partial<EventClosed> = {}): EventClosed => ({
  event_id: eventId,
  camera_id: org.cameraId,
  clip: {
    start_at: '2026-03-14T09:29:54.080Z',
    end_at: '2026-03-14T09:30:29.120Z',
    codec: 'h264',
    width: 640,
    height: 360,
    bytes: 1000,
    sha256: 'a'.repeat(64),
  },
  error: null,
  ...rest,
})

async function ruleForAll() {
  const id = randomUUID()
  await db.query(
    `insert into alert_rules (org_id, id, name, rule_kind, cooldown_sec, created_by_kind, created_by_name)
     values ($1, $2, 'Everything', 'camera_event', 60, 'user', 'Test')`,
    [org.orgId, id],
  )
  return id
}

async function eventRow(id: string) {
  const rows = await db.query(`select * from events where org_id = $1 and id = $2`, [org.orgId, id])
  expect(rows).toHaveLength(1)
  return rows[0] ?? {}
}

async function totals(of = org) {
  const [row] = await db.query<{ counted: string; there: string }>(
    `select (select coalesce(sum(count), 0) from event_counts where org_id = $1)::text as counted,
            (select count(*) from events where org_id = $1 and deleted_at is null)::text as there`,
    [of.orgId],
  )
  expect(row?.counted).toBe(row?.there)
  return Number(row?.there)
}

const alertCount = async () =>
  Number((await db.query(`select count(*) from alerts where org_id = $1`, [org.orgId]))[0]?.count)

describe('an event that goes on from another', () => {
  const goesOn = (first: string, rest: Partial<EventOpened> = {}) =>
    opened({ raw_data: { IsMotion: true, continues: first }, ...rest })
  /** One each two minutes: beyond the cooldown of the rule. */
  const take = (...bodies: EventOpened[]) =>
    Promise.all(
      bodies.map((body) => {
        minutes += 2
        const triggered_at = new Date(Date.UTC(2026, 2, 14, 9, minutes)).toISOString()
        return intake.take(context(), { type: 'event.opened', body: { ...body, triggered_at } })
      }),
    )
  let minutes = 0

  beforeEach(async () => {
    await ruleForAll()
  })

  test.each(['motion', 'manual'] as const)(
    'tells nobody again, in whatever batch it comes: %s',
    async (kind) => {
      const source = kind === 'manual' ? { trigger_source: 'manual' as const, raw_source: 'cloud' } : {}
      const first = opened(source)
      const second = goesOn(first.event_id, source)
      await take(first, second)
      await take(goesOn(second.event_id, source))
      expect(await totals()).toBe(3)
      expect(await alertCount()).toBe(1)
    },
  )

  test('tells nobody again where the other is named in large letters', async () => {
    const first = opened()
    const second = goesOn(first.event_id.toUpperCase())
    await take(first)
    await take(second)
    await take(goesOn(second.event_id.toUpperCase()))
    expect(await totals()).toBe(3)
    expect(await alertCount()).toBe(1)
  })

  const rules = async () =>
    (
      await db.query<{ name: string; number: number }>(
        `select rule_name as name, count(*)::int as number from alerts where org_id = $1 group by 1 order by 1`,
        [org.orgId],
      )
    ).map(({ name, number }) => `${name} ${number}`)
  /** @param age since it was made; less than none for one that is made a moment after what came before */
  const addRule = (name: string, category: string | null, topic: string | null = null, age = '1 hour') =>
    db.query(
      `insert into alert_rules (org_id, id, name, rule_kind, event_category, trigger_topic_pattern, cooldown_sec,
         updated_at, created_by_kind, created_by_name)
       values ($1, gen_random_uuid(), $2, 'camera_event', $3, $4, 60, now() - $5::interval, 'user', 'Olive')`,
      [org.orgId, name, category, topic, age],
    )

  test('tells by the rules that were not asked about that one: for another category or topic, or made since', async () => {
    await addRule('Motion', 'motion')
    await addRule('Line', 'line_crossing')
    await addRule('Fence', null, '%Fence')
    const first = opened({ event_category: 'line_crossing', trigger_topic: 'Line' })
    await take(first)
    expect(await rules()).toEqual(['Everything 1', 'Line 1'])
    await addRule('New', 'motion', null, '-1 second')
    const second = goesOn(first.event_id, { event_category: 'motion', trigger_topic: 'Fence' })
    await take(second)
    expect(await rules()).toEqual(['Everything 1', 'Fence 1', 'Line 1', 'Motion 1', 'New 1'])
    // What was told of an event further back is not told again either, nor by a rule that was called otherwise meanwhile.
    await db.query(`update alert_rules set updated_at = now() + interval '2 seconds' where org_id = $1`, [
      org.orgId,
    ])
    await take(goesOn(second.event_id, { event_category: 'line_crossing', trigger_topic: 'Fence' }))
    expect(await rules()).toEqual(['Everything 1', 'Fence 1', 'Line 1', 'Motion 1', 'New 1'])
  })

  test('tells by the rules that were not asked about that one, also where both come at once', async () => {
    await addRule('Motion', 'motion')
    const first = opened({ event_category: 'line_crossing' })
    const second = goesOn(first.event_id, { event_category: 'motion' })
    await take(first, second, goesOn(second.event_id, { event_category: 'motion' }))
    expect(await rules()).toEqual(['Everything 1', 'Motion 1'])
  })

  test('is one of its own where it names none of its camera', async () => {
    const yard = await seedCamera(db, org, 'Yard')
    const stranger = await seedOrg(db)
    const theirs = opened({ camera_id: stranger.cameraId })
    await intake.take(context(stranger), { type: 'event.opened', body: theirs })
    const first = opened({ camera_id: yard })
    const own = uuidv7()
    await take(
      first,
      goesOn(first.event_id),
      goesOn(theirs.event_id),
      goesOn(uuidv7()),
      goesOn('nothing'),
      goesOn(own, { event_id: own }),
    )
    expect(await alertCount()).toBe(6)
  })
})

describe('opened', () => {
  test('stores what the gateway said, with the site of the camera', async () => {
    const body = opened()
    expect(await intake.take(context(), { type: 'event.opened', body: body })).toBe('stored')
    expect(await eventRow(body.event_id)).toMatchObject({
      camera_id: org.cameraId,
      site_id: org.siteId,
      gateway_id: org.gatewayId,
      raw_data: body.raw_data,
      triggered_at: new Date(body.triggered_at),
      gateway_clock_offset_ms: -14.5,
      clock_synced: true,
      late: false,
      clip_status: 'recording',
      recording_source: 'gateway',
    })
    expect(await totals()).toBe(1)
  })

  test('counts from when it happened where its gateway was away for longer and its clock was held, else from its receipt', async () => {
    await db.query(`update gateways set away_sec = 3 * 86400 where id = $1`, [org.gatewayId])
    const happened = async (hoursAgo: number, rest: Partial<EventOpened> = {}) => {
      const triggered = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
      const body = opened({ triggered_at: triggered, clock_offset_ms: 0, ...rest })
      await intake.take(context(), { type: 'event.opened', body })
      const [row] = await db.query<{ hours: number | null }>(
        `select round(extract(epoch from received_at - happened_at) / 3600)::int as hours from events where id = $1`,
        [body.event_id],
      )
      return row?.hours
    }
    expect(await happened(48)).toBe(48)
    // The gateway's clock is a day ahead, and that is known.
    expect(await happened(24, { clock_offset_ms: -24 * 3_600_000 })).toBe(48)
    expect(await happened(48, { clock_offset_ms: -0.4 })).toBe(48)
    expect(
      await db.query(`select 1 from events where happened_at <> date_trunc('milliseconds', happened_at)`),
    ).toEqual([])
    expect(await happened(48, { clock_synced: false })).toBeNull()
    expect(await happened(48, { clock_synced: null })).toBeNull()
    expect(await happened(48, { clock_offset_ms: null })).toBeNull()
    expect(await happened(80)).toBeNull()
    expect(await happened(-48)).toBeNull()
    await db.query(`update gateways set away_sec = null where id = $1`, [org.gatewayId])
    expect(await happened(48)).toBeNull()
  })

  test('the same event 50 times at once on two nodes: one row, one alert, counted once', async () => {
    await ruleForAll()
    const otherNode = openDatabase(db.address, { log: silentLog })
    const other = createEventIntake({
      database: otherNode,
      clock: systemClock,
      log: silentLog,
      hooks: testHooks.events,
    })
    const body = opened()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? intake : other).take(context(), { type: 'event.opened', body: body }),
      ),
    )
    await otherNode.close()
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(49)
    expect(await totals()).toBe(1)
    expect(await alertCount()).toBe(1)
  })

  test('500 events of two organisations at once are all stored and counted', async () => {
    const second = await seedOrg(db)
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        n % 2
          ? intake.take(context(), {
              type: 'event.opened',
              body: opened({ event_category: n % 3 ? 'motion' : 'audio' }),
            })
          : intake.take(context(second), {
              type: 'event.opened',
              body: opened({ camera_id: second.cameraId }),
            }),
      ),
    )
    expect(outcomes.every((outcome) => outcome === 'stored')).toBe(true)
    expect(await totals()).toBe(250)
    expect(await totals(second)).toBe(250)
  })

  test('a repeat after a commit whose acknowledgement was lost is a duplicate, without a second alert', async () => {
    await ruleForAll()
    const body = opened()
    await intake.take(context(), { type: 'event.opened', body: body })
    // What a restarted cloud starts with: nothing but the database.
    const restarted = createEventIntake({
      database: db.database,
      clock: systemClock,
      log: silentLog,
      hooks: testHooks.events,
    })
    expect(await restarted.take(context(), { type: 'event.opened', body: body })).toBe('duplicate')
    expect(await totals()).toBe(1)
    expect(await alertCount()).toBe(1)
  })

  test('a camera of another gateway, organisation or of nobody is refused, and sinks no batch', async () => {
    const other = await seedOrg(db)
    const good = opened()
    const [ofOther, ofNobody, fine, wrongGateway] = await Promise.all([
      intake.take(context(), { type: 'event.opened', body: opened({ camera_id: other.cameraId }) }),
      intake.take(context(), { type: 'event.opened', body: opened({ camera_id: randomUUID() }) }),
      intake.take(context(), { type: 'event.opened', body: good }),
      intake.take({ ...context(), gatewayId: other.gatewayId }, { type: 'event.opened', body: opened() }),
    ])
    const unknown = { rejected: { code: 'camera_unknown', message: expect.any(String) } }
    expect([ofOther, ofNobody, fine, wrongGateway]).toEqual([unknown, unknown, 'stored', unknown])
    expect(await totals()).toBe(1)
  })

  test('an id that another camera took is a conflict', async () => {
    const second = await seedCamera(db, org)
    const body = opened()
    const conflict = { rejected: { code: 'conflict', message: expect.any(String) } }
    const both = await Promise.all([
      intake.take(context(), { type: 'event.opened', body: body }),
      intake.take(context(), { type: 'event.opened', body: { ...body, camera_id: second } }),
    ])
    expect(both).toEqual(expect.arrayContaining(['stored', conflict]))
    const loser = both[0] === 'stored' ? second : org.cameraId
    expect(
      await intake.take(context(), { type: 'event.opened', body: { ...body, camera_id: loser } }),
    ).toEqual(conflict)
    expect(await totals()).toBe(1)
  })

  test('values that cannot be stored are refused alone', async () => {
    const bodies = [opened(), opened({ raw_data: { nul: '\u0000' } }), opened()]
    const outcomes = await Promise.all(
      bodies.map((body) => intake.take(context(), { type: 'event.opened', body: body })),
    )
    expect(outcomes).toEqual([
      'stored',
      { rejected: { code: 'invalid', message: expect.any(String) } },
      'stored',
    ])
    expect(await totals()).toBe(2)
  })

  test('an event of before the camera was deleted is kept, a later one refused', async () => {
    await db.query(`update cameras set deleted_at = now() - interval '6 minutes' where id = $1`, [
      org.cameraId,
    ])
    const before = opened({ triggered_at: new Date(Date.now() - 7 * 60_000).toISOString() })
    expect(await intake.take(context(), { type: 'event.opened', body: before })).toBe('stored')
    // A gateway's clock is not that of PostgreSQL.
    const nearly = opened({ triggered_at: new Date(Date.now() - 2 * 60_000).toISOString() })
    expect(await intake.take(context(), { type: 'event.opened', body: nearly })).toBe('stored')
    expect(await intake.take(context(), { type: 'event.opened', body: opened() })).toMatchObject({
      rejected: { code: 'camera_unknown' },
    })
  })

  test.each([
    ['ahead: what happened before the camera was deleted is kept', 5, -30, 'stored'],
    [
      'behind: what happened after it was deleted is refused',
      -30,
      30,
      { rejected: { code: 'camera_unknown', message: expect.any(String) } },
    ],
  ] as const)('by a clock that is known to be %s', async (_what, stampMin, offsetMin, outcome) => {
    await db.query(`update cameras set deleted_at = now() - interval '10 minutes' where id = $1`, [
      org.cameraId,
    ])
    const body = opened({
      triggered_at: new Date(Date.now() + stampMin * 60_000).toISOString(),
      clock_offset_ms: offsetMin * 60_000,
      clock_synced: true,
    })
    expect(await intake.take(context(), { type: 'event.opened', body })).toEqual(outcome)
  })

  test('the site is that of the time: moving the camera leaves earlier events', async () => {
    const body = opened()
    await intake.take(context(), { type: 'event.opened', body: body })
    const newSite = randomUUID()
    await db.query(`insert into sites (org_id, id, name) values ($1, $2, 'New')`, [org.orgId, newSite])
    await db.query(`update cameras set site_id = $1 where id = $2`, [newSite, org.cameraId])
    const later = opened({ triggered_at: new Date(Date.now() + 1000).toISOString() })
    await intake.take(context(), { type: 'event.opened', body: later })
    expect((await eventRow(body.event_id)).site_id).toBe(org.siteId)
    expect((await eventRow(later.event_id)).site_id).toBe(newSite)
    expect(await totals()).toBe(2)
  })

  test('20 minutes late is late, and its alert too', async () => {
    await ruleForAll()
    const body = opened({ triggered_at: new Date(Date.now() - 20 * 60_000).toISOString() })
    await intake.take(context(), { type: 'event.opened', body: body })
    expect((await eventRow(body.event_id)).late).toBe(true)
    expect(await db.query(`select late from alerts where event_id = $1`, [body.event_id])).toEqual([
      { late: true },
    ])
  })

  test('without a database nothing is confirmed', async () => {
    const gone = openDatabase(db.address, { log: silentLog })
    await gone.close()
    const cut = createEventIntake({
      database: gone,
      clock: systemClock,
      log: silentLog,
      hooks: testHooks.events,
    })
    await expect(cut.take(context(), { type: 'event.opened', body: opened() })).rejects.toThrow()
  })
})

describe('closed', () => {
  test('keeps what is damaged apart from other trouble, and none where no clip comes', async () => {
    const [kept, lost] = [opened(), opened()]
    for (const body of [kept, lost]) await intake.take(context(), { type: 'event.opened', body })
    const note = '3 pictures are damaged: data was lost between the camera and the gateway'
    const error = `the clip has no sound; ${note}`
    await intake.take(context(), { type: 'event.closed', body: closed(kept.event_id, { error, note }) })
    expect(await eventRow(kept.event_id)).toMatchObject({ clip_error: error, clip_note: note })
    await intake.take(context(), { type: 'event.closed', body: closed(lost.event_id, { clip: null, error }) })
    expect((await eventRow(lost.event_id)).clip_note).toBeNull()
  })

  test('sets the clip, and a repeat changes nothing', async () => {
    const body = opened()
    await intake.take(context(), { type: 'event.opened', body: body })
    expect(
      await intake.take(context(), {
        type: 'event.closed',
        body: closed(body.event_id, { error: 'stream lost' }),
      }),
    ).toBe('stored')
    const row = await eventRow(body.event_id)
    expect(row).toMatchObject({
      clip_status: 'uploading',
      clip_error: 'stream lost',
      clip_start_at: new Date('2026-03-14T09:29:54.080Z'),
      clip_end_at: new Date('2026-03-14T09:30:29.120Z'),
      duration_sec: 35,
      clip_codec: 'h264',
    })
    expect(
      await intake.take(context(), {
        type: 'event.closed',
        body: closed(body.event_id, { error: 'stream lost' }),
      }),
    ).toBe('duplicate')
    expect(await eventRow(body.event_id)).toEqual(row)
  })

  test('without a clip the event has failed, with the reason', async () => {
    const body = opened()
    await intake.take(context(), { type: 'event.opened', body: body })
    await intake.take(context(), {
      type: 'event.closed',
      body: closed(body.event_id, { clip: null, error: 'no picture' }),
    })
    expect(await eventRow(body.event_id)).toMatchObject({ clip_status: 'failed', clip_error: 'no picture' })
  })

  test("an unknown event, and another gateway's, are refused", async () => {
    const body = opened()
    await intake.take(context(), { type: 'event.opened', body: body })
    const refusal = { rejected: { code: 'not_found', message: expect.any(String) } }
    expect(await intake.take(context(), { type: 'event.closed', body: closed(uuidv7()) })).toEqual(refusal)
    const strange = { ...context(), gatewayId: randomUUID() }
    expect(await intake.take(strange, { type: 'event.closed', body: closed(body.event_id) })).toEqual(refusal)
    const otherOrg = await seedOrg(db)
    expect(
      await intake.take(context(otherOrg), { type: 'event.closed', body: closed(body.event_id) }),
    ).toEqual(refusal)
    expect(
      await intake.take(strange, {
        type: 'event.extended',
        body: {
          event_id: body.event_id,
          camera_id: org.cameraId,
          absorbed_event_id: null,
          triggered_at: new Date().toISOString(),
        },
      }),
    ).toEqual(refusal)
  })
})
