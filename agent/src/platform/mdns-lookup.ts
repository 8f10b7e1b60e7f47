import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import type { Clock } from './clock.js'

const group = { address: '224.0.0.251', port: 5353 } as const
const typeA = 1
const classIn = 1
/** Asks for an answer to the asking port (RFC 6762, section 5.4), which no other program on the machine holds. */
const unicastResponse = 0x8000
const maxDatagrams = 256
const askAtMs = [0, 300]

export interface MdnsLookupOptions {
  readonly clock: Clock
  /** Addresses of this machine to ask from; by default all with IPv4. */
  readonly from?: readonly string[]
  /** How long to wait for an answer, ms. */
  readonly timeoutMs?: number
}

/**
 * The IPv4 addresses of a `.local` name, asked by multicast on every interface (RFC 6762): small systems have no
 * resolver that does. Empty if nobody answers.
 */
export async function mdnsLookup(name: string, options: MdnsLookupOptions): Promise<string[]> {
  const { clock, timeoutMs = 1500 } = options
  const question = queryFor(name)
  const sockets: Socket[] = []
  const found = new Set<string>()
  let settle = (): void => {}
  const answered = new Promise<void>((resolve) => {
    settle = resolve
  })
  let datagrams = 0
  const hear = (datagram: Buffer): void => {
    datagrams += 1
    if (datagrams > maxDatagrams) return
    for (const address of addressesIn(datagram, name)) found.add(address)
    if (found.size > 0) settle()
  }
  const cancels = [clock.after(timeoutMs, settle)]
  try {
    await Promise.all((options.from ?? ownAddresses()).map((address) => open(address, sockets, hear)))
    const ask = (): void => {
      for (const socket of sockets) socket.send(question, group.port, group.address, () => {})
    }
    for (const atMs of askAtMs) cancels.push(clock.after(atMs, ask))
    await answered
  } finally {
    for (const cancel of cancels) cancel()
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(resolve))))
  }
  return [...found]
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((infos) => infos ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address }) => address)
}

/** An interface that cannot be asked is left out. */
async function open(address: string, sockets: Socket[], hear: (datagram: Buffer) => void): Promise<void> {
  const socket = createSocket('udp4')
  socket.on('message', hear)
  try {
    const listening = once(socket, 'listening')
    socket.bind({ address, port: 0, exclusive: true })
    await listening
    socket.setMulticastInterface(address)
    // From here on a failing send is a lost question.
    socket.on('error', () => {})
    sockets.push(socket)
  } catch {
    socket.close()
  }
}

/** A query for the A record of a name (RFC 1035, section 4.1). */
export function queryFor(name: string): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
  const labels = labelsOf(name).map((label) => {
    const bytes = Buffer.from(label, 'utf8')
    return Buffer.concat([Buffer.from([bytes.length]), bytes])
  })
  const tail = Buffer.alloc(5)
  tail.writeUInt16BE(typeA, 1)
  tail.writeUInt16BE(classIn | unicastResponse, 3)
  return Buffer.concat([header, ...labels, tail])
}

function labelsOf(name: string): string[] {
  return name.replace(/\.$/, '').split('.')
}

/** The addresses that an answer gives to the name; none for what is no answer. */
export function addressesIn(datagram: Buffer, name: string): string[] {
  try {
    return readAnswers(datagram, labelsOf(name).join('.').toLowerCase())
  } catch (error) {
    // Cut short, or pointing outside of itself.
    if (error instanceof RangeError) return []
    throw error
  }
}

function readAnswers(bytes: Buffer, name: string): string[] {
  const isAnswer = (bytes.readUInt16BE(2) & 0x8000) !== 0
  if (!isAnswer) return []
  let at = 12
  for (let left = bytes.readUInt16BE(4); left > 0; left -= 1) at = readName(bytes, at).end + 4
  const addresses: string[] = []
  const records = bytes.readUInt16BE(6) + bytes.readUInt16BE(8) + bytes.readUInt16BE(10)
  for (let left = Math.min(records, 128); left > 0; left -= 1) {
    const owner = readName(bytes, at)
    const type = bytes.readUInt16BE(owner.end)
    const length = bytes.readUInt16BE(owner.end + 8)
    const data = owner.end + 10
    if (type === typeA && length === 4 && owner.name.toLowerCase() === name) {
      addresses.push([0, 1, 2, 3].map((index) => bytes.readUInt8(data + index)).join('.'))
    }
    at = data + length
  }
  return addresses
}

/** A name, which may end in a pointer to another offset of the message (RFC 1035, section 4.1.4). */
function readName(bytes: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  let end: number | null = null
  // A name has 127 labels at most; pointers that go round end here as well.
  for (let steps = 0; steps < 128; steps += 1) {
    const length = bytes.readUInt8(at)
    if (length === 0) return { name: labels.join('.'), end: end ?? at + 1 }
    if ((length & 0xc0) === 0xc0) {
      end ??= at + 2
      at = bytes.readUInt16BE(at) & 0x3fff
    } else {
      if (at + 1 + length > bytes.length) throw new RangeError('a label beyond the end')
      labels.push(bytes.toString('utf8', at + 1, at + 1 + length))
      at += 1 + length
    }
  }
  throw new RangeError('a name without an end')
}
