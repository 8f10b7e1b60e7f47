import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { Frame, type Said } from './said.js'

interface Line {
  readonly site: WebSocket
  readonly cloud: WebSocket
  readonly said: Said[]
}

/**
 * What stands between a gateway and its cloud, hands on all that they say, and writes down the frames of the channel. It
 * can say something to the gateway by itself, and be cut.
 */
export class LoggingFront implements AsyncDisposable {
  readonly #server: Server
  readonly #upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  readonly #lines: Line[] = []
  readonly #cloudPort: () => number
  #isCut = false

  private constructor(server: Server, cloudPort: () => number) {
    this.#server = server
    this.#cloudPort = cloudPort
    server.on('request', (asked, answer) => this.#handOn(asked, answer))
    server.on('upgrade', (asked, socket, head) => this.#couple(asked, socket, head))
  }

  static async start(cloudPort: () => number): Promise<LoggingFront> {
    const server = createServer()
    const front = new LoggingFront(server, cloudPort)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return front
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`
  }

  /** What was said over the first connection of the channel. */
  get firstSession(): readonly Said[] {
    return this.#lines[0]?.said ?? []
  }

  /** Says something to the gateway that the cloud did not say. */
  sayToGateway(frame: Frame): void {
    this.#lines.at(-1)?.site.send(JSON.stringify(frame))
  }

  /** Ends every connection, and takes no more. */
  cut(): void {
    this.#isCut = true
    for (const { site, cloud } of this.#lines) for (const socket of [site, cloud]) socket.terminate()
    this.#server.closeAllConnections()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #handOn(asked: IncomingMessage, answer: ServerResponse): void {
    if (this.#isCut) return void asked.destroy()
    const { method, url: path, headers } = asked
    const handed = request({ host: '127.0.0.1', port: this.#cloudPort(), method, path, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    handed.on('error', () => answer.destroy())
    asked.pipe(handed)
  }

  #couple(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#isCut) return void socket.destroy()
    const { authorization = '' } = asked.headers
    const cloud = new WebSocket(`ws://127.0.0.1:${this.#cloudPort()}${asked.url}`, {
      headers: { authorization },
      perMessageDeflate: false,
    })
    cloud.on('error', () => socket.destroy())
    cloud.once('open', () => {
      cloud.pause()
      this.#upgrades.handleUpgrade(asked, socket, head, (site) => this.#listen({ site, cloud, said: [] }))
    })
  }

  #listen(line: Line): void {
    this.#lines.push(line)
    const { site, cloud } = line
    site.on('message', (data: Buffer) => {
      line.said.push({ from: 'gateway', frame: read(data) })
      cloud.send(data.toString())
    })
    cloud.on('message', (data: Buffer) => {
      line.said.push({ from: 'cloud', frame: read(data) })
      site.send(data.toString())
    })
    // Each end answers a ping by itself, and either may take silence for the end.
    cloud.on('ping', () => site.ping())
    site.on('error', () => undefined)
    site.on('close', () => cloud.close())
    cloud.on('close', () => site.close())
    cloud.resume()
  }
}

const read = (data: Buffer): Frame => Frame.parse(JSON.parse(data.toString()))

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the front has no port')
  return address.port
}
