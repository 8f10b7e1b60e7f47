import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TransportPicture } from '@sightline/agent/testing'
import { FromViewer, type MediaFrame } from '@sightline/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import { type LiveFrame, LiveStream } from '../camera/live-stream.js'
import type { Picture } from '../camera/picture/picture.js'
import { avcFormat } from './avc-format.js'
import { LiveSession } from './live-session.js'

/** Answers a request for a page or a file; false for one that it does not know. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => boolean

/** Faults, and what the service makes of its viewers. They hold from when they are set. */
export interface LiveScript {
  /** Refused before 101, with this status. */
  refuse: number | null
  /** Frames go nowhere, as over a cut line; the sockets stay. */
  isHushed: boolean
  /** Keyframes are such that a decoder recovers from them by and by: none is an IDR picture. */
  isRefreshed: boolean
  /** Sent in place of each picture. */
  jpeg: Buffer | null
  /** Sent in place of the pictures, by their counters, to whoever decodes MPEG-1. */
  mpeg1: readonly TransportPicture[] | null
  /** Said instead of frames. */
  end: {
    readonly code: number
    readonly reason: string | null
    readonly message: string
    readonly retry_after_ms: number | null
  } | null
  /** Milliseconds until the token ends. */
  tokenMs: number | null
  /** Sound beside the pictures: tone frames of G.711. */
  hasSound: boolean
}

/**
 * The viewer's side of the cloud (docs/protocol.md, 20), with pictures of the fake camera: what a player can be held against,
 * with faults that no real service would have when they are wanted.
 */
export class LiveService {
  readonly script: LiveScript = {
    refuse: null,
    isHushed: false,
    isRefreshed: false,
    jpeg: null,
    mpeg1: null,
    end: null,
    tokenMs: null,
    hasSound: false,
  }
  readonly tokens: string[] = []
  readonly messages: FromViewer[] = []
  /** What a viewer may not say. */
  readonly complaints: string[] = []
  readonly sessions = new Set<LiveSession>()
  #picture: Picture
  readonly #stream: LiveStream
  readonly #http: Server
  readonly #sockets: WebSocketServer
  #gop: MediaFrame[] = []
  #newest = 0
  #damagesNext = false

  private constructor(picture: Picture, serve: Serve) {
    this.#picture = picture
    this.#stream = new LiveStream(picture, 'always-moving', 'forced-keyframe')
    this.#stream.watch((frame) => this.#frame(frame))
    this.#http = createServer((request, response) => {
      if (!serve(request, response)) response.writeHead(404).end()
    })
    this.#sockets = new WebSocketServer({
      noServer: true,
      handleProtocols: (names) => [...names].find((name) => name === 'sightline.live.v1') ?? false,
    })
    this.#http.on('upgrade', (request, socket, head) => {
      if (this.script.refuse !== null) {
        // Nobody else listens any more, and the page may be gone by now.
        socket.on('error', () => undefined)
        socket.end(`HTTP/1.1 ${this.script.refuse} Refused\r\nConnection: close\r\n\r\n`)
        return
      }
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#opened(opened, request))
    })
  }

  static async start(picture: Picture, serve: Serve, host = '127.0.0.1'): Promise<LiveService> {
    const service = new LiveService(picture, serve)
    await new Promise<void>((resolve) => service.#http.listen(0, host, resolve))
    return service
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port
  }

  /** The counter in the newest picture that was made. */
  get newestCounter(): number {
    return this.#newest
  }

  get picture(): Picture {
    return this.#picture
  }

  get format(): object {
    const audio = { codec: 'pcma', sample_rate: 8000, channels: 1, config: null }
    return {
      ...avcFormat(this.#picture),
      ...(this.script.mpeg1 && { rendition: 'mpeg1', codec: 'mpeg1', description: null }),
      ...(this.script.jpeg && { rendition: 'jpeg', codec: 'jpeg', description: null }),
      audio: this.script.hasSound ? audio : null,
    }
  }

  /** The newest GOP, as it is sent to somebody who joins. */
  get gop(): readonly MediaFrame[] {
    return this.#gop
  }

  /** A-law of a square tone at half of full scale, as long as a picture is shown. */
  soundBeside(frame: MediaFrame): MediaFrame {
    const samples = Math.round(8000 / this.#picture.options.fps)
    const data = Uint8Array.from({ length: samples }, (_, at) => (at % 20 < 10 ? 0xba : 0x3a))
    return { ...frame, kind: 'audio', keyframe: true, discontinuity: false, ctsUs: 0, data }
  }

  /** Breaks every connection. */
  cut(): void {
    for (const { socket } of this.sessions) socket.terminate()
  }

  /** Breaks the next picture on its way, once: its first NAL unit claims more bytes than there are. Who joins later gets it whole. */
  damageNext(): void {
    this.#damagesNext = true
  }

  /** Says something to every subscription. */
  say(message: object): void {
    for (const session of this.sessions) session.say(message)
  }

  /** Says that the node is going to stop. */
  move(leftMs: number): void {
    for (const session of this.sessions) session.send({ type: 'moving', left_ms: leftMs })
  }

  close(): Promise<void> {
    this.#stream.close()
    this.cut()
    this.#http.closeAllConnections()
    return new Promise((resolve) => {
      this.#http.close(() => resolve())
    })
  }

  #opened(socket: WebSocket, request: IncomingMessage): void {
    const names = request.headers['sec-websocket-protocol'] ?? ''
    const token = /bearer\.([^\s,]+)/.exec(names)?.[1] ?? ''
    this.tokens.push(token)
    if (request.url !== '/api/v1/live') this.complaints.push(`opened at ${request.url}`)
    const session = new LiveSession(socket, this)
    this.sessions.add(session)
    socket.on('close', () => this.sessions.delete(session))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      const read = FromViewer.safeParse(JSON.parse(text))
      if (!read.success) return void this.complaints.push(`${text}: ${read.error.message}`)
      this.messages.push(read.data)
      session.take(read.data)
    })
  }

  #mpeg1(counter: number): Partial<MediaFrame> {
    const made = this.script.mpeg1?.[counter]
    return made ? { kind: 'mpeg1', keyframe: made.keyframe, data: made.data, ctsUs: 0 } : {}
  }

  #frame(frame: LiveFrame): void {
    const spacingUs = 1_000_000 / frame.picture.options.fps
    const delay = frame.picture.options.bFrames > 0 ? 1 : 0
    const data = Buffer.concat(
      frame.nalUnits.flatMap((nal) => {
        const length = Buffer.alloc(4)
        length.writeUInt32BE(nal.length)
        return [length, nal]
      }),
    )
    const made: MediaFrame = {
      kind: 'video',
      keyframe: frame.keyframe,
      discontinuity: false,
      catchUp: false,
      subscription: 0,
      sequence: 0,
      capturedMs: frame.dueAtMs,
      dtsUs: Math.round(frame.number * spacingUs),
      ctsUs: Math.round((frame.shift + delay) * spacingUs),
      data,
      ...this.#mpeg1(frame.counter),
    }
    if (made.keyframe) this.#gop = []
    this.#gop.push(made)
    this.#newest = frame.counter
    const sent = this.#damagesNext ? { ...made, data: Buffer.alloc(made.data.length, 0xff) } : made
    this.#damagesNext = false
    for (const session of this.sessions) session.frame(sent)
  }
}
