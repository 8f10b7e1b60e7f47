import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { liveCloseCodes } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { openSocketPair } from './socket-pair.fixture.js'
import { turnAway } from './turn-away.js'

const taken = { code: liveCloseCodes.replaced, reason: 'this picture has its socket already' }

it('a socket that nobody takes is told why', async () => {
  using sockets = await openSocketPair()
  const closed = once(sockets.far, 'close')
  turnAway(sockets.near, createFakeClock(), taken)
  const [code, reason] = await closed
  expect([code, String(reason)]).toEqual([taken.code, taken.reason])
})

it('one that answers with bytes that are no frame ends alone', async () => {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const connected = new Promise<WebSocket>((resolve) => sockets.once('connection', resolve))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  const far = connect(address.port, '127.0.0.1')
  far.on('error', () => {}).resume()
  const upgrade = [
    'GET / HTTP/1.1',
    'Host: cloud',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  far.write(`${upgrade.join('\r\n')}\r\n\r\n`)
  const near = await connected
  const closed = new Promise((resolve) => near.once('close', resolve))
  turnAway(near, createFakeClock(), taken)
  // Reserved bits and an unknown opcode: ws reports an error, which ends a process that does not listen for it.
  far.write(Buffer.alloc(64, 0xff))
  await closed
  expect(near.readyState).toBe(near.CLOSED)
  far.destroy()
  sockets.close()
  server.close()
})

it('one that never answers is cut after two seconds', async () => {
  using sockets = await openSocketPair()
  sockets.far.pause()
  const clock = createFakeClock()
  const closed = once(sockets.near, 'close')
  turnAway(sockets.near, clock, taken)
  await clock.advance(2_000)
  await closed
  expect(clock.waiting).toBe(0)
})
