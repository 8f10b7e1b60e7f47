import { expect, it } from 'vitest'
import { createFakeClock } from '../../time/clock.fake.js'
import { FairClientQueue } from './fair-client-queue.js'
import { DatabaseUnavailableError } from './unavailable.js'

const patience = { stalledMs: 900, inAllMs: 8_000 }

const turnsOf = (clients: number) => {
  const clock = createFakeClock()
  return { clock, turns: new FairClientQueue({ clients, patience, clock }) }
}

/** Takes until nothing is handed at once, which waits then. @returns how many were handed */
function takeAll(turns: FairClientQueue, org: string): number {
  for (let taken = 0; ; taken += 1) {
    const waits = turns.acquire(org)
    if (waits) {
      waits.catch(() => {})
      return taken
    }
  }
}

it('lets one organisation have half of the clients, the next half of the rest, and whoever has none the last', () => {
  const { turns } = turnsOf(8)
  expect(takeAll(turns, 'a')).toBe(4)
  expect(takeAll(turns, 'b')).toBe(2)
  expect(takeAll(turns, 'c')).toBe(1)
  expect(takeAll(turns, 'd')).toBe(1)
  expect(takeAll(turns, 'e')).toBe(0)
})

it('lets an organisation have the only client', () => {
  const { turns } = turnsOf(1)
  expect(takeAll(turns, 'a')).toBe(1)
})

it('lets those who know no organisation have all', () => {
  const turns = new FairClientQueue({ clients: 3, patience, undivided: true, clock: createFakeClock() })
  expect(takeAll(turns, '')).toBe(3)
})

it('hands what comes free to whoever has the fewest, and of equals to who waits longest', async () => {
  const { turns } = turnsOf(2)
  const order: string[] = []
  const take = (org: string) => void turns.acquire(org)?.then(() => order.push(org))
  take('a')
  take('b')
  for (const org of ['a', 'a', 'c', 'd', 'c']) take(org)
  expect(turns.waiting).toBe(5)
  turns.release('b')
  turns.release('c')
  turns.release('d')
  turns.release('c')
  await Promise.resolve()
  expect(order).toEqual(['c', 'd', 'c'])
  turns.release('a')
  turns.release('a')
  await Promise.resolve()
  expect(order).toEqual(['c', 'd', 'c', 'a', 'a'])
})

it('refuses who waits too long, and nobody else', async () => {
  const { turns, clock } = turnsOf(2)
  void turns.acquire('a')
  const late = turns.acquire('a')?.catch((error: unknown) => error)
  expect(turns.acquire('b')).toBeUndefined()
  await clock.advance(900)
  expect(await late).toBeInstanceOf(DatabaseUnavailableError)
  expect(turns.waiting).toBe(0)
  turns.release('b')
  expect(turns.acquire('b')).toBeUndefined()
})

it('lets those wait on whose queue moves, for a while', async () => {
  const { turns, clock } = turnsOf(2)
  void turns.acquire('a')
  let refused = 0
  for (let n = 0; n < 20; n += 1) void turns.acquire('a')?.catch(() => void (refused += 1))
  for (let n = 0; n < 15; n += 1) {
    await clock.advance(500)
    turns.release('a')
  }
  expect(refused).toBe(0)
  expect(turns.waiting).toBe(5)
  turns.release('a')
  await clock.advance(500)
  expect(refused).toBe(4)
})

it('hands nobody the client of one that was refused', async () => {
  const { turns, clock } = turnsOf(1)
  void turns.acquire('a')
  const late = turns.acquire('b')?.catch(() => 'refused')
  await clock.advance(900)
  expect(await late).toBe('refused')
  turns.release('a')
  expect(turns.acquire('c')).toBeUndefined()
})
