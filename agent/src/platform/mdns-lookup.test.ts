import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from './clock.js'
import { lookupName } from './lookup-name.js'
import { addressesIn, mdnsLookup, queryFor } from './mdns-lookup.js'

const own = `gate-${process.pid}.local`
const loopback = { clock: systemClock, from: ['127.0.0.1'] }

/** The answer to a query for `name`: an AAAA record first, then an A record whose name points to the question. */
function answerTo(query: Buffer, address: string): Buffer {
  const header = Buffer.from([0, 0, 0x84, 0, 0, 1, 0, 2, 0, 0, 0, 0])
  const record = (type: number, data: number[]) =>
    Buffer.from([0xc0, 12, 0, type, 0x80, 1, 0, 0, 0, 120, 0, data.length, ...data])
  const aaaa = record(
    28,
    Array.from({ length: 16 }, () => 0),
  )
  return Buffer.concat([header, query.subarray(12), aaaa, record(1, address.split('.').map(Number))])
}

/** Something on loopback that knows one name. */
async function responder(name: string, address: string): Promise<() => number> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.bind(5353)
  await once(socket, 'listening')
  socket.addMembership('224.0.0.251', '127.0.0.1')
  let asked = 0
  socket.on('message', (query, sender) => {
    if (!query.includes(queryFor(name).subarray(12, -4))) return
    asked += 1
    socket.send(answerTo(query, address), sender.port, sender.address)
  })
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return () => asked
}

test('a .local name is asked of the network, each time anew', async () => {
  const asked = await responder(own, '10.1.2.3')
  expect(await mdnsLookup(own, loopback)).toEqual(['10.1.2.3'])
  const before = asked()
  expect(await lookupName(`${own}.`, loopback)).toEqual(['10.1.2.3'])
  expect(asked()).toBeGreaterThan(before)
})

test('a name that nobody knows has no address, and says so in time', async () => {
  expect(await mdnsLookup(`nobody-${process.pid}.local`, { ...loopback, timeoutMs: 150 })).toEqual([])
  await expect(
    lookupName(`nobody-${process.pid}.local`, { ...loopback, timeoutMs: 150 }),
  ).rejects.toMatchObject({ code: expect.any(String) })
})

test('an address is its own', async () => {
  expect(await lookupName('192.168.1.20', loopback)).toEqual(['192.168.1.20'])
})

test('of an answer only the address of that name counts', () => {
  const answer = answerTo(queryFor('gate.local'), '10.1.2.3')
  expect(addressesIn(answer, 'GATE.local.')).toEqual(['10.1.2.3'])
  expect(addressesIn(answer, 'door.local')).toEqual([])
  expect(addressesIn(queryFor('gate.local'), 'gate.local')).toEqual([])
})

test('an answer that is cut short, or goes round in itself, is none', () => {
  const answer = answerTo(queryFor('gate.local'), '10.1.2.3')
  for (let length = 0; length < answer.length; length += 1) {
    expect(addressesIn(answer.subarray(0, length), 'gate.local')).toEqual([])
  }
  const round = Buffer.from([0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0xc0, 12])
  expect(addressesIn(round, 'gate.local')).toEqual([])
})
