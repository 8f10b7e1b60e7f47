import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, Server as SecureServer, type TlsOptions } from 'node:tls'
import { type Certificate, makeCertificate } from '../../webhook-receiver/certificate.js'
import type { StreamName } from '../counters.js'
import { DatagramPorts } from './datagram-ports.js'
import { RtspConnection } from './rtsp-connection.js'
import type { CameraContext } from './rtsp-context.js'

/** What old firmware speaks, and nothing newer. */
const OUTDATED: TlsOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }

/** An RTSP server (RFC 2326) that sends RTP inside its connections, or as datagrams where it may. */
export class RtspServer {
  readonly #context: CameraContext
  readonly #connections = new Set<RtspConnection>()
  #server: Server | null = null
  #certificate: Certificate | null = null
  #datagrams: DatagramPorts | null = null
  #boundPort: number

  /** @param port 0 takes a free one, and keeps it when the server comes back. */
  constructor(context: CameraContext, port: number) {
    this.#context = context
    this.#boundPort = port
  }

  get port(): number {
    return this.#boundPort
  }

  async listen(): Promise<void> {
    if (this.#server !== null) return
    if (this.#context.transports.includes('udp')) {
      this.#datagrams ??= await DatagramPorts.open(this.#context.host, this.#context.counters)
    }
    const server = await this.#makeServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#boundPort, this.#context.host, resolve)
    })
    const address: AddressInfo | string | null = server.address()
    if (address !== null && typeof address === 'object') this.#boundPort = address.port
    this.#server = server
  }

  /** Another certificate for the next connection. */
  async changeCertificate(): Promise<void> {
    this.#certificate = await makeCertificate()
    if (this.#server instanceof SecureServer)
      this.#server.setSecureContext(this.#tlsOptions(this.#certificate))
  }

  async #makeServer(): Promise<Server> {
    const { tls } = this.#context
    const serve = (socket: Socket) => this.#serve(socket)
    if (tls === 'none') return createServer(serve)
    this.#certificate ??= await makeCertificate()
    const server = createSecureServer(this.#tlsOptions(this.#certificate), serve)
    server.on('tlsClientError', () => {})
    return server
  }

  #tlsOptions({ cert, key }: Certificate): TlsOptions {
    return { cert, key, ...(this.#context.tls === 'outdated' ? OUTDATED : {}) }
  }

  #serve(socket: Socket): void {
    const connection = new RtspConnection(socket, this.#context, this.#datagrams, () => this.#connections)
    this.#connections.add(connection)
    this.#context.counters.connectionsOpened++
    this.#context.counters.connectionsOpen++
    socket.once('close', () => {
      this.#connections.delete(connection)
      this.#context.counters.connectionsOpen--
    })
  }

  /** New connections are refused once this returns; those that are open stay. */
  stopListening(): void {
    this.#server?.close()
    this.#server = null
  }

  /** Goes on at another free port; every connection is reset. */
  async changePort(): Promise<void> {
    const before = this.#server
    this.#server = null
    this.#boundPort = 0
    // The old port is taken until the new one is there, so that they differ.
    await this.listen()
    before?.close()
    this.dropConnections()
  }

  /** Resets every connection; tells how many there were. */
  dropConnections(): number {
    const open = [...this.#connections]
    for (const connection of open) connection.drop()
    return open.length
  }

  /** Resets the connections over which a stream is played. */
  dropStream(stream: StreamName): void {
    for (const connection of this.#connections) if (connection.session?.stream === stream) connection.drop()
  }

  async close(): Promise<void> {
    const server = this.#server
    const closed = new Promise<void>((resolve) => {
      if (server === null) resolve()
      else server.once('close', () => resolve())
    })
    this.stopListening()
    const ending = [...this.#connections].map(
      ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    )
    for (const { socket } of this.#connections) socket.destroy()
    await Promise.all([closed, ...ending])
    await this.#datagrams?.close()
    this.#datagrams = null
  }
}
