import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { PostgresProxy } from '#testing/postgres-proxy.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { silentLog } from '../log.js'
import { createFakeClock } from '../time/clock.fake.js'
import { createListener } from './listener.js'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.close())

const until = { timeout: 20_000, interval: 10 }

/** A listener on a line that can fail, with what it said of its connection. */
async function listen() {
  const proxy = await PostgresProxy.start(test.address)
  const clock = createFakeClock()
  let pauses = 0
  const delay: typeof clock.delay = (...pause) => {
    pauses += 1
    return clock.delay(...pause)
  }
  const listener = createListener(proxy.address, { clock: { ...clock, delay }, log: silentLog })
  const stop = new AbortController()
  const said: boolean[] = []
  listener.onConnection((connected) => said.push(connected))
  const running = listener.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await running
    await proxy.close()
  })
  await vi.waitFor(() => expect(listener.connected).toBe(true), until)
  /** How often it paused before it asked itself again: it had heard itself then. */
  return { proxy, clock, listener, said, pauses: () => pauses }
}

/** Moves the clock until something is so, giving the connection time to answer in between. */
const moveUntil = (clock: { advance(ms: number): Promise<void> }, look: () => void) =>
  vi.waitFor(async () => {
    await clock.advance(100)
    look()
  }, until)

it('says that it is deaf where its connection stands but brings nothing, and hears again on another', async () => {
  const { proxy, clock, listener, said } = await listen()
  proxy.freeze()
  await clock.advance(10_000)
  await clock.advance(3_000)
  expect(listener.connected).toBe(false)
  expect(said).toEqual([true, false])
  proxy.resetAll()
  proxy.thaw()
  await moveUntil(clock, () => expect(listener.connected).toBe(true))
  const heard: string[] = []
  listener.on('gateway', (payload) => heard.push(payload))
  await test.query(`select pg_notify('sightline_gateway', 'again')`)
  await vi.waitFor(() => expect(heard).toEqual(['again']), until)
})

it('stays connected while it hears itself', async () => {
  const { clock, listener, said, pauses } = await listen()
  for (let beats = 0; beats < 3; beats += 1) {
    const before = pauses()
    await clock.advance(10_000)
    await vi.waitFor(() => expect(pauses()).toBe(before + 1), until)
  }
  expect(listener.connected).toBe(true)
  expect(said).toEqual([true])
})
