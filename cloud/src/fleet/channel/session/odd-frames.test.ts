import { randomUUID } from 'node:crypto'
import { readToGateway } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { testHooks } from '#testing/test-hooks.js'
import { createEventIntake, type EventIntake } from '../../../events/intake/event-intake.service.js'
import { silentLog } from '../../../platform/log.js'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { systemClock } from '../../../platform/time/clock.js'
import { type DurableFrame, DurableLane } from './durable-lane.js'

/** What one frame that always fails costs the others of its gateway. */
let db: TestDatabase
let org: SeededOrg
let intake: EventIntake

beforeAll(async () => {
  db = await createTestDatabase()
  const { onOpened } = testHooks.events
  const hooks: typeof testHooks.events = {
    ...testHooks.events,
    onOpened: async (tx, orgId, events) => {
      if (events.some(({ trigger_topic: topic }) => topic === 'hook'))
        throw new Error('there is no such rule')
      await onOpened(tx, orgId, events)
    },
  }
  intake = createEventIntake({ database: db.database, clock: systemClock, log: silentLog, hooks })
  await db.query(
    `create function too_slow() returns trigger language plpgsql as $$
       begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$;
     create trigger too_slow before insert on events for each row
       when (new.trigger_topic = 'slow' or new.raw_source = 'slow') execute function too_slow();`,
  )
})
afterAll(() => db.close())
beforeEach(async () => {
  org = await seedOrg(db)
})

const opened = (seq: number, topic: string, rawSource = 'onvif'): DurableFrame => ({
  v: 1,
  id: randomUUID(),
  type: 'event.opened',
  seq,
  body: {
    event_id: uuidv7(),
    camera_id: org.cameraId,
    event_category: 'motion',
    trigger_topic: topic,
    trigger_source: 'onvif',
    raw_source: rawSource,
    raw_data: {},
    triggered_at: new Date().toISOString(),
    clock_offset_ms: 0,
    clock_synced: true,
  },
})

/** Takes frames until they are confirmed, or the session is given up. @returns which of the two, and the number */
async function take(frames: readonly DurableFrame[]) {
  const clock = createFakeClock()
  const done = { acked: 0, isGivenUp: false }
  const { orgId, gatewayId } = org
  const lane = new DurableLane(
    {
      clock,
      log: silentLog,
      commit: (frame, receivedAt) => intake.take({ orgId, gatewayId, receivedAt }, frame),
      quarantine: (frame, receivedAt, failure) =>
        intake.quarantine({ orgId, gatewayId, receivedAt }, frame, failure),
      send: (text) => {
        const reading = readToGateway(text)
        if (reading.kind === 'frame' && reading.frame.type === 'ack') done.acked = reading.frame.ack
      },
      disconnect: () => (done.isGivenUp = true),
    },
    0,
  )
  for (const frame of frames) lane.take(frame)
  await expect
    .poll(
      async () => {
        await clock.advance(1_000)
        return done.isGivenUp || done.acked === frames.length
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  await lane.end()
  return done
}

it.each(['hook', 'slow'])(
  'a frame that always fails (%s) is set aside, and those behind it are confirmed',
  async (odd) => {
    const frames = [opened(1, odd), ...[2, 3, 4, 5].map((seq) => opened(seq, 'fine'))]
    expect(await take(frames)).toEqual({ acked: 5, isGivenUp: false })
    expect(await db.query('select 1 from events where org_id = $1', [org.orgId])).toHaveLength(4)
    expect(await db.query('select 1 from quarantined_frames where org_id = $1', [org.orgId])).toHaveLength(1)
  },
)

it('where every frame takes too long nothing is set aside: the gateway keeps them', async () => {
  const frames = [1, 2, 3, 4].map((seq) => opened(seq, 'fine', 'slow'))
  expect(await take(frames)).toEqual({ acked: 0, isGivenUp: true })
  expect(await db.query('select 1 from quarantined_frames where org_id = $1', [org.orgId])).toEqual([])
})
