import { once } from 'node:events'
import { CloudMediaMessage, type LiveFormat, type MediaFrame, writeMediaFrame } from '@sightline/protocol'
import { WebSocket } from 'ws'

/** What a scripted camera is said to send. */
export const testFormat: LiveFormat = {
  rendition: 'source',
  codec: 'avc1.4d401f',
  description: 'AU1AH//hAAVnTUAf2gEABGjuPIA=',
  width: 1920,
  height: 1080,
  audio: { codec: 'pcma', sample_rate: 8000, channels: 1, config: null },
}

export interface MediaSocketOptions {
  /** http://127.0.0.1:port of a node. */
  readonly origin: string
  readonly path: string
  readonly key: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A media socket that sends what it is told to, over a real connection. The access units are bytes without meaning. */
export class ScriptedMediaSocket implements AsyncDisposable {
  readonly #socket: WebSocket
  readonly #watchers = new Set<() => void>()
  /** What the cloud said, in order. */
  readonly messages: CloudMediaMessage[] = []
  closeCode: number | null = null
  closeReason = ''
  #sequence = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      this.messages.push(CloudMediaMessage.parse(JSON.parse(data.toString('utf8'))))
      this.#changed()
    })
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      this.closeCode = code
      this.closeReason = reason.toString('utf8')
      this.#changed()
    })
  }

  /** Opens it. @throws Error that names the status of a refusal */
  static async open(options: MediaSocketOptions): Promise<ScriptedMediaSocket> {
    const socket = new WebSocket(`${options.origin.replace('http', 'ws')}${options.path}`, {
      headers: { authorization: `Bearer ${options.key}`, ...options.headers },
      perMessageDeflate: false,
    })
    socket.on('error', () => {})
    const media = new ScriptedMediaSocket(socket)
    const refused = untilRefused(socket)
    await Promise.race([once(socket, 'open'), refused])
    return media
  }

  get newestSequence(): number {
    return this.#sequence
  }

  format(format: Partial<LiveFormat> = {}): void {
    this.text({ type: 'format', ...testFormat, ...format })
  }

  /** From now on nothing is read, and no ping is answered: as an agent behind a router that forgot the connection. */
  fallSilent(): void {
    this.#socket.pause()
  }

  text(message: unknown): void {
    this.#socket.send(JSON.stringify(message))
  }

  raw(bytes: Uint8Array): void {
    this.#socket.send(bytes)
  }

  /** Sends the next frame. @returns its sequence */
  frame(frame: Partial<MediaFrame> = {}): number {
    this.#sequence = frame.sequence ?? this.#sequence + 1
    this.raw(
      writeMediaFrame({
        kind: 'video',
        keyframe: false,
        discontinuity: false,
        catchUp: false,
        subscription: 0,
        capturedMs: Date.now(),
        dtsUs: this.#sequence * 40_000,
        ctsUs: 0,
        data: Buffer.alloc(1_000, this.#sequence & 0xff),
        ...frame,
        sequence: this.#sequence,
      }),
    )
    return this.#sequence
  }

  /** Sends a GOP: a keyframe and `count - 1` pictures behind it. */
  gop(count = 5, frame: Partial<MediaFrame> = {}): void {
    for (let index = 0; index < count; index += 1) this.frame({ ...frame, keyframe: index === 0 })
  }

  /** Sends pictures as a camera does until it is stopped. @returns stops it */
  play({ fps = 25, gop = 25, bytes = 4_000 } = {}): () => void {
    let index = 0
    const timer = setInterval(() => {
      if (this.closeCode !== null) return clearInterval(timer)
      this.frame({ keyframe: index % gop === 0, data: Buffer.alloc(bytes, index & 0xff) })
      index += 1
    }, 1000 / fps)
    return () => clearInterval(timer)
  }

  async until(what: string, holds: () => boolean, withinMs = 20_000): Promise<void> {
    if (holds()) return
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#watchers.delete(check)
        reject(new Error(`${what} did not come; closed with ${this.closeCode} ${this.closeReason}`))
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

  /** The code with which it was closed. */
  async untilClosed(): Promise<number> {
    await this.until('the close', () => this.closeCode !== null)
    return this.closeCode ?? 0
  }

  close(code = 1000): void {
    this.#socket.close(code)
  }

  cut(): void {
    this.#socket.terminate()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.closeCode !== null) return
    this.#socket.terminate()
    await this.untilClosed()
  }

  #changed(): void {
    for (const check of this.#watchers) check()
  }
}

/** Never resolves. @throws Error that names the status with which the upgrade was refused */
export function untilRefused(socket: WebSocket): Promise<never> {
  return new Promise((_, reject) => {
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(`refused with ${response.statusCode}`)),
    )
  })
}
