import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { withoutMapping } from '../platform/address-policy.js'
import { StreamFailure } from './stream-failure.js'

/** Receives one datagram; the buffer is its own. */
type DatagramHandler = (data: Buffer) => void

const mostTries = 32
/** A keyframe comes as a burst of some hundred packets. */
const receiveBufferBytes = 1024 * 1024

/**
 * An even port for RTP and the odd one behind it for RTCP (RFC 3550 section 11), that take datagrams of one
 * address only. From which port of it does not matter: some cameras send from others than they name.
 */
export class UdpPorts {
  readonly rtpPort: number
  readonly #rtp: Socket
  readonly #rtcp: Socket
  readonly #peer: string

  private constructor(rtp: Socket, rtcp: Socket, peer: string) {
    this.#rtp = rtp
    this.#rtcp = rtcp
    this.rtpPort = rtp.address().port
    this.#peer = peer
  }

  /**
   * @param local the address to bind to: that of the control connection, so that no other interface listens
   * @param peer the camera's address
   * @throws StreamFailure `protocol` where no pair of ports is free
   */
  static async open(local: string, peer: string): Promise<UdpPorts> {
    const type = isIPv6(local) ? 'udp6' : 'udp4'
    let failure: unknown = null
    for (let attempt = 0; attempt < mostTries; attempt++) {
      const first = await bind(type, local, 0).catch((error: unknown) => {
        throw new StreamFailure(
          'protocol',
          'this machine gives out no UDP port: set the camera to TCP',
          error,
        )
      })
      const { port } = first.address()
      try {
        // Of an odd port the even one before it is as likely to be free as any.
        const second = await bind(type, local, port % 2 === 0 ? port + 1 : port - 1)
        return port % 2 === 0 ? new UdpPorts(first, second, peer) : new UdpPorts(second, first, peer)
      } catch (error) {
        failure = error
        await closed(first)
      }
    }
    throw new StreamFailure(
      'protocol',
      'no two neighbouring UDP ports are free on this machine: set the camera to TCP',
      failure,
    )
  }

  listen(onRtp: DatagramHandler, onRtcp: DatagramHandler): void {
    this.#rtp.on('message', (data, from) => this.#take(data, from, onRtp))
    this.#rtcp.on('message', (data, from) => this.#take(data, from, onRtcp))
  }

  /** Sends to a port of the camera. That it may not arrive is the nature of it. */
  send(from: 'rtp' | 'rtcp', data: Buffer, port: number): void {
    const socket = from === 'rtp' ? this.#rtp : this.#rtcp
    socket.send(data, port, this.#peer, () => {})
  }

  async close(): Promise<void> {
    await Promise.all([closed(this.#rtp), closed(this.#rtcp)])
  }

  #take(data: Buffer, from: RemoteInfo, handler: DatagramHandler): void {
    if (withoutMapping(from.address) === withoutMapping(this.#peer)) handler(data)
  }
}

async function bind(type: 'udp4' | 'udp6', address: string, port: number): Promise<Socket> {
  const socket = createSocket({ type })
  try {
    socket.bind({ address, port, exclusive: true })
    await once(socket, 'listening')
  } catch (error) {
    // A socket that is not bound is an open file all the same.
    await closed(socket)
    throw error
  }
  // What an unreachable port answers is no failure of ours.
  socket.on('error', () => {})
  try {
    socket.setRecvBufferSize(receiveBufferBytes)
  } catch {
    // The system's limit is smaller; then that is what there is.
  }
  return socket
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()))
}
