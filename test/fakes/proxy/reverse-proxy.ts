import { once } from 'node:events'
import { request as ask, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { portOf } from './couple.js'

export interface ReverseProxyOptions {
  readonly certificate: { readonly cert: string; readonly key: string }
  /** Port of the service on this machine, asked for each request. */
  readonly port: () => number
  /** A connection over which nothing goes for so long is cut, ms. */
  readonly idleMs: number
}

/** What stands before a cloud in production: it ends TLS, reads HTTP, hands upgrades on and cuts what is idle. */
export class ReverseProxy implements AsyncDisposable {
  /** Paths of upgrades that were handed on. */
  readonly upgraded: string[] = []
  readonly #options: ReverseProxyOptions
  readonly #server: Server
  readonly #sockets = new Set<Duplex>()

  private constructor(options: ReverseProxyOptions) {
    this.#options = options
    this.#server = createServer({ ...options.certificate })
    this.#server.on('request', (request, response) => this.#answer(request, response))
    this.#server.on('upgrade', (request, client, head) => this.#upgrade(request, client, head))
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  static async start(options: ReverseProxyOptions): Promise<ReverseProxy> {
    const proxy = new ReverseProxy(options)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get url(): string {
    return `https://localhost:${portOf(this.#server)}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** As it came, with what a proxy adds. */
  #asked({ method, url, headers, socket }: IncomingMessage): RequestOptions {
    const more = { 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'https' }
    return {
      host: '127.0.0.1',
      port: this.#options.port(),
      method,
      path: url,
      headers: { ...headers, ...more },
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const asked = ask(this.#asked(request), (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  }

  #upgrade(request: IncomingMessage, client: Duplex, head: Buffer): void {
    const asked = ask(this.#asked(request))
    asked.on('error', () => client.destroy())
    // Until they are joined nobody else listens: the client may be reset before.
    client.on('error', () => asked.destroy())
    asked.on('response', (answer) => {
      client.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nconnection: close\r\n\r\n`)
      answer.pipe(client)
    })
    asked.on('upgrade', (answer, service, first) => {
      this.upgraded.push(request.url ?? '')
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`)
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      client.write(first)
      service.write(head)
      this.#join(client, service)
    })
    asked.end()
  }

  #join(client: Duplex, service: Socket): void {
    const end = () => {
      client.destroy()
      service.destroy()
    }
    // What goes either way counts.
    service.setTimeout(this.#options.idleMs, end)
    for (const side of [client, service]) side.on('error', end).on('close', end)
    client.pipe(service)
    service.pipe(client)
  }
}
