import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { addressesIn, createHostResolver } from './host-resolver.js'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** A name server that gives every name the address 93.184.216.34, or says nothing at all. */
async function nameServer({ silent }: { silent: boolean }): Promise<{ server: string; asked: () => number }> {
  const socket = createSocket('udp4')
  sockets.push(socket)
  let asked = 0
  socket.on('message', (query, { port, address }) => {
    asked += 1
    if (!silent) socket.send(answerTo(query), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: `127.0.0.1:${socket.address().port}`, asked: () => asked }
}

/** RFC 1035, 4: the question again, and one A record for who asks for A. */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, 12) + 5
  const question = query.subarray(12, end)
  const isA = question.readUInt16BE(question.length - 4) === 1
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(isA ? 1 : 0, 6)
  header.writeUInt16BE(0, 10)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34])
  return Buffer.concat([header, question, ...(isA ? [record] : [])])
}

describe('createHostResolver', () => {
  it('asks DNS for a name of the internet', async () => {
    const { server } = await nameServer({ silent: false })
    const resolve = createHostResolver({ servers: [server] })
    expect(await resolve('hooks.example.com')).toEqual([{ address: '93.184.216.34', family: 4 }])
  })

  it('leaves names without a dot to the machine, and believes the hosts file', async () => {
    const hostsFile = path.join(os.tmpdir(), `hosts-${process.pid}`)
    onTestFinished(() => rm(hostsFile))
    await writeFile(hostsFile, '10.0.0.7 receiver.lan receiver # the desk\n')
    const { server, asked } = await nameServer({ silent: true })
    const resolve = createHostResolver({ servers: [server], hostsFile })
    expect(await resolve('Receiver.LAN.')).toEqual([{ address: '10.0.0.7', family: 4 }])
    expect((await resolve('localhost')).map(({ address }) => address)).toContain('127.0.0.1')
    expect(asked()).toBe(0)
  })

  it('a name server that never answers holds up nobody else, and not for long', async () => {
    const { server, asked } = await nameServer({ silent: true })
    const resolve = createHostResolver({ servers: [server], timeoutMs: 1_000 })
    const lost = Array.from({ length: 40 }, (_, index) => resolve(`${index}.black-hole.example`))
    const ended = Promise.allSettled(lost)
    let over = false
    void ended.then(() => (over = true))
    expect(await lookup('localhost')).toMatchObject({ address: expect.any(String) })
    expect(over).toBe(false)
    for (const outcome of await ended) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ENOTFOUND' } })
    }
    expect(asked()).toBeGreaterThanOrEqual(40)
  })
})

it.each([
  ['127.0.0.1 localhost', 'localhost', ['127.0.0.1']],
  ['::1 box box.lan\n10.0.0.1\tbox.lan', 'box.lan', ['::1', '10.0.0.1']],
  ['# 10.0.0.1 box.lan', 'box.lan', []],
  ['10.0.0.1 box.lan.example', 'box.lan', []],
  ['', 'box.lan', []],
])('a hosts file %j says of %s: %j', (file, name, addresses) => {
  expect(addressesIn(file, name).map(({ address }) => address)).toEqual(addresses)
})
