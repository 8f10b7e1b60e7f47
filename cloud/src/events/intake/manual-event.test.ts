import { randomUUID } from 'node:crypto'
import type { EventOpened } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { testHooks } from '#testing/test-hooks.js'
import type { Tx } from '../../platform/database/handles.js'
import { silentLog } from '../../platform/log.js'
import { systemClock } from '../../platform/time/clock.js'
import { createEventIntake, type EventIntake } from './event-intake.service.js'
import { createManualEvents } from './manual-event.service.js'

let db: TestDatabase
let intake: EventIntake
let org: SeededOrg
let eventId: string

const manualEvents = createManualEvents(testHooks.events)
const inOrg = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.inOrg(org.orgId, work)
const show = () => inOrg((tx) => manualEvents.show(tx, org.orgId, eventId))
const fail = () => inOrg((tx) => manualEvents.failClip(tx, org.orgId, eventId, 'The gateway gave no answer.'))
const drop = (absorbedBy: string) => inOrg((tx) => manualEvents.absorb(tx, org.orgId, eventId, absorbedBy))

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
  eventId = uuidv7()
  await db.query(
    `insert into alert_rules (org_id, id, name, rule_kind, cooldown_sec, created_by_kind, created_by_name)
     values ($1, $2, 'Everything', 'camera_event', 60, 'user', 'Test')`,
    [org.orgId, randomUUID()],
  )
  await inOrg((tx) =>
    manualEvents.open(tx, {
      orgId: org.orgId,
      eventId,
      camera: { id: org.cameraId, site_id: org.siteId, gateway_id: org.gatewayId },
      requestId: 'a'.repeat(32),
      triggeredAt: new Date(),
      durationSec: 15,
      note: 'delivery',
      actor: org.owner.actor,
      recordingSource: 'gateway',
    }),
  )
})

const context = () => ({ orgId: org.orgId, gatewayId: org.gatewayId, receivedAt: new Date() })
const opened = (): EventOpened => ({
  event_id: eventId,
  camera_id: org.cameraId,
  event_category: 'other',
  trigger_topic: '',
  trigger_source: 'manual',
  raw_source: 'manual',
  raw_data: { by: 'gateway' },
  triggered_at: new Date().toISOString(),
  clock_offset_ms: 7,
  clock_synced: true,
})

/** Whether the event is listed, what is counted, and how many alerts it made. */
async function seen() {
  const [row] = await db.query<{ listed: boolean; counted: string; alerts: string; clip: string }>(
    `select deleted_at is null and visible as listed, clip_status as clip,
       (select coalesce(sum(count), 0) from event_counts where org_id = $1)::text as counted,
       (select count(*) from alerts where org_id = $1 and event_id = $2)::text as alerts
     from events where org_id = $1 and id = $2`,
    [org.orgId, eventId],
  )
  return row
}
const unseen = { listed: false, counted: '0', alerts: '0', clip: 'recording' }
const shown = { listed: true, counted: '1', alerts: '1', clip: 'recording' }
const failed = { ...shown, clip: 'failed' }

test('unseen -> unseen: nobody sees, counts or is told of it before the answer', async () => {
  expect(await seen()).toEqual(unseen)
})

test('unseen -> shown: answered, and the frame that follows changes nothing that is seen', async () => {
  expect(await show()).toBe(true)
  expect(await seen()).toEqual(shown)
  expect(await intake.take(context(), { type: 'event.opened', body: opened() })).toBe('duplicate')
  expect(await show()).toBe(false)
  expect(await seen()).toEqual(shown)
  expect(await db.query(`select raw_data, clock_synced, notes from events where id = $1`, [eventId])).toEqual(
    [
      {
        raw_data: { by: 'gateway', note: 'delivery', request_id: 'a'.repeat(32) },
        clock_synced: true,
        notes: 'delivery',
      },
    ],
  )
})

test('unseen -> shown: by the frame, before the answer', async () => {
  expect(await intake.take(context(), { type: 'event.opened', body: opened() })).toBe('stored')
  expect(await seen()).toEqual(shown)
  expect(await fail()).toBe(false)
  expect(await show()).toBe(false)
  expect(await seen()).toEqual(shown)
})

test('unseen -> shown: answer and frame at once make one alert', async () => {
  await Promise.all([
    show(),
    intake.take(context(), { type: 'event.opened', body: opened() }),
    show(),
    fail(),
  ])
  expect(await seen()).toMatchObject({ listed: true, counted: '1', alerts: '1' })
})

test('unseen -> dropped: it extended a recording', async () => {
  expect(await drop(randomUUID())).toBe(true)
  expect(await seen()).toEqual(unseen)
  expect(await show()).toBe(false)
  expect(await fail()).toBe(false)
  expect(await intake.take(context(), { type: 'event.opened', body: opened() })).toBe('duplicate')
  expect(await seen()).toEqual(unseen)
})

describe('the note of a trigger that extends', () => {
  const extending = { recording: uuidv7() }
  const frame = () => ({ event_id: extending.recording, camera_id: org.cameraId })
  const openRecording = () =>
    intake.take(context(), {
      type: 'event.opened',
      body: { ...opened(), event_id: extending.recording, trigger_source: 'onvif' },
    })
  const extended = () =>
    intake.take(context(), {
      type: 'event.extended',
      body: {
        ...frame(),
        absorbed_event_id: eventId,
        triggered_at: new Date().toISOString(),
      },
    })
  const kept = async () => {
    const [row] = await db.query<{ notes: string | null; raw_data: Record<string, unknown> }>(
      'select notes, raw_data from events where org_id = $1 and id = $2',
      [org.orgId, extending.recording],
    )
    return row
  }
  const entry = () => ({ event_id: eventId, request_id: 'a'.repeat(32), note: 'delivery' })

  beforeEach(() => {
    extending.recording = uuidv7()
  })

  test('is kept with the event that has the recording, once, beside what stands there', async () => {
    await openRecording()
    await db.query(`update events set notes = 'a van' where id = $1`, [extending.recording])
    await drop(extending.recording)
    await extended()
    expect(await kept()).toMatchObject({
      notes: 'a van\ndelivery',
      raw_data: { by: 'gateway', extended_by: [entry()] },
    })
  })

  test('is kept when the answer comes before the event itself', async () => {
    await drop(extending.recording)
    expect(await kept()).toBeUndefined()
    await openRecording()
    await extended()
    expect(await kept()).toMatchObject({ notes: 'delivery', raw_data: { extended_by: [entry()] } })
  })

  test('is cut where the notes are full, and kept in full beside', async () => {
    await openRecording()
    await db.query(`update events set notes = repeat('x', 1998) where id = $1`, [extending.recording])
    await drop(extending.recording)
    const row = await kept()
    expect(row?.notes).toHaveLength(2000)
    expect(row?.raw_data).toMatchObject({ extended_by: [entry()] })
  })
})

describe('no answer in time', () => {
  beforeEach(async () => {
    expect(await fail()).toBe(true)
    expect(await seen()).toEqual(failed)
  })

  test('failed -> recording: a late answer', async () => {
    expect(await show()).toBe(true)
    expect(await seen()).toEqual(shown)
  })

  test('failed -> recording: the frame', async () => {
    expect(await intake.take(context(), { type: 'event.opened', body: opened() })).toBe('stored')
    expect(await seen()).toEqual(shown)
  })

  test('failed -> failed: a late extension leaves the event and names the recording', async () => {
    const holder = uuidv7()
    await intake.take(context(), {
      type: 'event.opened',
      body: { ...opened(), event_id: holder, trigger_source: 'onvif' },
    })
    expect(
      await intake.take(context(), {
        type: 'event.extended',
        body: {
          event_id: holder,
          camera_id: org.cameraId,
          absorbed_event_id: eventId,
          triggered_at: new Date().toISOString(),
        },
      }),
    ).toBe('stored')
    expect(await db.query(`select visible, clip_error from events where id = $1`, [eventId])).toEqual([
      { visible: true, clip_error: expect.stringContaining(holder) },
    ])
  })

  test('a repeated opened after closed does not wake the recording again', async () => {
    await intake.take(context(), { type: 'event.opened', body: opened() })
    await intake.take(context(), {
      type: 'event.closed',
      body: {
        event_id: eventId,
        camera_id: org.cameraId,
        clip: null,
        error: 'no picture',
      },
    })
    expect(await intake.take(context(), { type: 'event.opened', body: opened() })).toBe('duplicate')
    expect(await seen()).toEqual(failed)
  })
})

test('an extension that comes before the answer drops the unseen event', async () => {
  const holder = uuidv7()
  await intake.take(context(), {
    type: 'event.opened',
    body: { ...opened(), event_id: holder, trigger_source: 'onvif' },
  })
  const extended = {
    event_id: holder,
    camera_id: org.cameraId,
    absorbed_event_id: eventId,
    triggered_at: new Date().toISOString(),
  }
  expect(await intake.take(context(), { type: 'event.extended', body: extended })).toBe('stored')
  expect(await intake.take(context(), { type: 'event.extended', body: extended })).toBe('duplicate')
  expect((await seen())?.listed).toBe(false)
})
