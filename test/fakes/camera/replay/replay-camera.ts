import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { type Capture } from '@sightline/agent/testing'
import { IncomingParser, type RtspRequest } from '../rtsp/message.js'
import { RecordedDialogue, spokenAgain } from './recorded-dialogue.js'

export interface ReplayOptions {
  readonly host?: string
  /** 0 takes a free port. */
  readonly port?: number
  /** How many times as fast as it was; 1 by default. */
  readonly speed?: number
}

/**
 * A camera that says and sends what another one said and sent into a capture (`agent probe --capture`). Each connection
 * begins from the start, whoever logs in; after the last packet the camera falls silent with the connection open.
 */
export class ReplayCamera implements AsyncDisposable {
  readonly #dialogue: RecordedDialogue
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #speed: number
  readonly #host: string

  private constructor(capture: Capture, { host = '127.0.0.1', speed = 1 }: ReplayOptions) {
    this.#dialogue = new RecordedDialogue(capture)
    this.#host = host
    this.#speed = speed
    this.#server = createServer((socket) => this.#serve(socket))
  }

  /** Listens; `close` it when it is no longer needed. */
  static async start(capture: Capture, options: ReplayOptions = {}): Promise<ReplayCamera> {
    const camera = new ReplayCamera(capture, options)
    camera.#server.listen(options.port ?? 0, camera.#host)
    await once(camera.#server, 'listening')
    return camera
  }

  /** Host and port. */
  get address(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('it listens at a port')
    return `${this.#host}:${address.port}`
  }

  get rtspUrl(): string {
    return `rtsp://${this.address}/`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #serve(socket: Socket): void {
    const parser = new IncomingParser()
    const nextAnswer = this.#dialogue.turns()
    const timers: NodeJS.Timeout[] = []
    let channel = 0
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      for (const timer of timers) clearTimeout(timer)
    })
    const answer = ({ method, headers }: RtspRequest) => {
      const recorded = nextAnswer(method)
      const cseq = headers.get('cseq') ?? '0'
      if (recorded === null) return socket.write(`RTSP/1.0 501 Not Implemented\r\nCSeq: ${cseq}\r\n\r\n`)
      socket.write(spokenAgain(recorded, cseq, this.address, channel))
      if (method === 'SETUP' && recorded.head.startsWith('RTSP/1.0 200')) channel += 2
      if (method === 'PLAY') timers.push(...this.#play(socket))
      return undefined
    }
    socket.on('data', (chunk) => {
      for (const incoming of parser.push(chunk)) if (incoming.kind === 'request') answer(incoming.request)
    })
  }

  #play(socket: Socket): NodeJS.Timeout[] {
    return this.#dialogue.packets.map(({ afterMs, channel, data }) =>
      setTimeout(() => {
        const head = Buffer.from([0x24, channel, 0, 0])
        head.writeUInt16BE(data.length, 2)
        socket.write(Buffer.concat([head, data]))
      }, afterMs / this.#speed),
    )
  }
}
