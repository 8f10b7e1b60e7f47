import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { couple, portOf } from './couple.js'

/** What a proxy was asked to connect to, and by whom. */
export interface Asked {
  readonly to: string
  readonly authorization: string | null
}

/** A proxy as sites have them: it tunnels where it is asked to (CONNECT, RFC 9110 section 9.3.6). */
export class ForwardProxy implements AsyncDisposable {
  readonly asked: Asked[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server) {
    this.#server = server
    server.on('connect', (request, client: Socket) => {
      const to = request.url ?? ''
      this.asked.push({ to, authorization: request.headers['proxy-authorization'] ?? null })
      const { hostname, port } = new URL(`http://${to}`)
      const upstream = connect(Number(port), hostname, () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
      couple(client, upstream, this.#sockets)
    })
  }

  static async start(): Promise<ForwardProxy> {
    const server = createServer((_request, response) => void response.writeHead(400).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ForwardProxy(server)
  }

  get port(): number {
    return portOf(this.#server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
