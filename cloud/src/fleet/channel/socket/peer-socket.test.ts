import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { silentLog } from '../../../platform/log.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { PeerSocket } from './peer-socket.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A peer socket and the client at its other end, over TCP. */
async function pair(): Promise<{
  peer: PeerSocket
  client: WebSocket
  clock: FakeClock
  messages: string[]
  closed: Promise<number>
}> {
  const clock = createFakeClock()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  ends.push(() => server.close())
  await once(server, 'listening')
  const messages: string[] = []
  let peer: PeerSocket | undefined
  const closed = new Promise<number>((resolve) => {
    server.on('connection', (socket) => {
      peer = new PeerSocket(socket, clock, silentLog, {
        message: (text) => messages.push(text),
        closed: resolve,
      })
    })
  })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  client.on('error', () => {})
  ends.push(() => client.terminate())
  await once(client, 'open')
  await until(() => peer !== undefined)
  if (!peer) throw new Error('unreachable')
  return { peer, client, clock, messages, closed }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

it('pings every ten seconds and stays with a peer that answers', async () => {
  const { peer, client, clock, closed } = await pair()
  let pings = 0
  client.on('ping', () => (pings += 1))
  for (let round = 1; round <= 5; round += 1) {
    const before = peer.heardAt
    await clock.advance(10_000)
    await until(() => pings === round)
    await until(() => peer.heardAt > before)
  }
  expect(client.readyState).toBe(client.OPEN)
  client.terminate()
  await closed
  expect(clock.waiting).toBe(0)
})

it('cuts a peer that is silent for 25 seconds, without waiting for it', async () => {
  const { client, clock, closed } = await pair()
  client.pause()
  await clock.advance(20_000)
  expect(clock.waiting).toBeGreaterThan(0)
  await clock.advance(10_000)
  await closed
  expect(clock.waiting).toBe(0)
  client.resume()
  const [code] = (await once(client, 'close')) as [number]
  expect([1006, 4408]).toContain(code)
})

it('cuts a peer that does not read, before more than a little beyond 1 MiB waits', async () => {
  const { peer, client, closed } = await pair()
  client.pause()
  const frame = 'x'.repeat(64 * 1024)
  const gone = closed.then(() => 'gone' as const)
  const turn = () => new Promise<'open'>((resolve) => setImmediate(() => resolve('open')))
  let state: 'open' | 'gone' = 'open'
  for (let sent = 0; sent < 2000 && state === 'open'; sent += 1) {
    peer.send(frame)
    state = await Promise.race([gone, turn()])
  }
  expect(state).toBe('gone')
})

it('ends a connection whose peer does not answer the closing handshake', async () => {
  const { peer, client, clock, closed } = await pair()
  client.pause()
  peer.close(4409, 'replaced')
  await clock.advance(2_000)
  await closed
  expect(clock.waiting).toBe(0)
})

it('takes nothing while it is paused, and loses nothing', async () => {
  const { peer, client, messages } = await pair()
  peer.pause()
  client.send('one')
  client.send('two')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(messages).toEqual([])
  peer.resume()
  await until(() => messages.length === 2)
  expect(messages).toEqual(['one', 'two'])
})

it('hands on 50 a second of what comes at once, in its order, and reads no further meanwhile', async () => {
  const { client, clock, messages } = await pair()
  const sent = Array.from({ length: 160 }, (_, n) => String(n))
  for (const text of sent) client.send(text)
  await until(() => messages.length === 100)
  const waiting = clock.waiting
  await clock.advance(500)
  await until(() => messages.length === 125)
  expect(clock.waiting).toBe(waiting)
  await clock.advance(10_000)
  await until(() => messages.length === 160)
  expect(messages).toEqual(sent)
})

it('does not take a flood into memory', async () => {
  const { client, clock, messages } = await pair()
  const frame = 'x'.repeat(64 * 1024)
  for (let n = 0; n < 1000; n += 1) client.send(frame)
  await until(() => messages.length === 100)
  const held = client.bufferedAmount
  await clock.advance(1_000)
  await until(() => messages.length === 150)
  // What the system holds of a connection is a few MB; the rest stays with the peer.
  expect(held).toBeGreaterThan(40 * 1024 * 1024)
})

it('takes what a peer said before it left', async () => {
  const { client, messages, closed } = await pair()
  for (let n = 0; n < 110; n += 1) client.send(String(n))
  client.close(1000)
  await closed
  expect(messages).toHaveLength(110)
})

it('hands on nothing of what was read once it is closed from here', async () => {
  const { peer, client, messages, closed } = await pair()
  for (let n = 0; n < 110; n += 1) client.send(String(n))
  await until(() => messages.length === 100)
  peer.close(4401, 'revoked')
  await closed
  expect(messages).toHaveLength(100)
})
