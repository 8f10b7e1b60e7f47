import { expect, it } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import type { Packet } from '../stream/packet.js'
import { DecodeQueue, type QueuedDecode } from './decode-queue.js'
import { requestFor } from './decode-request.fixture.js'
import type { DecodeOutcome, DecodeRequest, Urgency } from './gray-decoder.js'

const done: DecodeOutcome = { kind: 'pictures', pictures: [] }

function packet(codec: 'h264' | 'h265'): Packet {
  const video = { codec, width: 640, height: 360, parameterSets: [] }
  const run = { id: 1, startedAtMs: 0, video, audio: null }
  return { run, track: 'video', ptsUs: 0, dtsUs: 0, keyframe: true, data: new Uint8Array(8) }
}

/** Turns whose decoder takes `tookMs` and notes how many packets each of its requests had. */
function scene(tookMs = 100) {
  const clock = createFakeClock()
  const batches: { at: number; lengths: number[] }[] = []
  let running = 0
  const queue = new DecodeQueue(clock, async (batch: readonly QueuedDecode[]) => {
    running += 1
    expect(running).toBe(1)
    batches.push({ at: clock.monotonic(), lengths: batch.map(({ excerpt }) => excerpt.packets.length) })
    await clock.delay(tookMs)
    running -= 1
    return batch.map(() => done)
  })
  const ask = (urgency: Urgency, length = 1, codec: 'h264' | 'h265' = 'h264', signal?: AbortSignal) =>
    queue.decode(
      requestFor(
        Array.from({ length }, () => packet(codec)),
        { urgency },
      ),
      signal ?? new AbortController().signal,
    )
  return { clock, batches, ask, queue }
}

it('decodes at once, one decoder at a time, and what came meanwhile together', async () => {
  const { clock, batches, ask } = scene()
  const answers = [ask('now', 3), ask('now', 4), ask('now', 5)]
  await clock.advance(250)
  const costs = (await Promise.all(answers)).map(({ kind, ownMs }) => [kind, Math.round(ownMs)])
  // Of a decoder that two share, each has its part.
  expect(costs).toEqual([
    ['pictures', 100],
    ['pictures', 44],
    ['pictures', 56],
  ])
  expect(batches).toEqual([
    { at: 0, lengths: [3] },
    { at: 100, lengths: [4, 5] },
  ])
  expect(clock.waiting).toBe(0)
})

it('lets patient requests wait for company, and takes them along with others', async () => {
  const { clock, batches, ask } = scene()
  void ask('patient')
  await clock.advance(3000)
  void ask('patient')
  await clock.advance(3200)
  expect(batches).toEqual([{ at: 6000, lengths: [1, 1] }])
  void ask('patient')
  await clock.advance(100)
  void ask('now', 7)
  await clock.advance(1)
  expect(batches.at(-1)).toEqual({ at: 6300, lengths: [7, 1] })
})

it('gives checks of the second rank a tenth of a core in all', async () => {
  const { clock, batches, ask } = scene(100)
  for (let round = 0; round < 20; round += 1) {
    void ask('soon', 20)
    await clock.advance(500)
  }
  expect(batches.length).toBeGreaterThanOrEqual(9)
  expect(batches.length).toBeLessThanOrEqual(11)
})

it('puts no two codecs and not too many packets into one decoder', async () => {
  const { clock, batches, ask } = scene()
  void ask('now')
  void ask('now', 250)
  void ask('now', 60, 'h265')
  void ask('now', 100)
  void ask('now', 40)
  await clock.advance(1000)
  expect(batches.map(({ lengths }) => lengths)).toEqual([[1], [250, 40], [60], [100]])
})

it('does not begin what was given up while it waited, and leaves no timer behind', async () => {
  const { clock, batches, ask } = scene()
  const controller = new AbortController()
  const patient = ask('patient', 1, 'h264', controller.signal)
  void ask('soon')
  await clock.advance(10)
  const second = ask('now', 2, 'h264', controller.signal)
  controller.abort()
  await clock.advance(5000)
  expect([await patient, await second].map(({ kind }) => kind)).toEqual(['aborted', 'aborted'])
  expect(batches).toHaveLength(1)
  expect(clock.waiting).toBe(0)
})

it('lets first checks pass those of cameras that were just checked, for five seconds, in batches of their own', async () => {
  const { clock, batches, ask } = scene(1000)
  void ask('now')
  await clock.advance(1)
  void ask('again', 11)
  void ask('again', 12)
  for (let round = 2; round < 8; round += 1) {
    void ask('now', round)
    await clock.advance(1000)
  }
  await clock.advance(4000)
  expect(batches.map(({ lengths }) => lengths)).toEqual([[1], [2], [3], [4], [5], [6], [11, 12, 7]])
  expect(clock.waiting).toBe(0)
})

it('takes what is decoded when its turn comes, and asks who goes first then', async () => {
  const { clock, batches, ask, queue } = scene(1000)
  void ask('now', 5)
  const never = new AbortController().signal
  let newest = 0
  const growing = (urgency: () => Urgency): DecodeRequest => ({
    codec: 'h264',
    urgency,
    take: () => requestFor(Array.from({ length: newest }, () => packet('h264'))).take(1000),
  })
  let urgency: Urgency = 'patient'
  void queue.decode(
    growing(() => urgency),
    never,
  )
  newest = 3
  await clock.advance(1500)
  expect(batches).toEqual([{ at: 0, lengths: [5] }])
  newest = 7
  urgency = 'now'
  queue.reconsider()
  await clock.advance(1)
  expect(batches.at(-1)).toEqual({ at: 1500, lengths: [7] })
  await clock.advance(10_000)
  expect(clock.waiting).toBe(0)
})

it('answers at once, and begins no decoder, where there is nothing to be seen any more', async () => {
  const { clock, batches, ask } = scene()
  expect(await ask('now', 0)).toEqual({ kind: 'pictures', pictures: [], ownMs: 0 })
  expect([batches, clock.waiting]).toEqual([[], 0])
})

it('goes on where taking fails: that is no fault of the others', async () => {
  const { clock, batches, ask, queue } = scene()
  void ask('now', 1)
  const failing = queue.decode(
    {
      codec: 'h264',
      urgency: () => 'now',
      take: () => {
        throw new Error('the ring is gone')
      },
    },
    new AbortController().signal,
  )
  void ask('now', 3)
  await clock.advance(1000)
  expect(await failing).toMatchObject({ kind: 'unavailable', reason: 'Error: the ring is gone' })
  expect(batches.map(({ lengths }) => lengths)).toEqual([[1], [3]])
})

it('lets glances wait for company, before checks of their kind, at no more than a tenth of a core with them', async () => {
  const { clock, batches, ask } = scene(100)
  void ask('glance')
  await clock.advance(1000)
  void ask('soon', 40)
  void ask('glance')
  void ask('glance')
  await clock.advance(3000)
  // A check is affordable at once, and what comes after it when that is paid; but glances wait for none.
  expect(batches).toEqual([
    { at: 1000, lengths: [1] },
    { at: 2000, lengths: [1, 1] },
    { at: 3000, lengths: [40] },
  ])
  for (let round = 0; round < 40; round += 1) {
    void ask('glance')
    await clock.advance(250)
  }
  await clock.advance(3000)
  expect(batches.length).toBeLessThanOrEqual(17)
})

it('does not let glances keep checks of their kind waiting for ever', async () => {
  const { clock, batches, ask } = scene(100)
  void ask('glance')
  await clock.advance(1100)
  void ask('soon', 40)
  for (let round = 0; round < 80; round += 1) {
    for (let one = 0; one < 10; one += 1) void ask('glance')
    await clock.advance(250)
  }
  const served = batches.find(({ lengths }) => lengths.includes(40))
  expect(served?.at).toBeGreaterThan(5000)
  expect(served?.at).toBeLessThan(15_000)
})

it('hands pictures out one camera after the other, while the next ones are decoded', async () => {
  const { clock, batches, ask } = scene(100)
  const order: string[] = []
  void ask('now', 1).then(() => order.push('first'))
  for (const name of ['a', 'b', 'c']) void ask('now', 2).then(() => order.push(name))
  await clock.advance(150)
  void ask('now', 3).then(() => order.push('next'))
  await clock.advance(50)
  expect(order).toEqual(['first', 'a'])
  expect(batches.at(-1)).toEqual({ at: 200, lengths: [3] })
  await clock.advance(5)
  expect(order).toEqual(['first', 'a', 'b', 'c'])
  await clock.advance(200)
  expect(order.at(-1)).toBe('next')
  expect(clock.waiting).toBe(0)
})
