import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, type TlsOptions } from 'node:tls'

/** A request as it came. */
export interface ScriptedRequest {
  readonly method: string
  readonly uri: string
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
}

/** What the script sends for a request: bytes as they are, or nothing. */
export type Script = (request: ScriptedRequest, camera: ScriptedCamera) => Buffer | string | null

export const sdp = [
  'v=0',
  's=x',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 sprop-parameter-sets=Z0LAHtoCgL/lwEQAAAMABAAAAwDKPFi6gA==,aM4PyA==',
  'a=control:track1',
  '',
].join('\r\n')

/** A response to `request` with the right number. */
export function answer(request: ScriptedRequest, status: number, headers: string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [`RTSP/1.0 ${status} x`, `CSeq: ${request.headers.get('cseq') ?? ''}`, ...headers, ...length]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** A camera that does as it should; scripts change single answers. */
export function usual(request: ScriptedRequest): string {
  switch (request.method) {
    case 'OPTIONS':
      return answer(request, 200, ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN'])
    case 'DESCRIBE':
      return answer(request, 200, ['Content-Type: application/sdp'], sdp)
    case 'SETUP':
      return answer(request, 200, [
        'Session: s1;timeout=60',
        'Transport: RTP/AVP/TCP;unicast;interleaved=0-1',
      ])
    default:
      return answer(request, 200, ['Session: s1'])
  }
}

/** A TCP server that plays a camera by a script, and notes all it hears. */
export class ScriptedCamera implements AsyncDisposable {
  readonly requests: ScriptedRequest[] = []
  /** Interleaved frames that the client sent: its reports. */
  readonly frames: { readonly channel: number; readonly data: Buffer }[] = []
  bytesHeard = 0
  connections = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #script: Script

  readonly #greeting: string

  readonly #scheme: string

  private constructor(script: Script, greeting: string, tls: TlsOptions | null) {
    this.#script = script
    this.#greeting = greeting
    this.#scheme = tls === null ? 'rtsp' : 'rtsps'
    this.#server =
      tls === null
        ? createServer((socket) => this.#serve(socket))
        : createSecureServer(tls, (socket) => this.#serve(socket))
    this.#server.on('tlsClientError', () => {})
  }

  /**
   * @param greeting sent to each client before it has said anything.
   * @param tls the certificate of a camera that encrypts.
   * @param port 0 takes a free one.
   */
  static async start(
    script: Script = usual,
    greeting = '',
    tls: TlsOptions | null = null,
    port = 0,
  ): Promise<ScriptedCamera> {
    const camera = new ScriptedCamera(script, greeting, tls)
    await new Promise<void>((resolve) => camera.#server.listen(port, '127.0.0.1', resolve))
    return camera
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}/live`
  }

  get methods(): string[] {
    return this.requests.map(({ method }) => method)
  }

  get open(): number {
    return this.#sockets.size
  }

  /** Sends bytes to every client. */
  send(bytes: Buffer | string): void {
    for (const socket of this.#sockets) socket.write(bytes)
  }

  /** Resets every connection. */
  drop(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** Resolves once `reached` holds; polls, for what is watched is on the other side of a socket. */
  async until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(socket: Socket): void {
    this.connections++
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
    socket.write(this.#greeting)
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      this.bytesHeard += chunk.length
      rest = Buffer.concat([rest, chunk])
      for (let used = this.#cut(socket, rest); used > 0; used = this.#cut(socket, rest))
        rest = rest.subarray(used)
    })
  }

  /** Takes one request or frame; tells how many bytes it was, 0 while it is not whole. */
  #cut(socket: Socket, bytes: Buffer): number {
    if (bytes[0] === 0x24) {
      const length = bytes.length < 4 ? Number.POSITIVE_INFINITY : 4 + bytes.readUInt16BE(2)
      if (bytes.length < length) return 0
      this.frames.push({ channel: bytes.readUInt8(1), data: bytes.subarray(4, length) })
      return length
    }
    const end = bytes.indexOf('\r\n\r\n')
    if (end === -1) return 0
    this.#take(socket, bytes.toString('latin1', 0, end))
    return end + 4
  }

  #take(socket: Socket, head: string): void {
    const [line = '', ...lines] = head.split('\r\n')
    const [method = '', uri = ''] = line.split(' ')
    const headers = new Map(
      lines.map((each) => [
        each.slice(0, each.indexOf(':')).toLowerCase(),
        each.slice(each.indexOf(':') + 1).trim(),
      ]),
    )
    const request = { method, uri, headers }
    this.requests.push(request)
    const reply = this.#script(request, this)
    if (reply !== null) socket.write(reply)
  }
}

/** An RTP packet of the track in `sdp`, with the marker. */
export function rtpPacket(
  sequence: number,
  payload: Buffer,
  ssrc = 1,
  timestamp = 0,
  payloadType = 96,
): Buffer {
  const head = Buffer.alloc(12)
  head[0] = 0x80
  head[1] = 0x80 | payloadType
  head.writeUInt16BE(sequence, 2)
  head.writeUInt32BE(timestamp, 4)
  head.writeUInt32BE(ssrc, 8)
  return Buffer.concat([head, payload])
}

/** A packet inside the connection. */
export function interleaved(channel: number, packet: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x24, channel, packet.length >> 8, packet.length & 0xff]), packet])
}

/** An interleaved RTP packet of the track in `sdp`. */
export function rtpFrame(
  channel: number,
  sequence: number,
  payload: Buffer,
  ssrc = 1,
  timestamp = 0,
): Buffer {
  return interleaved(channel, rtpPacket(sequence, payload, ssrc, timestamp))
}
