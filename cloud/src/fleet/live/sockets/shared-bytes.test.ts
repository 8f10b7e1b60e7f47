import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '../../../platform/time/clock.js'
import { LiveSocket } from './live-socket.js'

/** A connection that keeps what it was given in each call, and hands it on. */
class RecordedConnection extends Duplex {
  readonly calls: Buffer[][] = []
  readonly #beneath: Duplex

  constructor(beneath: Duplex) {
    super()
    this.#beneath = beneath
    beneath.on('data', (bytes) => this.push(bytes))
    // The other end is cut once it has what it waits for.
    beneath.on('error', () => {})
    beneath.once('close', () => this.destroy())
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, written: () => void): void {
    this.#give([chunk], written)
  }

  override _writev(chunks: { chunk: Buffer }[], written: () => void): void {
    this.#give(
      chunks.map(({ chunk }) => chunk),
      written,
    )
  }

  #give(pieces: Buffer[], written: () => void): void {
    this.calls.push(pieces)
    this.#beneath.write(Buffer.concat(pieces), () => written())
  }
}

test.each([0, 1, 1_000, 20_000, 70_000, 1_000_000])(
  'head and %i shared bytes go out in one call, without a copy, and arrive as one message',
  async (length) => {
    const { socket, connection, far } = await openRecorded()
    const head = randomBytes(32)
    const rest = randomBytes(length)
    connection.calls.length = 0
    const arrived = once(far, 'message')
    await new Promise<void>((sent) => socket.sendBinary(head, rest, sent))
    expect(connection.calls).toHaveLength(1)
    const [pieces = []] = connection.calls
    expect(pieces.includes(head)).toBe(true)
    if (length > 0) expect(pieces.some((piece) => piece === rest)).toBe(true)
    const [message, isBinary] = await arrived
    expect(isBinary).toBe(true)
    expect(Buffer.compare(message, Buffer.concat([head, rest]))).toBe(0)
  },
)

test('text, pings and frames of many sizes arrive in their order, each whole', async () => {
  const { socket, near, far } = await openRecorded()
  const sizes = [3, 200, 40_000, 65_536, 300_000, 10]
  const arrived: string[] = []
  const all = new Promise<void>((resolve) => {
    far.on('message', (data: Buffer, isBinary: boolean) => {
      arrived.push(isBinary ? `frame ${data.length - 32}` : data.toString())
      if (arrived.length === sizes.length * 2) resolve()
    })
  })
  for (const size of sizes) {
    socket.sendBinary(Buffer.alloc(32), Buffer.alloc(size), () => {})
    near.ping()
    socket.sendText(`text ${size}`)
  }
  await all
  expect(arrived).toEqual(sizes.flatMap((size) => [`frame ${size}`, `text ${size}`]))
})

/** A live socket on a connection that is recorded, and the other end of it. */
async function openRecorded() {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const opened = new Promise<{ near: WebSocket; connection: RecordedConnection }>((resolve) => {
    server.on('upgrade', (request, beneath, head) => {
      const connection = new RecordedConnection(beneath)
      sockets.handleUpgrade(request, connection, head, (near) => resolve({ near, connection }))
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('unreachable')
  const far = new WebSocket(`ws://127.0.0.1:${address.port}`, { perMessageDeflate: false })
  onTestFinished(() => far.terminate())
  await once(far, 'open')
  const { near, connection } = await opened
  const nothing = () => {}
  const events = { text: nothing, binary: nothing, closed: nothing }
  return { socket: new LiveSocket(near, systemClock, events, { connection }), connection, near, far }
}
