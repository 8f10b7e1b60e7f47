import { randomUUID } from 'node:crypto'
import { type EventClosed, EventOpened } from '@sightline/protocol'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clearDatabase } from '#testing/clear-database.js'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { testHooks } from '#testing/test-hooks.js'
import { checkIntake } from '../../../operations/doctor/check-intake.js'
import { DatabaseUnavailableError } from '../../../platform/database/clients/unavailable.js'
import { silentLog } from '../../../platform/log.js'
import { systemClock } from '../../../platform/time/clock.js'
import { beginUpload } from '../../media/uploads/begin-upload.js'
import { createEventIntake, type EventIntake } from '../event-intake.service.js'
import { countFullQuarantines, sumQuarantined } from './quarantine.repository.js'
import { mostQuarantined, QuarantineFull } from './quarantine.service.js'
import { retryQuarantined } from './retry-quarantined.js'

let db: TestDatabase
let intake: EventIntake
let org: SeededOrg

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  intake = createEventIntake({
    database: db.database,
    clock: systemClock,
    log: silentLog,
    hooks: testHooks.events,
  })
  org = await seedOrg(db)
  await db.query(
    `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name)
     values ($1, $2, 'Everything', 'camera_event', 'user', 'Test')`,
    [org.orgId, randomUUID()],
  )
})
afterEach(async () => {
  await db.query('drop function if exists refuse_alerts, refuse_notes cascade')
  await clearDatabase(db)
})

const context = () => ({ orgId: org.orgId, gatewayId: org.gatewayId, receivedAt: new Date() })

const opened = (rest: Partial<EventOpened> = {}): EventOpened => ({
  event_id: uuidv7(),
  camera_id: org.cameraId,
  event_category: 'motion',
  trigger_topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
  trigger_source: 'onvif',
  raw_source: 'onvif',
  raw_data: { IsMotion: true },
  triggered_at: new Date().toISOString(),
  clock_offset_ms: 0,
  clock_synced: true,
  ...rest,
})

const closed = (eventId: string): EventClosed => ({
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
})

/** From now on no alert can be written, for a reason that lies in no frame. */
const breakAlerts = (sqlState: string) =>
  db.query(
    `create or replace function refuse_alerts() returns trigger language plpgsql as $$
       begin raise exception 'no alerts' using errcode = '${sqlState}'; end $$;
     create or replace trigger refuse_alerts before insert on alerts for each row execute function refuse_alerts();`,
  )
const mendAlerts = () => db.query('drop function refuse_alerts cascade')

const retry = () =>
  retryQuarantined({ database: db.database, log: silentLog, intake }, new AbortController().signal)
/** It failed, and nothing else of its gateway was taken meanwhile. */
const because = (error: unknown) => ({ error, othersTaken: false })
const rows = () => db.query(`select id, clip_status, site_id from events`)

describe('an event', () => {
  test.each(['23514', '23503', '22012', 'P0001'])(
    'is not refused for an SQLSTATE %s of what it causes',
    async (state) => {
      await breakAlerts(state)
      await expect(intake.take(context(), { type: 'event.opened', body: opened() })).rejects.toThrow(
        'no alerts',
      )
      expect(await rows()).toEqual([])
    },
  )

  test('is refused for a value of its own that can never be stored', async () => {
    const refusal = { rejected: { code: 'invalid', message: expect.any(String) } }
    const nul = String.fromCharCode(0)
    expect(
      await intake.take(context(), { type: 'event.opened', body: opened({ raw_data: { nul } }) }),
    ).toEqual(refusal)
    expect(await intake.take(context(), { type: 'event.opened', body: opened({ raw_source: nul }) })).toEqual(
      refusal,
    )
    expect(
      await intake.take(context(), { type: 'event.opened', body: opened({ clock_offset_ms: 1e300 }) }),
    ).toEqual(refusal)
    const body = opened()
    await intake.take(context(), { type: 'event.opened', body: body })
    expect(
      await intake.take(context(), { type: 'event.closed', body: { ...closed(body.event_id), error: nul } }),
    ).toEqual(refusal)
  })

  test('takes the site of its camera where the one of its time is gone, or nothing is known of the time', async () => {
    const [oldSite, newSite] = [org.siteId, randomUUID()]
    await db.query(`insert into sites (org_id, id, name) values ($1, $2, 'New')`, [org.orgId, newSite])
    const before = opened({ triggered_at: new Date(Date.now() - 3_600_000).toISOString() })
    await db.query(`update camera_placements set from_at = now() - interval '1 day'`)
    await db.query(`update cameras set site_id = $1`, [newSite])
    await db.query(`update gateways set site_id = $1`, [newSite])
    await db.query(`delete from sites where id = $1`, [oldSite])
    expect(await intake.take(context(), { type: 'event.opened', body: before })).toBe('stored')
    await db.query(`delete from camera_placements`)
    expect(await intake.take(context(), { type: 'event.opened', body: opened() })).toBe('stored')
    expect((await rows()).map(({ site_id: site }) => site)).toEqual([newSite, newSite])
    const stranger = { ...context(), gatewayId: randomUUID() }
    expect(await intake.take(stranger, { type: 'event.opened', body: opened() })).toMatchObject({
      rejected: { code: 'camera_unknown' },
    })
  })
})

describe('in quarantine', () => {
  /** An event that could not be stored, confirmed all the same. */
  async function quarantined(): Promise<string> {
    await breakAlerts('23514')
    const body = opened()
    const failure = await intake
      .take(context(), { type: 'event.opened', body: body })
      .catch((error: unknown) => error)
    expect(await intake.quarantine(context(), { type: 'event.opened', body }, because(failure))).toBe(true)
    return body.event_id
  }

  test('an event waits, with what follows it, and is there with its alert once the cause is mended', async () => {
    const id = await quarantined()
    expect(await intake.take(context(), { type: 'event.closed', body: closed(id) })).toBe('stored')
    expect(await sumQuarantined(db.database.worker)).toEqual([
      { reason: 'SQLSTATE 23514', count: 1, oldest: expect.any(Date) },
      { reason: 'its event waits', count: 1, oldest: expect.any(Date) },
    ])
    await retry()
    expect(await rows()).toEqual([])
    expect(await db.query(`select type, tries from quarantined_frames order by id`)).toEqual([
      { type: 'event.opened', tries: 1 },
      { type: 'event.closed', tries: 0 },
    ])
    await mendAlerts()
    await db.query(`update quarantined_frames set received_at = now() - interval '3 days'`)
    await retry()
    expect(await rows()).toMatchObject([{ id, clip_status: 'uploading' }])
    // It is as old as it is, and no younger for having waited.
    expect(
      await db.query(`select 1 from events where received_at < now() - interval '71 hours'`),
    ).toHaveLength(1)
    expect(await db.query('select event_id from alerts')).toEqual([{ event_id: id }])
    expect(await sumQuarantined(db.database.worker)).toEqual([])
    await retry()
    expect(await db.query('select count(*)::int as count from alerts')).toEqual([{ count: 1 }])
  })

  test.each([
    ['ids of a clock that was set back', 1],
    ['a frame that stands before the one that it needs', 2],
  ])('no frame is lost by %s', async (_what, passes) => {
    const id = await quarantined()
    expect(await intake.take(context(), { type: 'event.closed', body: closed(id) })).toBe('stored')
    await db.query(`update quarantined_frames set id = $1 where type = 'event.closed'`, [
      '00000000-0000-7000-8000-000000000001',
    ])
    if (passes === 2) {
      const early = `update quarantined_frames set created_at = created_at - interval '1 s' where type = $1`
      await db.query(early, ['event.closed'])
    }
    await mendAlerts()
    for (let pass = 0; pass < passes; pass += 1) await retry()
    expect(await rows()).toMatchObject([{ id, clip_status: 'uploading' }])
    expect(await sumQuarantined(db.database.worker)).toEqual([])
  })

  test('its clip is not refused: the gateway is asked to come again', async () => {
    const id = await quarantined()
    const clip = {
      event_id: id,
      kind: 'clip' as const,
      bytes: 10,
      sha256: 'a'.repeat(64),
      content_type: 'video/mp4' as const,
      codec: 'h264',
      width: 1,
      height: 1,
    }
    const begin = () =>
      db.database.inOrg(org.orgId, (tx) =>
        beginUpload(tx, { orgId: org.orgId, gatewayId: org.gatewayId }, clip, {
          now: new Date(),
          room: null,
          quotaBytes: null,
          leastPartBytes: 1,
        }),
      )
    expect(await begin()).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    await mendAlerts()
    await retry()
    expect(await begin()).toMatchObject({ ok: true })
  })

  test('a frame is not refused whose event leaves quarantine just then: it comes again', async () => {
    const id = await quarantined()
    await mendAlerts()
    const body = opened({ event_id: id })
    const client = new pg.Client({ connectionString: db.address.url })
    await client.connect()
    try {
      await client.query('begin; lock table quarantined_frames')
      const taken = intake
        .take(context(), { type: 'event.closed', body: closed(id) })
        .catch((error: unknown) => error)
      // It has found no event, and waits to look into quarantine.
      await expect
        .poll(() =>
          db.query(`select 1 from pg_locks where relation = 'quarantined_frames'::regclass and not granted`),
        )
        .toHaveLength(1)
      await intake.take(context(), { type: 'event.opened', body: body })
      await client.query('delete from quarantined_frames; commit')
      expect(await taken).toBeInstanceOf(Error)
    } finally {
      await client.end()
    }
    expect(await intake.take(context(), { type: 'event.closed', body: closed(id) })).toBe('stored')
  })

  test('a frame that this release cannot read stays, and what fails in one organisation stops no other', async () => {
    const id = await quarantined()
    const others = await Promise.all([seedOrg(db), seedOrg(db)])
    for (const { orgId, gatewayId, cameraId } of others)
      await db.query(
        `insert into quarantined_frames (org_id, id, gateway_id, camera_id, event_id, type, body, digest, reason, received_at)
         values ($1, $2, $3, $4, $5, 'event.opened', '{"event_id": 7}', '\\x07', 'old', now())`,
        [orgId, uuidv7(), gatewayId, cameraId, randomUUID()],
      )
    await mendAlerts()
    await retry()
    expect(await rows()).toMatchObject([{ id }])
    expect(await db.query(`select tries, reason ~ '^ZodError: ' as told from quarantined_frames`)).toEqual([
      { tries: 1, told: true },
      { tries: 1, told: true },
    ])
    // Nor does a trouble that is none of a frame's.
    const again = opened()
    const reason = Object.assign(new Error('once'), { code: '23514' })
    expect(await intake.quarantine(context(), { type: 'event.opened', body: again }, because(reason))).toBe(
      true,
    )
    await db.query(
      `create function refuse_notes() returns trigger language plpgsql as $$
         begin raise exception 'no space' using errcode = '53100'; end $$;
       create trigger refuse_notes before update on quarantined_frames for each row execute function refuse_notes();`,
    )
    await expect(retry()).rejects.toThrow('2 failed and')
    expect((await rows()).map((row) => row['id'])).toContain(again.event_id)
  })

  test('a frame that comes again, for its confirmation was lost, is confirmed and kept once', async () => {
    const id = await quarantined()
    await intake.take(context(), { type: 'event.closed', body: closed(id) })
    const kept = await db.query('select * from quarantined_frames order by id')
    expect(kept).toHaveLength(2)
    const [first] = kept
    const body = EventOpened.parse(JSON.parse(String(first?.['body'])))
    const reason = Object.assign(new Error('once'), { code: '23514' })
    expect(await intake.quarantine(context(), { type: 'event.opened', body }, because(reason))).toBe(true)
    expect(await intake.take(context(), { type: 'event.closed', body: closed(id) })).toBe('stored')
    expect(await db.query('select * from quarantined_frames order by id')).toEqual(kept)
    const another = { ...closed(id), error: 'another frame' }
    expect(await intake.take(context(), { type: 'event.closed', body: another })).toBe('stored')
    expect(await db.query('select id from quarantined_frames')).toHaveLength(3)
  })

  test('an organisation keeps so many, and no more is confirmed; what is kept still is, and others have room', async () => {
    const id = await quarantined()
    const other = await seedOrg(db)
    await db.query(
      `insert into quarantined_frames (org_id, id, gateway_id, camera_id, event_id, type, body, digest, reason, received_at)
       select $1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'event.opened', '{}', '\\x07', 'old', now()
       from generate_series(1, $4)`,
      [org.orgId, org.gatewayId, org.cameraId, mostQuarantined - 2],
    )
    expect(await countFullQuarantines(db.database.worker, mostQuarantined)).toBe(0)
    expect(await intake.take(context(), { type: 'event.closed', body: closed(id) })).toBe('stored')
    expect(await countFullQuarantines(db.database.worker, mostQuarantined)).toBe(1)

    const reason = Object.assign(new Error('once'), { code: '23514' })
    const oneMore = intake.quarantine(context(), { type: 'event.opened', body: opened() }, because(reason))
    await expect(oneMore).rejects.toThrow(QuarantineFull)
    const follows = { ...closed(id), error: 'another frame' }
    const full = await intake
      .take(context(), { type: 'event.closed', body: follows })
      .catch((error: unknown) => error)
    expect(full).toBeInstanceOf(QuarantineFull)
    // The trouble of the whole gateway, not of this frame: its session ends.
    expect(await intake.quarantine(context(), { type: 'event.closed', body: follows }, because(full))).toBe(
      false,
    )
    expect(await intake.take(context(), { type: 'event.closed', body: closed(id) })).toBe('stored')

    const elsewhere = { orgId: other.orgId, gatewayId: other.gatewayId, receivedAt: new Date() }
    const theirs = { type: 'event.opened' as const, body: opened({ camera_id: other.cameraId }) }
    expect(await intake.quarantine(elsewhere, theirs, because(reason))).toBe(true)
    expect(await checkIntake(db.database)).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('full in 1 organisation'),
    })
  })

  test("nothing is kept for a trouble that is everybody's", async () => {
    const frame = { type: 'event.opened' as const, body: opened() }
    for (const error of [
      new Error('Connection terminated unexpectedly'),
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      Object.assign(new Error('no space'), { code: '53100' }),
      Object.assign(new Error('shutting down'), { code: '57P01' }),
      Object.assign(new Error('no such column'), { code: '42703' }),
    ])
      expect(await intake.quarantine(context(), frame, because(error))).toBe(false)
    expect(await db.query('select 1 from quarantined_frames')).toEqual([])
  })

  test('what a hook throws is kept, and a statement that took too long where others were taken meanwhile', async () => {
    const keep = (error: unknown, othersTaken: boolean) =>
      intake.quarantine(context(), { type: 'event.opened', body: opened() }, { error, othersTaken })
    const slow = Object.assign(new Error('canceling statement'), { code: '57014' })
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    expect(await keep(slow, false)).toBe(false)
    expect(await keep(deadlock, false)).toBe(false)
    expect(await keep(new Error('no rule', { cause: new DatabaseUnavailableError('away') }), true)).toBe(
      false,
    )
    expect(await db.query('select 1 from quarantined_frames')).toEqual([])
    expect(await keep(slow, true)).toBe(true)
    expect(await keep(deadlock, true)).toBe(true)
    expect(await keep(new Error('there is no such rule'), false)).toBe(true)
    expect(await db.query('select 1 from quarantined_frames')).toHaveLength(3)
  })

  test('of another organisation and gateway nothing is shown: their frames of that event are refused', async () => {
    const id = await quarantined()
    const other = await seedOrg(db)
    const elsewhere = { orgId: other.orgId, gatewayId: other.gatewayId, receivedAt: new Date() }
    expect(await intake.take(elsewhere, { type: 'event.closed', body: closed(id) })).toMatchObject({
      rejected: { code: 'not_found' },
    })
    expect(
      await intake.take(
        { ...context(), gatewayId: randomUUID() },
        { type: 'event.closed', body: closed(id) },
      ),
    ).toMatchObject({
      rejected: { code: 'not_found' },
    })
  })
})
