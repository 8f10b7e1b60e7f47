import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { bodyOf } from './body-of.js'
import { type Certificate, makeCertificate } from './certificate.js'
import { whatIsWrong } from './verify-signature.js'

/** What the receiver does with a delivery. Scripted answers are taken in turn; then it answers 204. */
/** `goesOnFirst`: an unasked `100 Continue` stands before the answer. */
export type Answer =
  | {
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string
      readonly goesOnFirst?: boolean
    }
  /** Reads the delivery and never answers. */
  | 'hang'
  /** Reads the delivery and cuts the connection. */
  | 'drop'

/** A delivery as it arrived. */
export interface ReceivedDelivery {
  readonly receivedAt: number
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The raw bytes, as signed. */
  readonly body: Buffer
}

export interface ReceiverOptions {
  readonly certificate?: Certificate
  readonly answers?: readonly Answer[]
}

/** An HTTPS server of an integrator: it keeps what arrives and answers by script. */
export class WebhookReceiver implements AsyncDisposable {
  readonly received: ReceivedDelivery[] = []
  /** Deliveries whose headers have come, whatever became of the rest. */
  begun = 0
  readonly certificate: Certificate
  readonly url: string
  readonly #script: Answer[]
  readonly #close: () => Promise<void>
  readonly #watchers = new Set<() => void>()
  readonly #seen = new Set<string>()
  #toFirstAttempts: Answer | null = null

  private constructor(certificate: Certificate, url: string, script: Answer[], close: () => Promise<void>) {
    this.certificate = certificate
    this.url = url
    this.#script = script
    this.#close = close
  }

  static async start(options: ReceiverOptions = {}): Promise<WebhookReceiver> {
    const certificate = options.certificate ?? (await makeCertificate())
    const sockets = new Set<Duplex>()
    const server = createServer(certificate)
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
    const close = async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
    const url = `https://127.0.0.1:${address.port}/hook`
    const receiver = new WebhookReceiver(certificate, url, [...(options.answers ?? [])], close)
    server.on('request', (request, response) => void receiver.#take(request, response))
    return receiver
  }

  /** Adds answers for the next deliveries. */
  answer(...answers: Answer[]): void {
    this.#script.push(...answers)
  }

  /** From now on every first attempt of a delivery is answered so; its repeats are answered as usual. */
  answerFirstAttempts(answer: Answer): void {
    this.#toFirstAttempts = answer
  }

  /** Resolves once `count` deliveries have arrived in all. Never times out: the test does. */
  async waitFor(count: number): Promise<readonly ReceivedDelivery[]> {
    while (this.received.length < count) {
      await new Promise<void>((resolve) => this.#watchers.add(resolve))
    }
    return this.received
  }

  /** What is wrong with a delivery, or null. */
  whatIsWrong(delivery: ReceivedDelivery, secret: string): string | null {
    return whatIsWrong(delivery.headers, delivery.body, secret, delivery.receivedAt)
  }

  close(): Promise<void> {
    return this.#close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.begun += 1
    const body = await bodyOf(request)
    if (body === null) return
    this.received.push({
      receivedAt: Date.now(),
      path: request.url ?? '',
      headers: request.headers,
      body,
    })
    this.#respond(this.#answerTo(String(request.headers['webhook-id'])), response)
    for (const watcher of this.#watchers) watcher()
    this.#watchers.clear()
  }

  #answerTo(deliveryId: string): Answer {
    const isFirst = !this.#seen.has(deliveryId)
    this.#seen.add(deliveryId)
    if (isFirst && this.#toFirstAttempts) return this.#toFirstAttempts
    return this.#script.shift() ?? { status: 204 }
  }

  #respond(answer: Answer, response: ServerResponse): void {
    if (answer === 'hang') return
    if (answer === 'drop') return void response.socket?.destroy()
    if (answer.goesOnFirst) response.writeContinue()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }
}
