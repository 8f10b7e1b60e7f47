import type { Socket } from 'node:net'
import { seeded } from '@sightline/protocol/testing'
import type { Faults } from '../faults.js'
import type { Damage } from './damage.js'
import type { DatagramPorts } from './datagram-ports.js'
import type { TrackOutput } from './track-output.js'

/** Sends RTP and RTCP as datagrams, lost and out of order where the faults say so. */
export class DatagramOutput implements TrackOutput {
  readonly transport: string
  readonly #ports: DatagramPorts
  readonly #control: Socket
  readonly #clientPort: number
  readonly #damage: Damage
  readonly #faults: Faults
  #random: (() => number) | null = null
  #overtaken: Buffer | null = null

  /** @param control the connection that the session hangs on; its other end is where datagrams go */
  constructor(ports: DatagramPorts, control: Socket, clientPort: number, damage: Damage, faults: Faults) {
    this.#ports = ports
    this.#control = control
    this.#clientPort = clientPort
    this.#damage = damage
    this.#faults = faults
    const server = `server_port=${ports.rtpPort}-${ports.rtpPort + 1}`
    this.transport = `RTP/AVP;unicast;client_port=${clientPort}-${clientPort + 1};${server}`
  }

  hasRoom(): boolean {
    return this.#control.writable
  }

  report(packet: Buffer): void {
    this.#send('rtcp', packet)
  }

  media(packets: readonly Buffer[]): boolean {
    const sent = packets.flatMap((packet) => this.#damage.of(packet))
    const arrive = sent.map((packet) => this.#mediaPacket(packet))
    const isUndamaged = sent.length === packets.length && sent.every((packet, at) => packet === packets[at])
    return isUndamaged && arrive.every(Boolean)
  }

  cutIn(): void {
    this.#control.resetAndDestroy()
  }

  /** @returns false where it is lost on the way */
  #mediaPacket(packet: Buffer): boolean {
    const { datagrams } = this.#faults.current.rtsp
    if (datagrams === undefined || datagrams === null) {
      this.#send('rtp', packet)
      return true
    }
    this.#random ??= seeded(datagrams.seed)
    if (this.#random() < datagrams.loss) return false
    if (this.#overtaken === null && this.#random() < datagrams.reorder) {
      this.#overtaken = packet
      return true
    }
    this.#send('rtp', packet)
    if (this.#overtaken !== null) this.#send('rtp', this.#overtaken)
    this.#overtaken = null
    return true
  }

  #send(kind: 'rtp' | 'rtcp', packet: Buffer): void {
    const { remoteAddress } = this.#control
    if (remoteAddress === undefined || this.#faults.current.rtsp.datagramsBlocked === true) return
    this.#ports.send(kind, packet, this.#clientPort + (kind === 'rtp' ? 0 : 1), remoteAddress)
  }
}
