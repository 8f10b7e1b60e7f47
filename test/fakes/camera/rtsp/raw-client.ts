import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { type Credentials, parseParameters } from '../authentication.js'

export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** An RTSP client of a few lines, for tests of the server: it says what it is told to say. */
export class RawClient {
  readonly packets: { channel: number; payload: Buffer }[] = []
  /** What was found where a frame or an answer should begin, and is passed over to the next that looks like one. */
  strayBytes = 0
  /** Resolves once the connection is gone, whoever ended it. */
  readonly ended: Promise<void>
  readonly #socket: Socket
  #rest = Buffer.alloc(0)
  #cseq = 0
  #count = 0
  #challenge = ''
  #credentials: Credentials | null = null
  #waiting: ((answer: RawAnswer) => void) | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    this.ended = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  static async connect(port: number, host = '127.0.0.1'): Promise<RawClient> {
    const socket = connect(port, host)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    return new RawClient(socket)
  }

  login(credentials: Credentials): void {
    this.#credentials = credentials
  }

  repeatNonceCount(): void {
    this.#count--
  }

  stopReading(): void {
    this.#socket.pause()
  }

  readAgain(): void {
    this.#socket.resume()
  }

  sendRaw(text: string): void {
    this.#socket.write(text)
  }

  /** One request and its answer; rejects when the connection ends first. */
  async ask(method: string, url: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const lines = [`${method} ${url} RTSP/1.0`, `CSeq: ${++this.#cseq}`]
    const authorization = this.#authorization(method, url)
    if (authorization !== null) lines.push(`Authorization: ${authorization}`)
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
    const answered = new Promise<RawAnswer>((resolve) => {
      this.#waiting = resolve
    })
    this.#socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const ended = this.ended.then(() => Promise.reject(new Error(`connection ended during ${method}`)))
    ended.catch(() => {})
    const answer = await Promise.race([answered, ended])
    this.#challenge = answer.headers.get('www-authenticate') ?? this.#challenge
    return answer
  }

  /** From DESCRIBE to PLAY of the given tracks; the answer to PLAY, or the first that is no 200. */
  async play(url: string, credentials: Credentials, tracks: readonly number[] = [0]): Promise<RawAnswer> {
    await this.ask('DESCRIBE', url)
    this.login(credentials)
    const described = await this.ask('DESCRIBE', url)
    if (described.status !== 200) return described
    const session: { Session?: string } = {}
    for (const track of tracks) {
      const Transport = `RTP/AVP/TCP;unicast;interleaved=${2 * track}-${2 * track + 1}`
      const setUp = await this.ask('SETUP', `${url}/trackID=${track}`, { Transport, ...session })
      if (setUp.status !== 200) return setUp
      session.Session = setUp.headers.get('session') ?? ''
    }
    return this.ask('PLAY', url, { ...session })
  }

  async close(): Promise<void> {
    this.#socket.destroy()
    await this.ended
  }

  #authorization(method: string, uri: string): string | null {
    if (this.#credentials === null) return null
    const { username, password } = this.#credentials
    const given = parseParameters(this.#challenge)
    const sha = given.get('algorithm') === 'SHA-256'
    const hash = (text: string) =>
      createHash(sha ? 'sha256' : 'md5')
        .update(text)
        .digest('hex')
    const [realm = '', nonce = ''] = [given.get('realm'), given.get('nonce')]
    const secret = hash(`${username}:${realm}:${password}`)
    const request = hash(`${method}:${uri}`)
    const start = `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}"`
    const algorithm = sha ? ', algorithm=SHA-256' : ''
    if (!given.has('qop')) return `${start}${algorithm}, response="${hash(`${secret}:${nonce}:${request}`)}"`
    const nc = (++this.#count).toString(16).padStart(8, '0')
    const response = hash(`${secret}:${nonce}:${nc}:c:auth:${request}`)
    return `${start}${algorithm}, qop=auth, nc=${nc}, cnonce="c", response="${response}"`
  }

  #receive(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    while (this.#rest.length > 0 && this.#takeOne());
  }

  #takeOne(): boolean {
    const [first = 0] = this.#rest
    if (first === 0x24) return this.#takePacket()
    if (first === 'R'.charCodeAt(0)) return this.#takeAnswer()
    this.strayBytes++
    this.#rest = this.#rest.subarray(1)
    return true
  }

  #takePacket(): boolean {
    if (this.#rest.length < 4 || this.#rest.length < 4 + this.#rest.readUInt16BE(2)) return false
    const end = 4 + this.#rest.readUInt16BE(2)
    this.packets.push({ channel: this.#rest.readUInt8(1), payload: this.#rest.subarray(4, end) })
    this.#rest = this.#rest.subarray(end)
    return true
  }

  #takeAnswer(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end === -1) return false
    const [first = '', ...lines] = this.#rest.toString('utf8', 0, end).split('\r\n')
    const headers = new Map(
      lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: */, '')]),
    )
    const length = Number(headers.get('content-length') ?? 0)
    if (this.#rest.length < end + 4 + length) return false
    const body = this.#rest.toString('utf8', end + 4, end + 4 + length)
    this.#rest = this.#rest.subarray(end + 4 + length)
    this.#waiting?.({ status: Number(first.split(' ')[1]), headers, body })
    return true
  }
}
