import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { testCertificate } from './test-certificate.js'

/** A delivery that came whole. */
export interface TestDelivery {
  /** The same each time that it is tried. */
  readonly id: string
  /** How often it has come, this time included. */
  readonly attempt: number
  readonly body: string
}

/** Answers a delivery; by its socket also what no server should say. */
export type Receive = (delivery: TestDelivery, response: ServerResponse, socket: Duplex) => void

/** A real receiver of webhooks on loopback, over TLS with `testCertificate`. */
export interface TestReceiver extends AsyncDisposable {
  readonly url: string
  /** All that came, in their order. */
  readonly received: readonly TestDelivery[]
  /** Connections that it takes at once; more are closed as they come. */
  takeAtMost(connections: number): void
}

export async function startTestReceiver(receive: Receive = takeIt): Promise<TestReceiver> {
  const received: TestDelivery[] = []
  const attempts = new Map<string, number>()
  const sockets = new Set<Duplex>()
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const id = String(request.headers['webhook-id'])
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    const delivery = { id, attempt, body }
    received.push(delivery)
    receive(delivery, response, request.socket)
  }
  const server = createServer(testCertificate, (request, response) => {
    // Whoever sent it may be gone before it is whole.
    take(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port')
  return {
    url: `https://127.0.0.1:${address.port}/hook`,
    received,
    takeAtMost: (connections) => {
      server.maxConnections = connections
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const takeIt: Receive = (_delivery, response) => void response.writeHead(204).end()
