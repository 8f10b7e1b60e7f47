import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestOrg } from '#testing/test-app.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { systemClock } from '../../../platform/time/clock.js'
import { ProbeSlots } from './probe-slots.js'

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
    (index % 2 === 0 ? one : other).withSlot({ orgId, gatewayId }, looks.look),
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
    Array.from({ length: 8 }, () => nodes[0].withSlot({ orgId, gatewayId }, looks.look)),
  )
  await vi.waitFor(() => expect(looks.running).toBe(24), 20_000)
  while (looks.running > 0) {
    looks.endOne()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
})

it('who waits for 30 s is told when to come back', async () => {
  const gatewayId = randomUUID()
  const looks = new Looks()
  const first = Array.from({ length: 8 }, () => nodes[0].withSlot({ orgId, gatewayId }, looks.look))
  await vi.waitFor(() => expect(looks.running).toBe(8), 20_000)
  const outcomes: unknown[] = []
  const waiting = nodes.map((turns) =>
    turns.withSlot({ orgId, gatewayId }, looks.look).catch((error: unknown) => {
      outcomes.push(error)
    }),
  )
  const begun = clock.monotonic()
  await vi.waitFor(async () => {
    await clock.advance(250)
    expect(outcomes).toHaveLength(2)
  }, patiently)
  expect(clock.monotonic() - begun).toBeGreaterThanOrEqual(30_000)
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
  const turn = slots.withSlot({ orgId, gatewayId }, async () => {
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
      nodes[0].withSlot({ orgId, gatewayId }, () => Promise.reject(new Error('no picture'))),
    ).rejects.toThrow('no picture')
})
