import { once } from 'node:events'
import { liveLimits } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createFakeClock } from '../platform/clock.fake.js'
import { LineTrip } from './line-trip.js'
import { MediaSocket, type UnsentFrame } from './media-socket.js'

const frame: UnsentFrame = {
  kind: 'video',
  keyframe: true,
  discontinuity: false,
  catchUp: false,
  capturedMs: 0,
  dtsUs: 0,
  ctsUs: 0,
  data: Buffer.alloc(100),
}

/** A media socket, and the other end of it. */
async function opened({ pongMs = 0 } = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  const cloud = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const socket = new WebSocket(`ws://127.0.0.1:${address.port}`)
  await once(socket, 'open')
  const clock = createFakeClock()
  const peer = await cloud
  const answered = once(socket, 'pong')
  // What is asked is answered when the test has moved its clock.
  peer.pause()
  const lineTrip = new LineTrip(clock, () => false)
  const media = new MediaSocket(socket, {
    clock,
    silenceMs: 60_000,
    lineTrip,
    onMessage: () => undefined,
  })
  await clock.advance(pongMs)
  peer.resume()
  await answered
  return {
    clock,
    media,
    /** Confirms a frame, and waits until that was heard. */
    acknowledge: async (sequence: number) => {
      const heard = once(socket, 'message')
      peer.send(JSON.stringify({ type: 'ack', sequence }))
      await heard
    },
    [Symbol.asyncDispose]: async () => {
      peer.terminate()
      await media.ended
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

it('a line with a long round trip has the window beside that, from the first frame', async () => {
  await using at = await opened()
  const { clock, media } = at
  for (let sequence = 1; sequence < 6; sequence++) {
    media.frame(frame)
    await clock.advance(liveLimits.windowMs + 100)
    expect(media.checkBehind()).toBe(false)
    await at.acknowledge(sequence)
  }
  media.frame(frame)
  await clock.advance(liveLimits.windowMs * 2 + 1)
  expect(media.checkBehind()).toBe(true)
  expect(media.overdueMs).toBe(liveLimits.windowMs + 1)
})

it('a line with a short round trip is behind as soon as its window is over', async () => {
  await using at = await opened()
  const { clock, media } = at
  media.frame(frame)
  await clock.advance(20)
  await at.acknowledge(1)
  media.frame(frame)
  await clock.advance(liveLimits.windowMs + 20)
  expect(media.checkBehind()).toBe(false)
  await clock.advance(1)
  expect(media.checkBehind()).toBe(true)
})

it('a line over a satellite is not behind for that, nor is anything overdue', async () => {
  const tripMs = 1200
  await using at = await opened({ pongMs: tripMs })
  const { clock, media } = at
  for (let sequence = 1; sequence < 6; sequence++) {
    media.frame(frame)
    await clock.advance(tripMs + 100)
    expect(media.checkBehind()).toBe(false)
    expect(media.overdueMs).toBeLessThanOrEqual(100)
    await at.acknowledge(sequence)
  }
  media.frame(frame)
  await clock.advance(tripMs + liveLimits.windowMs + 101)
  expect(media.checkBehind()).toBe(true)
})
