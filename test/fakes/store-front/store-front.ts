import { once } from 'node:events'
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, type Socket } from 'node:net'
import { couple, portOf } from '../proxy/couple.js'
import { answerFault, type PartFault } from './answer-fault.js'

export type { PartFault }

/** A part of an upload, as sites send it. */
const partPath = /^\/api\/v1\/uploads\/[^/]+\/parts\/\d+/

/**
 * What stands between a site and the store of its cloud: it passes everything on, the channel too, and meets parts of
 * uploads with the faults that it was told to show, one after the other. A `Link` may lie before it.
 */
export class StoreFront implements AsyncDisposable {
  /** The faults that parts have met, in their order. */
  readonly met: PartFault[] = []
  /** Parts that were passed on. */
  passed = 0
  /** How long a stalled part is kept waiting, ms. */
  stallMs = 1000
  readonly #server: Server
  readonly #upstreamPort: number
  readonly #sockets = new Set<Socket>()
  #coming: PartFault[] = []

  private constructor(server: Server, upstreamPort: number) {
    this.#server = server
    this.#upstreamPort = upstreamPort
    server.on('request', (request, response) => this.#take(request, response))
    server.on('upgrade', (request, site: Socket, head) => this.#passChannel(request, site, head))
  }

  /** Stands on a free port of loopback, before the cloud on `upstreamPort` of loopback. */
  static async start(upstreamPort: number): Promise<StoreFront> {
    const server = createServer()
    const front = new StoreFront(server, upstreamPort)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return front
  }

  get port(): number {
    return portOf(this.#server)
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Faults that are to come and have not. */
  get coming(): readonly PartFault[] {
    return this.#coming
  }

  /** The next parts meet these, one each. */
  fail(...faults: readonly PartFault[]): void {
    this.#coming.push(...faults)
  }

  /** Parts are passed on from now on. */
  mend(): void {
    this.#coming = []
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const isPart = request.method === 'PUT' && partPath.test(request.url ?? '')
    const fault = isPart ? this.#coming.shift() : undefined
    if (fault === undefined) {
      if (isPart) this.passed += 1
      this.#pass(request, response)
      return
    }
    this.met.push(fault)
    answerFault(fault, request, response, this.stallMs)
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method, url, headers } = request
    const upstream = ask({ host: '127.0.0.1', port: this.#upstreamPort, method, path: url, headers })
    upstream.on('response', (answer) => {
      const passed: OutgoingHttpHeaders = answer.headers
      response.writeHead(answer.statusCode ?? 502, passed)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    // What breaks on one side breaks on the other.
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  }

  #passChannel(request: IncomingMessage, site: Socket, head: Buffer): void {
    const cloud = connect(this.#upstreamPort, '127.0.0.1', () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`]
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`)
      }
      cloud.write(`${lines.join('\r\n')}\r\n\r\n`)
      cloud.write(head)
      couple(site, cloud, this.#sockets)
    })
    // Until they are coupled nobody else listens: either end may be reset before.
    cloud.once('error', () => site.destroy())
    site.once('error', () => cloud.destroy())
  }
}
