import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

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
  bytesHeard = 0
  connections = 0
  private readonly server: Server
  private readonly sockets = new Set<Socket>()
  private readonly script: Script

  private readonly greeting: string

  private constructor(script: Script, greeting: string) {
    this.script = script
    this.greeting = greeting
    this.server = createServer((socket) => this.serve(socket))
  }

  /** @param greeting sent to each client before it has said anything. */
  static async start(script: Script = usual, greeting = ''): Promise<ScriptedCamera> {
    const camera = new ScriptedCamera(script, greeting)
    await new Promise<void>((resolve) => camera.server.listen(0, '127.0.0.1', resolve))
    return camera
  }

  get port(): number {
    const address: AddressInfo | string | null = this.server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  get url(): string {
    return `rtsp://127.0.0.1:${this.port}/live`
  }

  get methods(): string[] {
    return this.requests.map(({ method }) => method)
  }

  get open(): number {
    return this.sockets.size
  }

  /** Sends bytes to every client. */
  send(bytes: Buffer | string): void {
    for (const socket of this.sockets) socket.write(bytes)
  }

  /** Resets every connection. */
  drop(): void {
    for (const socket of this.sockets) socket.resetAndDestroy()
  }

  /** Resolves once `reached` holds; polls, for what is watched is on the other side of a socket. */
  async until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private serve(socket: Socket): void {
    this.connections++
    this.sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.sockets.delete(socket))
    socket.write(this.greeting)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      this.bytesHeard += chunk.length
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
        this.take(socket, text.slice(0, end))
        text = text.slice(end + 4)
      }
    })
  }

  private take(socket: Socket, head: string): void {
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
    const reply = this.script(request, this)
    if (reply !== null) socket.write(reply)
  }
}

/** An interleaved RTP packet of the track in `sdp`. */
export function rtpFrame(
  channel: number,
  sequence: number,
  payload: Buffer,
  ssrc = 1,
  timestamp = 0,
): Buffer {
  const head = Buffer.alloc(16)
  head[0] = 0x24
  head[1] = channel
  head.writeUInt16BE(12 + payload.length, 2)
  head[4] = 0x80
  head[5] = 0x80 | 96
  head.writeUInt16BE(sequence, 6)
  head.writeUInt32BE(timestamp, 8)
  head.writeUInt32BE(ssrc, 12)
  return Buffer.concat([head, payload])
}
