import { once } from 'node:events'
import {
  type FromViewer,
  liveSubprotocol,
  type MediaFrame,
  readMediaFrame,
  ToViewer,
} from '@sightline/protocol'
import { WebSocket } from 'ws'
import { untilRefused } from './scripted-media-socket.js'

export interface ViewerOptions {
  /** http://127.0.0.1:port of a node. */
  readonly origin: string
  readonly token: string
  /** Acknowledges each frame at once; default true. */
  readonly acknowledges?: boolean
  /** The page that it is; default: a program that sends none. */
  readonly page?: string
}

type Message<T extends ToViewer['type']> = Extract<ToViewer, { type: T }>

/** A viewer of live view that does as it is told, also what no viewer may do, over a real connection. One that does as it should is `watch`. */
export class ScriptedViewer implements AsyncDisposable {
  readonly #socket: WebSocket
  readonly #watchers = new Set<() => void>()
  readonly messages: ToViewer[] = []
  readonly frames: MediaFrame[] = []
  /** All that came, in order. */
  readonly all: (ToViewer | MediaFrame)[] = []
  acknowledges: boolean
  closeCode: number | null = null
  closeReason = ''

  private constructor(socket: WebSocket, acknowledges: boolean) {
    this.#socket = socket
    this.acknowledges = acknowledges
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#frame(data)
      else this.#message(ToViewer.parse(JSON.parse(data.toString('utf8'))))
      this.#changed()
    })
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      this.closeCode = code
      this.closeReason = reason.toString('utf8')
      this.#changed()
    })
  }

  /** Opens the socket; `welcome` is there when this resolves. @throws Error that names the status of a refusal */
  static async open({ origin, token, acknowledges = true, page }: ViewerOptions): Promise<ScriptedViewer> {
    const socket = new WebSocket(
      `${origin.replace('http', 'ws')}/api/v1/live`,
      [liveSubprotocol, `bearer.${token}`],
      { perMessageDeflate: false, ...(page !== undefined && { origin: page }) },
    )
    socket.on('error', () => {})
    const viewer = new ScriptedViewer(socket, acknowledges)
    const refused = untilRefused(socket)
    await Promise.race([once(socket, 'open'), refused])
    await viewer.until('welcome')
    return viewer
  }

  send(message: FromViewer): void {
    this.raw(JSON.stringify(message))
  }

  subscribe(
    id: number,
    cameraId: string,
    more: Partial<Extract<FromViewer, { type: 'subscribe' }>> = {},
  ): void {
    this.send({
      type: 'subscribe',
      stream: 'main',
      mode: 'full',
      audio: false,
      decodes: ['h264'],
      ...more,
      id,
      camera_id: cameraId,
    })
  }

  raw(data: string | Buffer): void {
    this.#socket.send(data)
  }

  /** Reads nothing any more, as a page on a dead line. */
  freeze(): void {
    this.#socket.pause()
  }

  /** Pictures of a subscription, without sound. */
  pictures(id: number): MediaFrame[] {
    return this.frames.filter(({ subscription, kind }) => subscription === id && kind !== 'audio')
  }

  of<T extends ToViewer['type']>(type: T): Message<T>[] {
    return this.messages.filter((message): message is Message<T> => message.type === type)
  }

  /** The first message of a type that fits. */
  async until<T extends ToViewer['type']>(
    type: T,
    fits: (message: Message<T>) => boolean = () => true,
  ): Promise<Message<T>> {
    await this.untilIt(`a message ${type}`, () => this.of(type).some(fits))
    const found = this.of(type).find(fits)
    if (!found) throw new Error('unreachable')
    return found
  }

  /** How a subscription stands by the newest word. */
  stateOf(id: number): Message<'state'> | undefined {
    return this.of('state').findLast((state) => state.id === id)
  }

  async untilPictures(id: number, count: number): Promise<MediaFrame[]> {
    await this.untilIt(`${count} pictures`, () => this.pictures(id).length >= count)
    return this.pictures(id)
  }

  async untilIt(what: string, holds: () => boolean, withinMs = 20_000): Promise<void> {
    if (holds()) return
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#watchers.delete(check)
        const said = JSON.stringify(this.messages.slice(-4))
        reject(new Error(`${what} did not come; closed with ${this.closeCode} ${this.closeReason}; ${said}`))
      }, withinMs)
      const check = () => {
        if (!holds()) return
        clearTimeout(timer)
        this.#watchers.delete(check)
        resolve()
      }
      this.#watchers.add(check)
    })
  }

  async untilClosed(): Promise<number> {
    await this.untilIt('the close', () => this.closeCode !== null, 45_000)
    return this.closeCode ?? 0
  }

  close(): void {
    this.#socket.close(1000)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.closeCode !== null) return
    this.#socket.terminate()
    await this.untilClosed()
  }

  #frame(data: Buffer): void {
    const frame = readMediaFrame(data)
    if (!frame) throw new Error('the cloud sent a frame that cannot be read')
    this.frames.push(frame)
    this.all.push(frame)
    if (this.acknowledges) this.send({ type: 'ack', id: frame.subscription, sequence: frame.sequence })
  }

  #message(message: ToViewer): void {
    this.messages.push(message)
    this.all.push(message)
  }

  #changed(): void {
    for (const check of this.#watchers) check()
  }
}
