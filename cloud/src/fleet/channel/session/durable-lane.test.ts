import { randomUUID } from 'node:crypto'
import { readToGateway } from '@sightline/protocol'
import { expect, it } from 'vitest'
import type { IntakeOutcome } from '../../../events/intake/intake-frame.service.js'
import { silentLog } from '../../../platform/log.js'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { type DurableFrame, DurableLane } from './durable-lane.js'

/** A lane over an intake that does as told, frame by frame, and says what it was given. */
function lane(
  acked: number,
  commit: (eventId: string, attempt: number) => Promise<IntakeOutcome>,
  quarantine: (frame: DurableFrame) => Promise<boolean> = async () => false,
) {
  const clock = createFakeClock()
  const given: string[] = []
  const attempts = new Map<string, number>()
  const acks: { ack: number; rejected: { seq: number; code: string }[] }[] = []
  const disconnects: string[] = []
  const commitNext = async ({ body: { event_id } }: DurableFrame) => {
    given.push(event_id)
    const attempt = (attempts.get(event_id) ?? 0) + 1
    attempts.set(event_id, attempt)
    return commit(event_id, attempt)
  }
  const durable = new DurableLane(
    {
      clock,
      log: silentLog,
      commit: commitNext,
      quarantine,
      send: (text) => {
        const reading = readToGateway(text)
        if (reading.kind !== 'frame' || reading.frame.type !== 'ack') throw new Error(text)
        acks.push({ ack: reading.frame.ack, rejected: reading.frame.body.rejected })
      },
      disconnect: (reason) => disconnects.push(reason),
    },
    acked,
  )
  return { durable, clock, given, acks, disconnects }
}

const extended = (seq: number, eventId: string, absorbed: string | null = null): DurableFrame => ({
  v: 1,
  id: randomUUID(),
  type: 'event.extended',
  seq,
  body: {
    event_id: eventId,
    camera_id: randomUUID(),
    absorbed_event_id: absorbed,
    triggered_at: '2026-03-14T09:26:53.589Z',
  },
})

const turns = async (count = 20) => {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve))
}

it('waits with the number for the gaps, and says it once what came at once', async () => {
  const open = new Map<string, () => void>()
  const { durable, acks } = lane(10, (id) => new Promise((resolve) => open.set(id, () => resolve('stored'))))
  for (const seq of [11, 12, 13]) durable.take(extended(seq, `e${seq}`))
  await turns()
  open.get('e13')?.()
  open.get('e12')?.()
  await turns()
  expect(acks.map(({ ack }) => ack)).toEqual([10])
  open.get('e11')?.()
  await turns()
  expect(acks.map(({ ack }) => ack)).toEqual([10, 13])
})

it('gives frames of one event, also of an absorbed one, one at a time, and others at once', async () => {
  const open: (() => void)[] = []
  const { durable, given, acks } = lane(0, () => new Promise((resolve) => open.push(() => resolve('stored'))))
  durable.take(extended(1, 'a'))
  durable.take(extended(2, 'a'))
  durable.take(extended(3, 'b'))
  durable.take(extended(4, 'c', 'b'))
  await turns()
  expect(given).toEqual(['a', 'b'])
  open.shift()?.()
  await turns()
  expect(given).toEqual(['a', 'b', 'a'])
  open.shift()?.()
  await turns()
  expect(given).toEqual(['a', 'b', 'a', 'c'])
  for (const finish of open) finish()
  await turns()
  expect(acks.at(-1)?.ack).toBe(4)
})

it('tries again what could not be committed, then gives the session up without confirming it', async () => {
  const { durable, clock, given, acks, disconnects } = lane(0, async (id, attempt) => {
    if (id === 'stuck' || attempt < 3) throw new Error('the database is away')
    return 'stored'
  })
  durable.take(extended(1, 'slow'))
  durable.take(extended(2, 'stuck'))
  await turns()
  await clock.advance(2_000)
  await turns()
  expect(acks.map(({ ack }) => ack)).toEqual([1])
  await clock.advance(30_000)
  await turns()
  expect(given.filter((id) => id === 'stuck')).toHaveLength(6)
  expect(disconnects).toEqual(['cannot_commit'])
  expect(acks.at(-1)?.ack).toBe(1)
})

it('confirms a frame that was set aside after it failed again and again, and refuses nothing for an error', async () => {
  const aside: number[] = []
  const { durable, clock, given, acks, disconnects } = lane(
    0,
    async (id) => {
      if (id === 'odd') throw Object.assign(new Error('a rule of the table'), { code: '23514' })
      return 'stored'
    },
    async ({ seq }) => {
      aside.push(seq)
      return true
    },
  )
  durable.take(extended(1, 'odd'))
  durable.take(extended(2, 'fine'))
  await turns()
  expect(acks.map(({ ack }) => ack)).toEqual([0])
  await clock.advance(30_000)
  await turns()
  expect(given.filter((id) => id === 'odd')).toHaveLength(6)
  expect(aside).toEqual([1])
  expect(acks.at(-1)).toEqual({ ack: 2, rejected: [] })
  expect(disconnects).toEqual([])
})

it('gives the session up when a frame cannot be set aside either', async () => {
  const { durable, clock, acks, disconnects } = lane(
    0,
    () => Promise.reject(new TypeError('a fault')),
    () => Promise.reject(new Error('the database is away')),
  )
  durable.take(extended(1, 'odd'))
  await turns()
  await clock.advance(30_000)
  await turns()
  expect(disconnects).toEqual(['cannot_commit'])
  expect(acks).toEqual([])
})

it('lists what the intake refuses when the number covers it', async () => {
  const open: (() => void)[] = []
  const { durable, acks } = lane(0, async (id) => {
    if (id === 'first') await new Promise<void>((resolve) => open.push(resolve))
    if (id === 'odd') return { rejected: { code: 'invalid', message: 'it cannot be stored' } }
    return id === 'foreign' ? { rejected: { code: 'camera_unknown', message: 'not yours' } } : 'duplicate'
  })
  durable.take(extended(1, 'first'))
  durable.take(extended(2, 'odd'))
  durable.take(extended(3, 'foreign'))
  durable.refuse(4, 'unknown_type', 'of a later version')
  await turns()
  expect(acks.flatMap(({ rejected }) => rejected)).toEqual([])
  open[0]?.()
  await turns()
  expect(acks.at(-1)?.ack).toBe(4)
  expect(acks.flatMap(({ rejected }) => rejected).map(({ seq, code }) => [seq, code])).toEqual(
    expect.arrayContaining([
      [2, 'invalid'],
      [3, 'camera_unknown'],
      [4, 'unknown_type'],
    ]),
  )
})

it('finishes what is under way after the end of the session, without trying it again', async () => {
  const open: (() => void)[] = []
  const { durable, given, acks, disconnects } = lane(0, async (id) => {
    await new Promise<void>((resolve) => open.push(resolve))
    if (id === 'bad') throw new Error('the database is away')
    return 'stored'
  })
  durable.take(extended(1, 'good'))
  durable.take(extended(2, 'bad'))
  await turns()
  let isEnded = false
  const ended = durable.end().then(() => (isEnded = true))
  await turns()
  expect(isEnded).toBe(false)
  for (const finish of open) finish()
  await ended
  await turns()
  expect(given).toEqual(['good', 'bad'])
  expect(acks.map(({ ack }) => ack)).toEqual([1])
  expect(disconnects).toEqual([])
})

it('gives up a gateway that sends far more than it may have unconfirmed', async () => {
  const { durable, disconnects, given } = lane(0, () => new Promise(() => {}))
  for (let seq = 1; seq <= 129; seq += 1) durable.take(extended(seq, `e${seq}`))
  await turns()
  expect(given).toHaveLength(128)
  expect(disconnects).toEqual(['overloaded'])
})

it('ends a session whose number stays below a gap: what lacks there never comes', async () => {
  const open: (() => void)[] = []
  const { durable, clock, acks, disconnects } = lane(4, async (id) => {
    if (id === 'slow') await new Promise<void>((resolve) => open.push(resolve))
    return 'stored'
  })
  durable.take(extended(6, 'early'))
  durable.take(extended(7, 'slow'))
  await turns()
  await clock.advance(60_000)
  expect(disconnects).toEqual([])
  for (const finish of open) finish()
  await turns()
  await clock.advance(20_000)
  expect(acks.map(({ ack }) => ack)).toEqual([4, 4])
  expect(disconnects).toEqual(['gap'])
  expect(clock.waiting).toBe(0)
})

it('keeps no more numbers above a gap than may be under way, whatever is refused there', async () => {
  const { durable, acks, disconnects } = lane(0, () => Promise.resolve('stored'))
  for (let repeat = 0; repeat < 1000; repeat += 1) durable.refuse(2, 'invalid', 'again')
  expect(disconnects).toEqual([])
  for (let seq = 3; seq <= 130; seq += 1) durable.refuse(seq, 'invalid', 'no')
  expect(disconnects).toEqual(['overloaded'])
  durable.refuse(1, 'invalid', 'no')
  await turns()
  expect(acks.flatMap(({ rejected }) => rejected).filter(({ seq }) => seq === 2)).toHaveLength(1)
})

it('does not end one in which frames settle in another order, however long that takes', async () => {
  const open: (() => void)[] = []
  const { durable, clock, acks, disconnects } = lane(0, async (id) => {
    if (id === 'slow') await new Promise<void>((resolve) => open.push(resolve))
    return 'stored'
  })
  durable.take(extended(1, 'slow'))
  durable.take(extended(2, 'quick'))
  await turns()
  await clock.advance(60_000)
  for (const finish of open) finish()
  await turns()
  await clock.advance(60_000)
  expect(acks.at(-1)?.ack).toBe(2)
  expect(disconnects).toEqual([])
  durable.take(extended(4, 'above'))
  await turns()
  await durable.end()
  expect(clock.waiting).toBe(0)
})

it('gives an event that goes on from another one after that one', async () => {
  const open: (() => void)[] = []
  const { durable, given } = lane(0, () => new Promise((resolve) => open.push(() => resolve('stored'))))
  const opened = (seq: number, eventId: string, rawData: Record<string, unknown>): DurableFrame => ({
    v: 1,
    id: randomUUID(),
    type: 'event.opened',
    seq,
    body: {
      event_id: eventId,
      camera_id: randomUUID(),
      event_category: 'motion',
      trigger_topic: '',
      trigger_source: 'onvif',
      raw_source: 'onvif',
      raw_data: rawData,
      triggered_at: '2026-03-14T09:26:53.589Z',
      clock_offset_ms: null,
      clock_synced: null,
    },
  })
  const [first, second, other] = [randomUUID(), randomUUID(), randomUUID()]
  durable.take(opened(1, first, {}))
  durable.take(opened(2, second, { continues: first }))
  durable.take(opened(3, other, { continues: 'nothing' }))
  await turns()
  expect(given).toEqual([first, other])
  open[0]?.()
  await turns()
  expect(given).toEqual([first, other, second])
})
