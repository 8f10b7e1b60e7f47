import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestOrg } from '#testing/test-app.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { AppError } from '../../../platform/errors.js'
import { brokenOffMs } from '../../../platform/http/decide-replay.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { systemClock } from '../../../platform/time/clock.js'
import { probeDeadlineMs } from './probe-camera.js'
import { ProbeSlots, probeWaitMs } from './probe-slots.service.js'

const patiently = { timeout: 30_000, interval: 5 }
let test: TestDatabase
let clock: FakeClock
/** Two nodes. */
let nodes: readonly [ProbeSlots, ProbeSlots]
let orgId: string

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.close())
beforeEach(async () => {
  clock = createFakeClock()
  const platform = createTestPlatform(test, { clock })
  nodes = [new ProbeSlots(platform), new ProbeSlots(platform)]
  orgId = (await createTestOrg(platform)).orgId
})

let cameras = 0
/** By default at an address of its own. */
const camera = (gatewayId: string | null, address = `camera-${(cameras += 1)}`) => ({
  orgId,
  gatewayId,
  addresses: [address],
})

/** Work that goes on until it is let go. */
class Looks {
  running = 0
  most = 0
  done = 0
  readonly #ends: (() => void)[] = []

  readonly look = async (): Promise<void> => {
    this.running += 1
    this.most = Math.max(this.most, this.running)
    await new Promise<void>((end) => this.#ends.push(end))
    this.running -= 1
    this.done += 1
  }

  endOne(): void {
    this.#ends.shift()?.()
  }
}

it('eight look through a gateway at once, over all nodes; the others come when one has ended', async () => {
  // By the time of day: a caller's patience must not pass faster than the database answers.
  const platform = createTestPlatform(test, { clock: systemClock })
  const [one, other] = [new ProbeSlots(platform), new ProbeSlots(platform)]
  const gatewayId = randomUUID()
  const looks = new Looks()
  const all = Array.from({ length: 30 }, (_, index) =>
    (index % 2 === 0 ? one : other).withSlot(camera(gatewayId), looks.look),
  )
  while (looks.done < 30) {
    const expected = Math.min(8, 30 - looks.done)
    await vi.waitFor(() => expect(looks.running).toBe(expected), 20_000)
    for (let end = 0; end < expected; end += 1) looks.endOne()
    await vi.waitFor(() => expect(looks.done % 8 === 0 || looks.done === 30).toBe(true))
  }
  await Promise.all(all)
  expect(looks.most).toBe(8)
  expect(await test.query('select 1 from probe_turns where org_id = $1', [orgId])).toEqual([])
})

it('gateways, and the relays, do not wait for each other', async () => {
  const looks = new Looks()
  const lines = [randomUUID(), randomUUID(), null]
  const all = lines.flatMap((gatewayId) =>
    Array.from({ length: 8 }, () => nodes[0].withSlot(camera(gatewayId), looks.look)),
  )
  await vi.waitFor(() => expect(looks.running).toBe(24), 20_000)
  while (looks.running > 0) {
    looks.endOne()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
})

it('who waits for 50 s is told when to come back', async () => {
  const gatewayId = randomUUID()
  const looks = new Looks()
  const first = Array.from({ length: 8 }, () => nodes[0].withSlot(camera(gatewayId), looks.look))
  await vi.waitFor(() => expect(looks.running).toBe(8), 20_000)
  const outcomes: unknown[] = []
  const waiting = nodes.map((turns) =>
    turns.withSlot(camera(gatewayId), looks.look).catch((error: unknown) => {
      outcomes.push(error)
    }),
  )
  const begun = clock.monotonic()
  await vi.waitFor(async () => {
    await clock.advance(250)
    expect(outcomes).toHaveLength(2)
  }, patiently)
  expect(clock.monotonic() - begun).toBeGreaterThanOrEqual(50_000)
  await Promise.all(waiting)
  for (const error of outcomes) expect(error).toMatchObject({ kind: 'unavailable', retryAfterSec: 10 })
  for (let end = 0; end < 8; end += 1) looks.endOne()
  await Promise.all(first)
  expect(looks.done).toBe(8)
})

it('the place of a node that died is taken when its time is over', async () => {
  const gatewayId = randomUUID()
  await test.query(
    `insert into probe_turns (org_id, line, place, holder, held_until)
     select $1, $2, place, gen_random_uuid(), now() + interval '1 minute' from generate_series(1, 8) as place`,
    [orgId, gatewayId],
  )
  let looked = false
  // By the time of day, as above.
  const slots = new ProbeSlots(createTestPlatform(test, { clock: systemClock }))
  const turn = slots.withSlot(camera(gatewayId), async () => {
    looked = true
  })
  await systemClock.delay(600)
  expect(looked).toBe(false)
  await test.query(`update probe_turns set held_until = now() where line = $1 and place = 5`, [gatewayId])
  await vi.waitFor(() => expect(looked).toBe(true), patiently)
  await turn
})

it('what fails gives its place back', async () => {
  const gatewayId = randomUUID()
  for (let call = 0; call < 20; call += 1)
    await expect(
      nodes[0].withSlot(camera(gatewayId), () => Promise.reject(new Error('no picture'))),
    ).rejects.toThrow('no picture')
})

it('one probe at a time connects to an address, over all nodes, and others pass who waits for it', async () => {
  // By the time of day, as above.
  const platform = createTestPlatform(test, { clock: systemClock })
  const [one, other] = [new ProbeSlots(platform), new ProbeSlots(platform)]
  const gatewayId = randomUUID()
  const [recorder, single] = [new Looks(), new Looks()]
  const channels = Array.from({ length: 8 }, (_, index) =>
    (index % 2 === 0 ? one : other).withSlot(camera(gatewayId, 'recorder'), recorder.look),
  )
  await vi.waitFor(() => expect(recorder.running).toBe(1), 20_000)
  const singles = [one, other].map((node) => node.withSlot(camera(gatewayId), single.look))
  await vi.waitFor(() => expect(single.running).toBe(2), 20_000)
  while (recorder.done < 8) {
    recorder.endOne()
    await new Promise((resolve) => setImmediate(resolve))
  }
  single.endOne()
  single.endOne()
  await Promise.all([...channels, ...singles])
  expect(recorder.most).toBe(1)
})

it('an address behind one gateway is another than the same behind another', async () => {
  const looks = new Looks()
  const all = [randomUUID(), randomUUID(), null].map((line) =>
    nodes[0].withSlot(camera(line, '192.168.1.20'), looks.look),
  )
  await vi.waitFor(() => expect(looks.running).toBe(3), 20_000)
  for (let end = 0; end < 3; end += 1) looks.endOne()
  await Promise.all(all)
})

it('a hundred at once, eight of them of one recorder, all come to their turn where they come back when told', async () => {
  const gatewayId = randomUUID()
  let sentAway = 0
  const add = async (address: string): Promise<void> => {
    for (;;) {
      try {
        return await nodes[0].withSlot(camera(gatewayId, address), () => clock.delay(7_000))
      } catch (error) {
        if (!(error instanceof AppError) || error.retryAfterSec === undefined) throw error
        sentAway += 1
        await clock.delay(error.retryAfterSec * 1000)
      }
    }
  }
  let added = 0
  const all = Array.from({ length: 100 }, async (_, index) => {
    await add(index % 12 === 0 ? 'recorder' : `camera-of-its-own-${index}`)
    added += 1
  })
  await vi.waitFor(async () => {
    await clock.advance(250)
    expect(added).toBe(100)
  }, patiently)
  await Promise.all(all)
  expect(sentAway).toBeGreaterThan(0)
  expect(await test.query('select 1 from probe_turns where org_id = $1', [orgId])).toEqual([])
})

it('what nobody waits for comes after everybody, has no limit, and leaves when it is told to', async () => {
  const gatewayId = randomUUID()
  const order: string[] = []
  const first = new Looks()
  const running = nodes[0].withSlot(camera(gatewayId, 'one'), first.look)
  await vi.waitFor(() => expect(first.running).toBe(1), 20_000)
  const stop = new AbortController()
  const note = (name: string) => async () => void order.push(name)
  const patient = [1, 2, 3].map(() =>
    nodes[0].withSlotInBackground(camera(gatewayId, 'one'), note('background'), stop.signal),
  )
  const leaving = new AbortController()
  const left = nodes[0].withSlotInBackground(camera(gatewayId, 'one'), note('never'), leaving.signal)
  leaving.abort()
  await expect(left).rejects.toThrow('not wanted')
  await clock.advance(120_000)
  const person = nodes[0].withSlot(camera(gatewayId, 'one'), note('person'))
  first.endOne()
  await Promise.all([running, person, ...patient])
  // One may have been let in at the moment when the person came.
  expect(order.indexOf('person')).toBeLessThanOrEqual(1)
  expect(order).toHaveLength(4)
  await expect(
    nodes[0].withSlotInBackground(camera(gatewayId), note('never'), leaving.signal),
  ).rejects.toThrow()
})

it('who waits while the node stops is told to come back, and so is who comes then', async () => {
  const gatewayId = randomUUID()
  const looks = new Looks()
  const running = nodes[0].withSlot(camera(gatewayId, 'one'), looks.look)
  await vi.waitFor(() => expect(looks.running).toBe(1), 20_000)
  const waiting = nodes[0].withSlot(camera(gatewayId, 'one'), looks.look).then(
    () => null,
    (error: unknown) => error,
  )
  nodes[0].close()
  expect(await waiting).toMatchObject({ kind: 'unavailable', retryAfterSec: 10 })
  await expect(nodes[0].withSlot(camera(gatewayId), looks.look)).rejects.toMatchObject({
    kind: 'unavailable',
  })
  looks.endOne()
  await running
})

it('no key of a request is taken over while it may still wait for its turn and probe', () => {
  expect(brokenOffMs).toBeGreaterThanOrEqual(probeWaitMs + probeDeadlineMs + 40_000)
})
