import type { Socket } from 'node:net'
import type { Faults } from '../faults.js'
import { interleave } from './rtp-packetiser.js'

/** Bytes that may wait for a client before frames are left out. */
const LARGEST_BACKLOG = 1024 * 1024

/** Writes RTP and RTCP into an RTSP connection, damaged where the faults say so. */
export class PacketWriter {
  private readonly socket: Socket
  private readonly faults: Faults
  private written = 0
  private damaged = 0

  constructor(socket: Socket, faults: Faults) {
    this.socket = socket
    this.faults = faults
  }

  /** False while the client reads too slowly to be given more. */
  hasRoom(): boolean {
    return this.socket.writable && this.socket.writableLength < LARGEST_BACKLOG
  }

  report(channel: number, packet: Buffer): void {
    if (this.hasRoom()) this.socket.write(interleave(channel, packet))
  }

  media(channel: number, packets: readonly Buffer[]): void {
    const sent = packets.flatMap((packet) => this.afterFaults(packet))
    if (this.socket.writable)
      this.socket.write(Buffer.concat(sent.map((packet) => interleave(channel, packet))))
  }

  /** Half of a packet and then a reset, as when a cable is pulled. */
  cutIn(channel: number, packet: Buffer): void {
    const bytes = interleave(channel, packet)
    this.socket.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => this.socket.resetAndDestroy())
  }

  private afterFaults(packet: Buffer): Buffer[] {
    const every = this.faults.current.corruptEvery
    if (every === null || ++this.written % every !== 0) return [packet]
    const kind = this.damaged++ % 3
    if (kind === 0) return []
    if (kind === 1) return [packet.subarray(0, 7)]
    const wrongVersion = Buffer.from(packet)
    wrongVersion.writeUInt8(0x40, 0)
    return [wrongVersion]
  }
}
