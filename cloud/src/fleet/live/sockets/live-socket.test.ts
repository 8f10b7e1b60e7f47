import { once } from 'node:events'
import { liveCloseCodes, liveLimits } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { systemClock } from '../../../platform/time/clock.js'
import { LiveSocket } from './live-socket.js'
import { openSocketPair } from './socket-pair.fixture.js'

it('cuts an other side that reads no text, before more than a little beyond its limit waits', async () => {
  using sockets = await openSocketPair()
  sockets.far.pause()
  const mostBufferedBytes = 1024 * 1024
  let most = 0
  const closed = new Promise<number>((resolve) => {
    const events = { text: () => {}, binary: () => {}, closed: resolve }
    const socket = new LiveSocket(sockets.near, systemClock, events, { mostBufferedBytes })
    const text = 'f'.repeat(16 * 1024)
    // What the systems between take on does not wait here: more than they ever do is sent.
    const sendMore = () => {
      for (let index = 0; index < 64 && socket.isOpen; index += 1) {
        most = Math.max(most, socket.bufferedBytes)
        socket.sendText(text)
      }
      if (socket.isOpen) setImmediate(sendMore)
    }
    sendMore()
  })
  expect(await closed).toBe(liveCloseCodes.silent)
  expect(most).toBeLessThanOrEqual(mostBufferedBytes)
  expect(sockets.near.readyState).toBe(sockets.near.CLOSED)
})

it('cuts an other side of which it is doubted whether it is there, if no sign comes within three seconds', async () => {
  using sockets = await openSocketPair()
  const clock = createFakeClock()
  const closed = new Promise<number>((resolve) => {
    new LiveSocket(sockets.near, clock, { text: () => {}, binary: () => {}, closed: resolve }).probe()
  })
  // It is as one whose connection a router has forgotten.
  sockets.far.pause()
  await clock.advance(3_000)
  expect(await closed).toBe(liveCloseCodes.silent)
})

it('keeps one that gives a sign', async () => {
  using sockets = await openSocketPair()
  const clock = createFakeClock()
  const socket = new LiveSocket(sockets.near, clock, { text: () => {}, binary: () => {}, closed: () => {} })
  await once(sockets.near, 'pong')
  await clock.advance(1_000)
  const sign = once(sockets.near, 'pong')
  socket.probe()
  await sign
  await clock.advance(4_000)
  expect(socket.isOpen).toBe(true)
})

it.each([
  ['a line nearby', 40, liveLimits.windowMs + 40],
  ['a satellite', 900, liveLimits.windowMs + 900],
  [
    'an other side that answers late to be sent more',
    20_000,
    liveLimits.windowMs + liveLimits.mostRoundTripMs,
  ],
])('the window follows the round trip: %s', async (_, tripMs, windowMs) => {
  using sockets = await openSocketPair()
  const clock = createFakeClock()
  // Its system takes the ping, and the page is not asked.
  sockets.far.pause()
  const events = { text: () => {}, binary: () => {}, closed: () => {} }
  const socket = new LiveSocket(sockets.near, clock, events)
  expect(socket.windowMs).toBe(liveLimits.windowMs)
  // Up to the next ping.
  await clock.advance(Math.min(tripMs, liveLimits.pingMs - 1))
  const answered = once(sockets.near, 'pong')
  sockets.far.resume()
  await answered
  expect(socket.windowMs).toBe(windowMs)
  socket.close(liveCloseCodes.silent, 'the end')
  await once(sockets.near, 'close')
})
