import type { Socket } from 'node:net'
import type { Damage } from './damage.js'
import type { FrameSpoiler } from './interleaving-faults.js'
import { interleave } from './rtp-packetiser.js'
import type { TrackOutput } from './track-output.js'

/** Bytes that may wait for a client before frames are left out. */
const LARGEST_BACKLOG = 1024 * 1024

/** Writes RTP and RTCP into an RTSP connection. */
export class InterleavedOutput implements TrackOutput {
  readonly transport: string
  readonly #socket: Socket
  readonly #rtpChannel: number
  readonly #rtcpChannel: number
  readonly #damage: Damage
  readonly #spoiler: FrameSpoiler
  /** What was broken off takes the begin of what comes next for its own. */
  #swallows = false

  /** @param transport what the client is told, which need not be the truth */
  constructor(
    socket: Socket,
    channels: readonly [number, number],
    transport: string,
    damage: Damage,
    spoiler: FrameSpoiler,
  ) {
    this.#socket = socket
    this.#spoiler = spoiler
    ;[this.#rtpChannel, this.#rtcpChannel] = channels
    this.transport = transport
    this.#damage = damage
  }

  hasRoom(): boolean {
    return this.#socket.writable && this.#socket.writableLength < LARGEST_BACKLOG
  }

  report(packet: Buffer): void {
    if (this.hasRoom()) this.#socket.write(interleave(this.#rtcpChannel, packet))
  }

  media(packets: readonly Buffer[]): boolean {
    const sent = packets.flatMap((packet) => this.#damage.of(packet))
    if (!this.#socket.writable) return true
    const spoilt = sent.map((packet) => this.#spoilt(interleave(this.#rtpChannel, packet)))
    this.#socket.write(Buffer.concat(spoilt.flatMap(({ pieces }) => pieces)))
    const isUndamaged = sent.length === packets.length && sent.every((packet, at) => packet === packets[at])
    return isUndamaged && spoilt.every(({ isWhole }) => isWhole)
  }

  #spoilt(frame: Buffer): { readonly pieces: readonly Buffer[]; readonly isWhole: boolean } {
    const pieces = this.#spoiler.of(frame)
    const isWhole = !this.#swallows && pieces.at(-1) === frame
    this.#swallows = pieces.at(-1) !== frame
    return { pieces, isWhole }
  }

  cutIn(packet: Buffer): void {
    const bytes = interleave(this.#rtpChannel, packet)
    this.#socket.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => this.#socket.resetAndDestroy())
  }
}
