import { createSocket } from 'node:dgram'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { DatagramQueue } from './datagram-queue.js'

const sender = { address: '10.0.0.5', family: 'IPv4' as const, port: 3702, size: 0 }

function heard(clock = createFakeClock()) {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  const read: number[] = []
  const queue = new DatagramQueue(clock, (datagram) => read.push(datagram.byteLength))
  queue.hear(socket)
  const arrive = (bytes: number) => void socket.emit('message', Buffer.alloc(bytes), sender)
  return { clock, read, queue, arrive }
}

test('what comes in one burst is read in its order, a few at a turn', async () => {
  const { clock, read, arrive } = heard()
  for (let bytes = 1; bytes <= 20; bytes += 1) arrive(bytes)
  expect(read).toEqual([])
  await clock.advance(1)
  expect(read).toHaveLength(8)
  await clock.advance(10)
  expect(read).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(clock.waiting).toBe(0)
})

test('a flood waits in 2 MiB at most, and the end reads what waits and no more', () => {
  const { clock, read, queue, arrive } = heard()
  for (let index = 0; index < 1000; index += 1) arrive(60_000)
  queue.close()
  expect(read.length).toBe(Math.floor((2 * 1024 * 1024) / 61_024))
  arrive(1)
  expect(read).not.toContain(1)
  expect(clock.waiting).toBe(0)
})

test('a flood of empty datagrams takes no more', () => {
  const { read, queue, arrive } = heard()
  for (let index = 0; index < 50_000; index += 1) arrive(0)
  queue.close()
  expect(read).toHaveLength(2048)
})

test('large ones are read one by one, so that a flood of them stops nothing else', async () => {
  const { clock, read, arrive } = heard()
  for (const bytes of [60_000, 60_000, 8000, 8000, 8000]) arrive(bytes)
  await clock.advance(1)
  expect(read).toEqual([60_000])
  await clock.advance(1)
  expect(read).toEqual([60_000, 60_000])
  await clock.advance(1)
  expect(read).toHaveLength(4)
})
