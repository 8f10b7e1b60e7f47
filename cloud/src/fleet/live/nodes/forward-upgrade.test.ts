import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { openKeyRing } from '../../../platform/secrets/keys.js'
import { forwardUpgrade } from './forward-upgrade.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** @returns the port of a server that hands each upgrade to `take` */
async function listen(
  take: (upgrade: { request: IncomingMessage; socket: Duplex; head: Buffer }) => void,
): Promise<number> {
  const server: Server = createServer()
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    take({ request, socket, head })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

const upgradeText = [
  'GET /live HTTP/1.1',
  'Host: cloud',
  'Upgrade: websocket',
  'Connection: Upgrade',
  '',
  '',
].join('\r\n')
const switched = [
  'HTTP/1.1 101 Switching Protocols',
  'Upgrade: websocket',
  'Connection: Upgrade',
  '',
  '',
].join('\r\n')

/** Resolves at the end of a connection, also of one that broke. */
const closeOf = (socket: Duplex) => new Promise((resolve) => socket.once('close', resolve))

/** An agent, the node to which it came, and the node that waits for it, of which only the test says when it answers. */
async function twoNodes(target = '/live') {
  const keys = openKeyRing('0'.repeat(64))
  let taken: (socket: Duplex) => void = () => {}
  const other = new Promise<Duplex>((resolve) => (taken = resolve))
  const otherPort = await listen(({ socket }) => {
    // As a WebSocket does: the end of one direction is the end of both.
    socket.on('end', () => socket.destroy())
    taken(socket)
  })
  let came: (socket: Duplex) => void = () => {}
  const here = new Promise<Duplex>((resolve) => (came = resolve))
  const port = await listen((upgrade) => {
    came(upgrade.socket)
    forwardUpgrade(keys, upgrade, `http://127.0.0.1:${otherPort}`)
  })
  const agent = connect(port, '127.0.0.1')
  agent.on('error', () => {})
  ends.push(() => agent.destroy())
  agent.write(upgradeText.replace('/live', target))
  const sockets = { agent, here: await here, other: await other }
  ends.push(() => sockets.other.destroy())
  return sockets
}

it('goes to the node that waits, whatever host the request names', async () => {
  const elsewhere = await listen(() => {})
  const { agent, other } = await twoNodes(`http://127.0.0.1:${elsewhere}/live`)
  other.write(switched)
  const [answer] = await once(agent, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 101 /)
})

it('an agent that goes before the other node has answered leaves no socket there', async () => {
  const { agent, here, other } = await twoNodes()
  const gone = closeOf(other.resume())
  const left = closeOf(here)
  agent.resetAndDestroy()
  await left
  // What is answered now reaches nobody.
  other.write(switched)
  await gone
})

it('the bytes of both sides are handed on, and the end of one is the end of both', async () => {
  const { agent, other } = await twoNodes()
  other.write(`${switched}from the node`)
  let heard = ''
  agent.on('data', (bytes) => (heard += String(bytes)))
  while (!heard.includes('from the node')) await once(agent, 'data')
  agent.write('from the agent')
  const [bytes] = await once(other, 'data')
  expect(String(bytes)).toBe('from the agent')
  const gone = closeOf(other)
  agent.resetAndDestroy()
  await gone
})
