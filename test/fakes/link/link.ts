import { connect, createServer, type Server, type Socket } from 'node:net'

/** How a line fails: it is reset, lets nothing pass, or is forgotten by a router. */
export type Cut = 'reset' | 'black hole' | 'half-open'

/**
 * The line between a site and the cloud: a TCP relay that can be cut, go silent, or lose what the site says.
 */
export class Link implements AsyncDisposable {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** The ends that lead to the site. */
  readonly #sites = new Set<Socket>()
  /** Those whose other end is not told that they are gone. */
  readonly #abandoned = new Set<Socket>()
  #targetPort: number
  #open = true
  #upstreamLost = false
  #isBlackHole = false
  #refused = 0

  private constructor(server: Server, port: number, targetPort: number) {
    this.#server = server
    this.port = port
    this.#targetPort = targetPort
  }

  /** Relays a free port on loopback to `targetPort` on loopback. */
  static async start(targetPort: number): Promise<Link> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the link has no port')
    const link = new Link(server, address.port, targetPort)
    server.on('connection', (site) => link.#relay(site))
    return link
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Connections through the link now. */
  get connections(): number {
    return this.#sockets.size / 2
  }

  /** Connections that were not taken while the line was cut. */
  get refused(): number {
    return this.#refused
  }

  /** New connections go to another port on loopback, as by a balancer that takes a node out; those that stand stay. */
  leadTo(port: number): void {
    this.#targetPort = port
  }

  /** Resets all connections and refuses new ones. */
  cut(): void {
    this.#open = false
    this.reset()
  }

  /** Fails in this way, until `mend`. */
  fail(cut: Cut): void {
    switch (cut) {
      case 'reset':
        return this.cut()
      case 'black hole':
        return this.swallow()
      case 'half-open':
        return this.halfClose()
    }
  }

  /** Takes connections again. */
  mend(): void {
    this.#open = true
    this.#upstreamLost = false
    this.#isBlackHole = false
    for (const socket of this.#sockets) socket.resume()
  }

  /** Resets all connections; new ones are taken. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** From now on nothing that the site says arrives, while it still hears the cloud. */
  loseUpstream(): void {
    this.#upstreamLost = true
  }

  /**
   * From now on nothing passes in either direction, and nobody is told: connections stand, new ones are taken, and what
   * was sent arrives after `mend`, as TCP would bring it.
   */
  swallow(): void {
    this.#isBlackHole = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** The site's ends are reset while the cloud's stay open and silent, as behind a router that lost its table. */
  halfClose(): void {
    for (const site of this.#sites) {
      this.#abandoned.add(site)
      site.resetAndDestroy()
    }
  }

  async close(): Promise<void> {
    this.reset()
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #relay(site: Socket): void {
    if (!this.#open) {
      this.#refused += 1
      return void site.resetAndDestroy()
    }
    const cloud = connect(this.#targetPort, '127.0.0.1')
    this.#sites.add(site)
    this.#hold(site, cloud)
    this.#hold(cloud, site)
    site.on('data', (bytes) => {
      if (!this.#upstreamLost) cloud.write(bytes)
    })
    cloud.on('data', (bytes) => site.write(bytes))
    if (this.#isBlackHole) for (const end of [site, cloud]) end.pause()
  }

  /** What ends on one side ends on the other. */
  #hold(socket: Socket, other: Socket): void {
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('end', () => other.end())
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#sites.delete(socket)
      if (!this.#abandoned.delete(socket)) other.destroy()
    })
  }
}
