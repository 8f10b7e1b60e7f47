import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type RequestType, UploadBegin, UploadComplete } from '@sightline/protocol'
import type { Answer } from '../cloud-link/session.js'

/** The cloud's side of uploads: what it was asked, what it holds, and the faults it shows. */
export class FakeUploadStore implements AsyncDisposable {
  readonly asked: { type: RequestType; kind?: string; eventId?: string }[] = []
  readonly parts = new Map<string, Map<number, Buffer>>()
  readonly objects = new Map<string, UploadBegin>()
  readonly complete = new Set<string>()
  readonly puts: string[] = []
  isLive = true
  /** Answers before the ordinary ones, first come first used. */
  readonly faults: ((type: RequestType) => Answer | null)[] = []
  /** A status for the next parts instead of taking them; 0 breaks the connection. */
  readonly partFaults: (number | undefined)[] = []
  /** Uploads of these bytes meet trouble, as often as they come. */
  readonly troubled = new Set<string>()
  readonly #listeners = new Set<() => void>()
  /** Of the parts of each upload. */
  readonly #sizes = new Map<string, number>()
  partSize = 1000
  /** A proxy before it: refuses parts with more bytes, as nginx does. */
  proxyTakes = Infinity
  /** So many parts are answered by the page of a portal. */
  pages = 0
  /** Bytes of the largest part that was stored. */
  largestPart = 0
  /** Whether the store itself says what is in `partFaults`, or something on the way. */
  isItself = true
  /** Cuts no smaller parts when it is asked to, as clouds of an earlier version. */
  isOld = false
  /** Uploads of these bytes lose all their parts when they are to be completed, as often as that is. */
  readonly forgotten = new Set<string>()
  /** What a 429 says of when to come again. */
  retryAfterSec: number | null = null
  /** Says it as a date, by its clock. */
  saysDate = false
  /** Sends an unasked `100 Continue` before each answer. */
  goesOnFirst = false
  /** Called when a part begins. */
  onPut: () => void = () => {}

  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#put(request, response)
      this.onPut()
    })
  }

  /** Listens for parts on this machine. */
  static async open(): Promise<FakeUploadStore> {
    const store = new FakeUploadStore()
    store.#server.listen(0, '127.0.0.1')
    await once(store.#server, 'listening')
    return store
  }

  /** Where parts go. */
  get url(): string {
    const address = this.#server.address()
    return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  request(type: RequestType, body: object): Promise<Answer> {
    if (!this.isLive) return Promise.resolve({ kind: 'lost' })
    const fault = this.faults.shift()?.(type)
    if ('sha256' in body) return Promise.resolve(fault ?? this.#begin(UploadBegin.parse(body)))
    this.asked.push({ type })
    return Promise.resolve(fault ?? this.#complete(UploadComplete.parse(body).upload_id))
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  goLive(isLive: boolean): void {
    this.isLive = isLive
    for (const listener of this.#listeners) listener()
  }

  #begin(object: UploadBegin): Answer {
    this.asked.push({ type: 'upload.begin', kind: object.kind, eventId: object.event_id })
    const known = [...this.objects].find(([, other]) => other.sha256 === object.sha256)
    const id = known?.[0] ?? randomUUID()
    this.objects.set(id, object)
    const held = this.parts.get(id) ?? new Map<number, Buffer>()
    this.parts.set(id, held)
    const most = this.isOld ? this.partSize : (object.most_part_bytes ?? this.partSize)
    const size = Math.min(this.partSize, most)
    if (size !== this.#sizes.get(id)) held.clear()
    this.#sizes.set(id, size)
    const count = Math.ceil(object.bytes / size)
    const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
      (number) => !held.has(number),
    )
    const parts = missing.map((number) => ({ number, url: `/parts/${id}/${number}` }))
    const value = { upload_id: id, complete: this.complete.has(id), part_size: size, parts }
    return { kind: 'done', value }
  }

  #complete(id: string): Answer {
    const bytes = Buffer.concat(
      [...(this.parts.get(id) ?? [])].toSorted(([a], [b]) => a - b).map(([, part]) => part),
    )
    const object = this.objects.get(id)
    if (this.forgotten.has(object?.sha256 ?? '')) {
      this.parts.get(id)?.clear()
      return { kind: 'refused', error: { code: 'parts_missing', message: 'parts that had arrived are lost' } }
    }
    if (createHash('sha256').update(bytes).digest('hex') !== object?.sha256) {
      this.parts.get(id)?.clear()
      return { kind: 'refused', error: { code: 'hash_mismatch', message: 'other bytes' } }
    }
    this.complete.add(id)
    return { kind: 'done', value: {} }
  }

  #put(request: IncomingMessage, response: ServerResponse): void {
    const [, , id = '', number = ''] = request.url?.split('/') ?? []
    const isTroubled = this.troubled.has(this.objects.get(id)?.sha256 ?? '')
    const status = isTroubled ? 407 : this.partFaults.shift()
    if (status === 0) return void request.socket.destroy()
    if (request.headers.authorization !== undefined) return void response.writeHead(500).end()
    if (Number(request.headers['content-length']) > this.proxyTakes) {
      // Reads on what it does not take, as nginx does.
      request.resume()
      const headers = { server: 'nginx/1.22.1', 'content-type': 'text/html' }
      response
        .writeHead(413, headers)
        .end('<html><center><h1>413 Request Entity Too Large</h1></center></html>')
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (this.pages > 0) {
        this.pages -= 1
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>')
      }
      const part = Buffer.concat(chunks)
      this.puts.push(`${id} ${number}`)
      if (status === undefined) {
        this.parts.get(id)?.set(Number(number), part)
        this.largestPart = Math.max(this.largestPart, part.length)
      }
      if (this.goesOnFirst) response.writeContinue()
      const seconds = status === 429 ? this.retryAfterSec : null
      response.writeHead(status ?? 204, seconds === null ? {} : this.#waitOf(seconds))
      const says = this.isItself
        ? JSON.stringify({ error: { code: 'internal', message: 'as the test says' } })
        : '<html>as the test says</html>'
      response.end(status === undefined ? '' : says)
    })
  }

  /** Its clock is years behind. */
  #waitOf(seconds: number): Record<string, string> {
    const now = Date.UTC(2001, 1, 3)
    const at = new Date(now + seconds * 1000).toUTCString()
    return this.saysDate
      ? { date: new Date(now).toUTCString(), 'retry-after': at }
      : { 'retry-after': String(seconds) }
  }
}
