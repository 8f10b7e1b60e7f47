import { connect, createServer, type Server, type Socket } from 'node:net'

/** What the line holds before it stops reading from the service, bytes: its own queue, as of a router. */
const queueBytes = 32 * 1024
const tickMs = 5
/** A timer that is later than this brings no more, ms: a thin line does not catch up. */
const mostTickMs = 100

interface Waiting {
  readonly to: Socket
  readonly bytes: Buffer
}

/**
 * The line between a service and those who look at it: a TCP relay that carries so many kilobits a second to them, all
 * connections together. What they say goes at once.
 */
export class ThinLink implements AsyncDisposable {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #timer: NodeJS.Timeout
  #queue: Waiting[] = []
  #queued = 0
  #kbps: number | null = null
  #tickedAtMs = performance.now()
  /** Bytes that may go now. */
  #credit = 0

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
    this.#timer = setInterval(() => this.#tick(), tickMs)
  }

  /** Relays a free port on loopback to `targetPort` on loopback, as fast as it goes until `limit` is called. */
  static async start(targetPort: number): Promise<ThinLink> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the link has no port')
    const link = new ThinLink(server, address.port)
    server.on('connection', (viewer) => link.#relay(viewer, targetPort))
    return link
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** From now on so many kilobits a second pass to those who look; null: as many as come. */
  limit(kbps: number | null): void {
    this.#kbps = kbps
    this.#credit = 0
    this.#tickedAtMs = performance.now()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #relay(viewer: Socket, targetPort: number): void {
    const service = connect(targetPort, '127.0.0.1')
    this.#hold(viewer, service)
    this.#hold(service, viewer)
    viewer.on('data', (bytes) => service.write(bytes))
    service.on('data', (bytes) => this.#take(service, { to: viewer, bytes }))
  }

  #take(service: Socket, waiting: Waiting): void {
    if (this.#kbps === null && this.#queue.length === 0) return void waiting.to.write(waiting.bytes)
    this.#queue.push(waiting)
    this.#queued += waiting.bytes.length
    if (this.#queued > queueBytes) service.pause()
  }

  #tick(): void {
    const nowMs = performance.now()
    const passedMs = Math.min(nowMs - this.#tickedAtMs, mostTickMs)
    this.#tickedAtMs = nowMs
    // Bits a millisecond are kilobits a second.
    this.#credit = this.#kbps === null ? Number.POSITIVE_INFINITY : this.#credit + (this.#kbps * passedMs) / 8
    if (this.#queue.length === 0) this.#credit = Math.min(this.#credit, 0)
    while (this.#credit > 0) {
      const next = this.#queue.shift()
      if (next === undefined) break
      this.#send(next)
    }
    if (this.#queued <= queueBytes) for (const socket of this.#sockets) socket.resume()
  }

  #send({ to, bytes }: Waiting): void {
    const part = bytes.subarray(0, Math.ceil(Math.min(this.#credit, bytes.length)))
    to.write(part)
    this.#credit -= part.length
    this.#queued -= part.length
    if (part.length < bytes.length) this.#queue.unshift({ to, bytes: bytes.subarray(part.length) })
  }

  /** What ends on one side ends on the other. */
  #hold(socket: Socket, other: Socket): void {
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('end', () => other.end())
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#queue = this.#queue.filter(({ to }) => to !== socket)
      this.#queued = this.#queue.reduce((sum, { bytes }) => sum + bytes.length, 0)
      other.destroy()
    })
  }
}
