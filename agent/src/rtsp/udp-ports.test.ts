import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { UdpPorts } from './udp-ports.js'

/** Open files of this process. */
const openFiles = async () => (await readdir('/proc/self/fd')).length

describe('a pair of ports', () => {
  test('is even and odd, and gone after its end', async () => {
    const before = await openFiles()
    const ports = await UdpPorts.open('127.0.0.1', '127.0.0.1')
    expect(ports.rtpPort % 2).toBe(0)
    expect(await openFiles()).toBe(before + 2)
    await ports.close()
    expect(await openFiles()).toBe(before)
  })

  test('that cannot be had leaves no file open, however often it is tried', async () => {
    // An address of nobody here: no port of it can be bound.
    const attempt = () => UdpPorts.open('192.0.2.1', '127.0.0.1')
    await expect(attempt()).rejects.toMatchObject({ name: 'StreamFailure', fault: 'protocol' })
    const before = await openFiles()
    for (let time = 0; time < 20; time++) await attempt().catch(() => undefined)
    expect(await openFiles()).toBe(before)
  })

  test('of which the other one is often taken leaves no file open', async () => {
    const taken = await takePorts(1500)
    try {
      const before = await openFiles()
      // About ten of these meet a port that is taken.
      for (let time = 0; time < 200; time++) await (await UdpPorts.open('127.0.0.1', '127.0.0.1')).close()
      expect(await openFiles()).toBe(before)
    } finally {
      await Promise.all(taken.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))))
    }
  })
})

async function takePorts(count: number) {
  const sockets = Array.from({ length: count }, () => createSocket('udp4'))
  await Promise.all(
    sockets.map(async (socket) => {
      socket.bind({ address: '127.0.0.1', port: 0, exclusive: true })
      await once(socket, 'listening')
    }),
  )
  return sockets
}
