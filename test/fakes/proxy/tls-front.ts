import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { couple, portOf } from './couple.js'

/** What stands before a cloud in production: ends TLS and passes the bytes on. */
export class TlsFront implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets: Set<Socket>

  private constructor(server: Server, sockets: Set<Socket>) {
    this.#server = server
    this.#sockets = sockets
  }

  /** @param port where to pass on to, asked for each connection */
  static async start(certificate: { cert: string; key: string }, port: () => number): Promise<TlsFront> {
    const sockets = new Set<Socket>()
    const server = createServer({ cert: certificate.cert, key: certificate.key }, (client) =>
      couple(client, connect(port(), '127.0.0.1'), sockets),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new TlsFront(server, sockets)
  }

  get host(): string {
    return `localhost:${portOf(this.#server)}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
