import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  AgentMediaMessage,
  type CloudMediaMessage,
  type LiveFormat,
  type MediaFrame,
  readMediaFrame,
} from '@sightline/protocol'
import { type WebSocket, WebSocketServer } from 'ws'

/** What came over a media socket, in its order. */
export type MediaEntry =
  | { readonly kind: 'frame'; readonly frame: MediaFrame; readonly format: LiveFormat; readonly atMs: number }
  | { readonly kind: 'message'; readonly message: AgentMediaMessage }

/** One media socket, as a test plays the cloud's part of it. What breaks the protocol is noted. */
export class MediaSession {
  readonly entries: MediaEntry[] = []
  readonly violations: string[] = []
  readonly socket: WebSocket
  readonly request: IncomingMessage
  /** Acknowledges each frame as it comes. */
  acknowledges = true
  closeCode: number | null = null
  #format: LiveFormat | null = null
  #isFirst = true
  #lastSequence = 0
  #lastDts = new Map<string, number>()

  constructor(socket: WebSocket, request: IncomingMessage) {
    this.socket = socket
    this.request = request
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.#frame(data)
      else this.#message(data.toString())
    })
    socket.on('close', (code) => {
      this.closeCode = code
    })
  }

  get frames(): MediaFrame[] {
    return this.entries.flatMap((entry) => (entry.kind === 'frame' ? [entry.frame] : []))
  }

  get formats(): LiveFormat[] {
    return this.entries.flatMap((entry) =>
      entry.kind === 'message' && entry.message.type === 'format' ? [entry.message] : [],
    )
  }

  get states(): string[] {
    return this.entries.flatMap((entry) =>
      entry.kind === 'message' && entry.message.type === 'state'
        ? [`${entry.message.state}${entry.message.message === null ? '' : `: ${entry.message.message}`}`]
        : [],
    )
  }

  /** Frames of one kind behind the n-th format. */
  framesOf(kind: MediaFrame['kind'], format = 0): MediaFrame[] {
    const wanted = this.formats[format]
    return this.entries.flatMap((entry) =>
      entry.kind === 'frame' && entry.format === wanted && entry.frame.kind === kind ? [entry.frame] : [],
    )
  }

  send(message: CloudMediaMessage): void {
    this.socket.send(JSON.stringify(message))
  }

  async until(reached: () => boolean, what: string): Promise<void> {
    const untilMs = Date.now() + 20_000
    while (!reached()) {
      if (Date.now() > untilMs) {
        const got = `${this.frames.length} frames, ${this.formats.length} formats, ${this.states.join('; ')}`
        throw new Error(`waited in vain for ${what}; got ${got}, closed ${this.closeCode}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  async closed(): Promise<number | null> {
    await this.until(() => this.closeCode !== null, 'the end of the socket')
    return this.closeCode
  }

  #message(text: string): void {
    const message = AgentMediaMessage.safeParse(JSON.parse(text))
    if (!message.success) {
      this.violations.push(`a message that cannot be read: ${text}`)
      return
    }
    this.entries.push({ kind: 'message', message: message.data })
    if (message.data.type !== 'format') return
    this.#format = message.data
    this.#isFirst = true
    this.#lastDts.clear()
  }

  #frame(data: Buffer): void {
    const frame = readMediaFrame(data)
    const format = this.#format
    if (frame === null || format === null) {
      this.violations.push(frame === null ? 'a frame that cannot be read' : 'a frame before any format')
      return
    }
    const expected = (this.#lastSequence + 1) >>> 0
    if (frame.sequence !== expected) this.violations.push(`${frame.sequence} came in place of ${expected}`)
    if ((this.#isFirst || frame.discontinuity) && !frame.keyframe)
      this.violations.push(`${frame.sequence} is no keyframe`)
    if (frame.dtsUs <= (this.#lastDts.get(frame.kind) ?? Number.NEGATIVE_INFINITY))
      this.violations.push(`the time of ${frame.sequence} does not rise`)
    this.#lastSequence = frame.sequence
    this.#isFirst = false
    this.#lastDts.set(frame.kind, frame.dtsUs)
    this.entries.push({ kind: 'frame', frame, format, atMs: performance.now() })
    if (this.acknowledges) this.send({ type: 'ack', sequence: frame.sequence })
  }
}

/** A cloud that takes media sockets and nothing else. */
export class MediaCloud implements AsyncDisposable {
  readonly sessions: MediaSession[] = []
  /** A status with which upgrades are refused, or null. */
  refuseWith: number | null = null
  /** A page with which it refuses: then it was not the cloud. */
  page = ''
  attempts = 0
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true })

  private constructor(server: Server) {
    this.#server = server
    server.on('upgrade', (request, socket, head) => this.take(request, socket, head))
  }

  static async start(): Promise<MediaCloud> {
    const server = createServer((_request, response) => void response.writeHead(404).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new MediaCloud(server)
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('not listening')
    return `http://127.0.0.1:${address.port}`
  }

  /** Takes an upgrade, also one that came to another server. @returns false for what is no media socket */
  take(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!/\/live\/[^/]+$/.test(request.url ?? '')) return false
    this.attempts += 1
    socket.on('error', () => undefined)
    if (this.refuseWith === null) {
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) =>
        this.sessions.push(new MediaSession(webSocket, request)),
      )
    } else socket.end(`HTTP/1.1 ${this.refuseWith} No\r\nConnection: close\r\n\r\n${this.page}`)
    return true
  }

  /** Sockets that are open. */
  get open(): number {
    return this.sessions.filter(({ closeCode }) => closeCode === null).length
  }

  /** The socket of this live_id, once it is there. */
  async session(liveId: string): Promise<MediaSession> {
    const untilMs = Date.now() + 20_000
    for (;;) {
      const session = this.sessions.find(({ request }) => request.url?.endsWith(liveId))
      if (session) return session
      if (Date.now() > untilMs) throw new Error('the media socket was not opened')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.sessions) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
