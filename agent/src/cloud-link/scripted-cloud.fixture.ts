import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  type FrameHead,
  readToCloud,
  type ToCloudFrame,
  type ToGatewayType,
  writeToGateway,
} from '@sightline/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import { systemRandom } from '../platform/random.js'

export type Received<T extends ToCloudFrame['type']> = Extract<ToCloudFrame, { type: T }>

/** One connection of a gateway, as a test plays the cloud's part of it. */
export class ScriptedSession {
  readonly frames: ToCloudFrame[] = []
  readonly socket: WebSocket
  readonly request: IncomingMessage
  closeCode: number | null = null
  readonly #news = new Set<() => void>()

  constructor(socket: WebSocket, request: IncomingMessage) {
    this.socket = socket
    this.request = request
    socket.on('message', (data: Buffer) => {
      const reading = readToCloud(data.toString())
      if (reading.kind !== 'frame')
        throw new Error(`the gateway sent what no cloud takes: ${data.toString()}`)
      this.frames.push(reading.frame)
      this.#tell()
    })
    socket.on('close', (code) => {
      this.closeCode = code
      this.#tell()
    })
  }

  send<T extends ToGatewayType>(
    type: T,
    body: Parameters<typeof writeToGateway<T>>[1],
    head: Omit<FrameHead, 'id'> = {},
  ): string {
    const id = systemRandom.id()
    this.socket.send(writeToGateway(type, body, { id, ...head }))
    return id
  }

  /** Answers `hello`, once it has come. */
  async welcome(
    more: {
      acked_seq?: number
      heartbeat_interval_sec?: number
      server_time?: string
      newest_agent_version?: string
    } = {},
  ): Promise<void> {
    await this.until('hello')
    this.send('welcome', {
      version: 1,
      session_epoch: 1,
      config_revision: 0,
      heartbeat_interval_sec: 10,
      server_time: new Date().toISOString(),
      acked_seq: 0,
      ...more,
    })
  }

  /** The frames of one type received so far. */
  of<T extends ToCloudFrame['type']>(type: T): Received<T>[] {
    return this.frames.filter((frame): frame is Received<T> => frame.type === type)
  }

  /** Waits until `count` frames of a type have come. */
  async until<T extends ToCloudFrame['type']>(type: T, count = 1): Promise<Received<T>[]> {
    await this.when(() => this.of(type).length >= count, `${count} x ${type}`)
    return this.of(type)
  }

  async closed(): Promise<number> {
    await this.when(() => this.closeCode !== null, 'the end of the connection')
    return this.closeCode ?? 0
  }

  async when(condition: () => boolean, what: string): Promise<void> {
    const deadline = setTimeout(() => this.#news.forEach((wake) => wake()), 20_000)
    const until = Date.now() + 20_000
    while (!condition()) {
      if (Date.now() >= until) {
        throw new Error(`waited in vain for ${what}; got ${this.frames.map(({ type }) => type).join(', ')}`)
      }
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#news.delete(wake)
          resolve()
        }
        this.#news.add(wake)
      })
    }
    clearTimeout(deadline)
  }

  #tell(): void {
    for (const wake of this.#news) wake()
  }
}

/** A cloud whose every word the test decides. */
export class ScriptedCloud {
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly sessions: ScriptedSession[] = []
  readonly #waiting: (() => void)[] = []
  /** A status with which upgrades are refused, or null. */
  refuseWith: number | null = null
  /** What it then says of itself and of the refusal; the cloud of a test says nothing. */
  refusal: { readonly head: string; readonly body: string } = { head: '', body: '' }
  attempts = 0
  /** Takes an upgrade that is none of the channel; says whether it did. */
  passOn: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean = () => false

  private constructor(server: Server) {
    this.#server = server
    server.on('upgrade', (request, socket, head) => {
      if (this.passOn(request, socket, head)) return
      this.attempts += 1
      socket.on('error', () => undefined)
      if (this.refuseWith !== null) {
        const { refuseWith, refusal } = this
        socket.end(
          `HTTP/1.1 ${refuseWith} No\r\nRetry-After: 1\r\nConnection: close\r\n${refusal.head}\r\n${refusal.body}`,
        )
        return
      }
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        this.sessions.push(new ScriptedSession(webSocket, request))
        for (const wake of this.#waiting.splice(0)) wake()
      })
    })
  }

  static async start(): Promise<ScriptedCloud> {
    const server = createServer((_request, response) => void response.writeHead(404).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ScriptedCloud(server)
  }

  get server(): Server {
    return this.#server
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('not listening')
    return `http://127.0.0.1:${address.port}`
  }

  /** The n-th connection, from 0, once it is there. */
  async session(index: number): Promise<ScriptedSession> {
    for (;;) {
      const session = this.sessions[index]
      if (session) return session
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    }
  }

  async close(): Promise<void> {
    for (const { socket } of this.sessions) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}
