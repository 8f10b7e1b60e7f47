import { createECDH, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { bodyOf } from '../webhook-receiver/body-of.js'
import { type Certificate, makeCertificate } from '../webhook-receiver/certificate.js'
import { type BrowserKeys, openMessage } from './open-message.js'
import { whoIsWrong } from './who-sends.js'

/** What the service does with a message. Scripted answers are taken in turn; then it takes each that is right (201). */
export type PushAnswer =
  | { readonly status: number; readonly headers?: Record<string, string> }
  /** Reads the message and never answers. */
  | 'hang'
  /** Reads the message and cuts the connection. */
  | 'drop'
  /** Says that it took it with an answer of a megabyte. */
  | 'babble'

/** A browser of this service. */
export interface PushBrowser {
  /** What the browser tells the page: `PushSubscription.toJSON()`. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
}

/** A message that came, opened. */
export interface TakenPush {
  readonly endpoint: string
  readonly headers: IncomingHttpHeaders
  /** What the browser reads. */
  readonly text: string
  readonly status: number | null
}

/** The largest message that a push service has to take (RFC 8030, 7.2). */
const largestBytes = 4096

/**
 * A push service (RFC 8030): it takes messages for browsers from whoever shows by VAPID (RFC 8292) that the browser subscribed
 * to them. As no real one would, it has the browsers' keys and opens each message (RFC 8291).
 */
export class PushService implements AsyncDisposable {
  readonly certificate: Certificate
  readonly origin: string
  readonly taken: TakenPush[] = []
  /** What was wrong with messages that were refused. */
  readonly wrongs: string[] = []
  readonly #browsers = new Map<string, { readonly keys: BrowserKeys; readonly serverKey: string }>()
  readonly #script: PushAnswer[] = []
  readonly #close: () => Promise<void>

  private constructor(certificate: Certificate, origin: string, close: () => Promise<void>) {
    this.certificate = certificate
    this.origin = origin
    this.#close = close
  }

  static async start(certificate?: Certificate): Promise<PushService> {
    const given = certificate ?? (await makeCertificate())
    const sockets = new Set<Duplex>()
    const server = createServer(given)
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the push service has no port')
    const service = new PushService(given, `https://127.0.0.1:${address.port}`, async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    server.on('request', (request, response) => void service.#take(request, response))
    return service
  }

  /** A browser that subscribes. @param serverKey `applicationServerKey`, in base64url */
  subscribe(serverKey: string): PushBrowser {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const keys: BrowserKeys = {
      privateKey: pair.getPrivateKey('base64url'),
      publicKey: pair.getPublicKey('base64url', 'uncompressed'),
      auth: randomBytes(16).toString('base64url'),
    }
    const endpoint = `${this.origin}/push/${randomBytes(16).toString('hex')}`
    this.#browsers.set(endpoint, { keys, serverKey })
    return { subscription: { endpoint, keys: { p256dh: keys.publicKey, auth: keys.auth } } }
  }

  /** The browser took its permission back, or is gone: 410 from now on. */
  forget({ subscription }: PushBrowser): void {
    this.#browsers.delete(subscription.endpoint)
  }

  /** Adds answers for the next messages. */
  answer(...answers: PushAnswer[]): void {
    this.#script.push(...answers)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    if (body === null) return
    const endpoint = `${this.origin}${request.url ?? ''}`
    const browser = this.#browsers.get(endpoint)
    if (!browser) return void response.writeHead(410).end()
    const wrong = this.#whatIsWrong(request, body, browser.serverKey)
    if (wrong) {
      this.wrongs.push(wrong.says)
      return void response.writeHead(wrong.status).end(wrong.says)
    }
    const answer = this.#script.shift() ?? { status: 201, headers: { location: `${endpoint}/1` } }
    this.taken.push({
      endpoint,
      headers: request.headers,
      text: openMessage(body, browser.keys),
      status: typeof answer === 'string' ? null : answer.status,
    })
    respond(answer, response)
  }

  #whatIsWrong(
    { method, headers }: IncomingMessage,
    body: Buffer,
    serverKey: string,
  ): { status: number; says: string } | null {
    if (method !== 'POST') return { status: 405, says: 'a message is sent by POST' }
    if (!/^\d{1,9}$/.test(String(headers['ttl']))) return { status: 400, says: 'no TTL' }
    if (!/^[\w-]{1,32}$/.test(String(headers['topic'] ?? 'none'))) return { status: 400, says: 'no topic' }
    if (!/^(very-low|low|normal|high)$/.test(String(headers['urgency'])))
      return { status: 400, says: 'no urgency' }
    if (headers['content-encoding'] !== 'aes128gcm') return { status: 415, says: 'not sealed' }
    if (body.length > largestBytes) return { status: 413, says: 'too large' }
    const { authorization } = headers
    const says = whoIsWrong({ authorization, origin: this.origin, serverKey, now: Date.now() })
    return says === null ? null : { status: 403, says }
  }
}

function respond(answer: PushAnswer, response: ServerResponse): void {
  if (answer === 'hang') return
  if (answer === 'drop') return void response.socket?.destroy()
  if (answer === 'babble') return void response.writeHead(201).end('x'.repeat(1024 * 1024))
  response.writeHead(answer.status, answer.headers).end()
}
