import { connect, createServer, type Server, type Socket } from 'node:net'
import type { DatabaseAddress } from '#cloud/platform/database/database-address.js'

/** Where a reset meets a COMMIT: the server never hears it, or it has committed and nobody is told. */
export type CommitReset = 'before' | 'after'

/** A couple of sockets: a client's, and the one to PostgreSQL on its behalf. */
interface Line {
  readonly client: Socket
  readonly server: Socket
  /** The next bytes from the server answer a COMMIT that its client must not hear about. */
  hidesAnswer: boolean
  /** What waits in each direction, and when the last of it leaves, on the monotonic clock: none overtakes another. */
  readonly late: { readonly client: Late; readonly server: Late }
}

interface Late {
  readonly waiting: Buffer[]
  leavesAt: number
}

/** The message by which a client asks for COMMIT: its kind, its length, its text. */
const commitMessage = Buffer.from([0x51, 0, 0, 0, 11, ...Buffer.from('commit'), 0])

/**
 * The line between a node and its PostgreSQL: a TCP relay that resets one or all connections, also right at a COMMIT, goes
 * silent, refuses, or is slow. What it relays to may listen on a socket or on TCP.
 */
export class PostgresProxy implements AsyncDisposable {
  /** How to reach the database through the proxy. */
  readonly address: DatabaseAddress
  readonly #server: Server
  readonly #target: DatabaseAddress
  readonly #lines = new Set<Line>()
  #refuses = false
  #frozen = false
  #delayMs = 0
  #commitReset: { when: CommitReset; done: () => void } | undefined

  private constructor(server: Server, port: number, target: DatabaseAddress) {
    this.#server = server
    this.#target = target
    this.address = { ...target, url: throughPort(target.url, port) }
  }

  static async start(target: DatabaseAddress): Promise<PostgresProxy> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('the proxy has no port')
    const proxy = new PostgresProxy(server, bound.port, target)
    server.on('connection', (client) => proxy.#relay(client))
    return proxy
  }

  /** Connections through the proxy now. */
  get connections(): number {
    return this.#lines.size
  }

  /** Resets all connections; new ones are taken. */
  resetAll(): void {
    for (const line of this.#lines) reset(line)
  }

  /** Resets one connection, the oldest. @returns false if there is none */
  resetOne(): boolean {
    const [line] = this.#lines
    if (line) reset(line)
    return line !== undefined
  }

  /** Resets the connection of the next COMMIT. Resolves once it has. */
  resetAtCommit(when: CommitReset): Promise<void> {
    return new Promise((resolve) => {
      this.#commitReset = { when, done: resolve }
    })
  }

  /** From now on nothing passes and nobody is told; what was sent arrives after `thaw`, as TCP would bring it. */
  freeze(): void {
    this.#frozen = true
    for (const { client, server } of this.#lines) for (const end of [client, server]) end.pause()
  }

  thaw(): void {
    this.#frozen = false
    for (const { client, server } of this.#lines) for (const end of [client, server]) end.resume()
  }

  /** Resets all connections and every new one, until `accept`. */
  refuse(): void {
    this.#refuses = true
    this.resetAll()
  }

  accept(): void {
    this.#refuses = false
  }

  /** Refuses for so long. Resolves once it accepts again. */
  async awayFor(ms: number): Promise<void> {
    this.refuse()
    await new Promise((resolve) => setTimeout(resolve, ms))
    this.accept()
  }

  /** From now on whatever passes takes so much longer, each way. */
  delay(ms: number): void {
    this.#delayMs = ms
  }

  async close(): Promise<void> {
    this.#refuses = true
    this.resetAll()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #relay(client: Socket): void {
    client.on('error', () => {})
    if (this.#refuses) return void client.resetAndDestroy()
    const line: Line = {
      client,
      server: connectTo(this.#target.url),
      hidesAnswer: false,
      late: { client: { waiting: [], leavesAt: 0 }, server: { waiting: [], leavesAt: 0 } },
    }
    line.server.on('error', () => {})
    this.#lines.add(line)
    for (const end of [client, line.server]) {
      end.setNoDelay(true)
      end.once('close', () => this.#drop(line))
      if (this.#frozen) end.pause()
    }
    client.on('data', (bytes) => this.#fromClient(line, bytes))
    line.server.on('data', (bytes) => this.#fromServer(line, bytes))
  }

  #drop(line: Line): void {
    if (!this.#lines.delete(line)) return
    line.client.destroy()
    line.server.destroy()
  }

  #fromClient(line: Line, bytes: Buffer): void {
    const planned = this.#commitReset
    if (planned && bytes.includes(commitMessage)) {
      this.#commitReset = undefined
      line.hidesAnswer = planned.when === 'after'
      if (planned.when === 'before') reset(line)
      line.client.once('close', planned.done)
    }
    this.#pass(line, 'server', bytes)
  }

  #fromServer(line: Line, bytes: Buffer): void {
    if (line.hidesAnswer) return reset(line)
    this.#pass(line, 'client', bytes)
  }

  #pass(line: Line, to: 'client' | 'server', bytes: Buffer): void {
    const now = performance.now()
    const late = line.late[to]
    late.leavesAt = Math.max(late.leavesAt, now + this.#delayMs)
    if (late.leavesAt <= now && late.waiting.length === 0) return void line[to].write(bytes)
    late.waiting.push(bytes)
    // Timers count whole milliseconds, and one that was set later may run out first: each lets the oldest go.
    setTimeout(() => line[to].write(late.waiting.shift() ?? ''), Math.ceil(late.leavesAt - now) + 1)
  }
}

/** Both ends at once: the client sees a reset, and the server does not go on with a transaction of nobody. */
function reset({ client, server }: Line): void {
  client.resetAndDestroy()
  server.destroy()
}

function connectTo(url: string): Socket {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const number = Number(searchParams.get('port') ?? (port || 5432))
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${number}`) : connect(number, host)
}

/** The same user and database, at a port of loopback. */
function throughPort(url: string, port: number): string {
  const through = new URL(url)
  through.searchParams.delete('host')
  through.searchParams.delete('port')
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return through.href
}
