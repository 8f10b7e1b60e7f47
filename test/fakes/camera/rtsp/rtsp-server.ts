import { type AddressInfo, createServer, type Server } from 'node:net'
import { RtspConnection } from './rtsp-connection.js'
import type { CameraContext } from './rtsp-context.js'

/** An RTSP server (RFC 2326) that sends RTP inside its TCP connections only. */
export class RtspServer {
  private readonly context: CameraContext
  private readonly connections = new Set<RtspConnection>()
  private server: Server | null = null
  private boundPort: number

  /** @param port 0 takes a free one, and keeps it when the server comes back. */
  constructor(context: CameraContext, port: number) {
    this.context = context
    this.boundPort = port
  }

  get port(): number {
    return this.boundPort
  }

  async listen(): Promise<void> {
    if (this.server !== null) return
    const server = createServer((socket) => {
      const connection = new RtspConnection(socket, this.context, () => this.connections)
      this.connections.add(connection)
      this.context.counters.connectionsOpened++
      this.context.counters.connectionsOpen++
      socket.once('close', () => {
        this.connections.delete(connection)
        this.context.counters.connectionsOpen--
      })
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.boundPort, this.context.host, resolve)
    })
    const address: AddressInfo | string | null = server.address()
    if (address !== null && typeof address === 'object') this.boundPort = address.port
    this.server = server
  }

  /** New connections are refused once this returns; those that are open stay. */
  stopListening(): void {
    this.server?.close()
    this.server = null
  }

  /** Resets every connection; tells how many there were. */
  dropConnections(): number {
    const open = [...this.connections]
    for (const connection of open) connection.drop()
    return open.length
  }

  async close(): Promise<void> {
    const { server } = this
    const closed = new Promise<void>((resolve) => {
      if (server === null) resolve()
      else server.once('close', () => resolve())
    })
    this.stopListening()
    const ending = [...this.connections].map(
      ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    )
    for (const { socket } of this.connections) socket.destroy()
    await Promise.all([closed, ...ending])
  }
}
