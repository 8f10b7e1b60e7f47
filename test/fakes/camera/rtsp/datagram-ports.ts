import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Counters } from '../counters.js'

const MOST_TRIES = 50

/** The two UDP ports, even and odd, from which a camera sends to all its clients. */
export class DatagramPorts {
  readonly rtpPort: number
  readonly #rtp: Socket
  readonly #rtcp: Socket

  private constructor(rtp: Socket, rtcp: Socket, counters: Counters) {
    this.#rtp = rtp
    this.#rtcp = rtcp
    this.rtpPort = rtp.address().port
    rtp.on('message', () => counters.holesPunched++)
    rtcp.on('message', () => counters.rtcpReportsReceived++)
    for (const socket of [rtp, rtcp]) socket.on('error', () => {})
  }

  static async open(host: string, counters: Counters): Promise<DatagramPorts> {
    for (let attempt = 1; ; attempt++) {
      const rtp = await bind(host, 0)
      try {
        if (rtp.address().port % 2 === 1) throw new Error('the first port has to be even')
        return new DatagramPorts(rtp, await bind(host, rtp.address().port + 1), counters)
      } catch (error) {
        rtp.close()
        if (attempt === MOST_TRIES) throw error
      }
    }
  }

  send(kind: 'rtp' | 'rtcp', packet: Buffer, port: number, host: string): void {
    const socket = kind === 'rtp' ? this.#rtp : this.#rtcp
    socket.send(packet, port, host, () => {})
  }

  async close(): Promise<void> {
    await Promise.all(
      [this.#rtp, this.#rtcp].map((socket) => new Promise<void>((done) => socket.close(done))),
    )
  }
}

async function bind(host: string, port: number): Promise<Socket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.bind({ address: host, port, exclusive: true })
  await once(socket, 'listening')
  return socket
}
