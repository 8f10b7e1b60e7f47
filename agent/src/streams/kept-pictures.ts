import type { Packet } from '../stream/packet.js'
import { recoversByAndBy } from '../stream/recovery-point.js'

/** What is kept at most, bytes: a keyframe of the largest cameras has less than half. */
const mostBytes = 8 * 1024 * 1024

/** The newest pictures of a stream from a keyframe on, for a decoder; in one piece, and no more than fits. */
export class KeptPictures {
  #packets: Packet[] = []
  #bytes = 0
  #isFull = false

  /** Empty before the first keyframe. */
  get packets(): readonly Packet[] {
    return this.#packets
  }

  take(packet: Packet): void {
    if (packet.track !== 'video' || packet.damaged === true) return
    const [first] = this.#packets
    if (first === undefined || first.run !== packet.run || this.#beginsAnew(packet)) {
      if (!packet.keyframe) return
      this.#packets = []
      this.#bytes = 0
      this.#isFull = false
    }
    this.#isFull ||= this.#bytes + packet.data.byteLength > mostBytes
    // What comes after a gap would be shown broken.
    if (this.#isFull) return
    this.#packets.push(packet)
    this.#bytes += packet.data.byteLength
  }

  /** Whether nothing before it is needed to show it and what follows. */
  #beginsAnew(packet: Packet): boolean {
    return packet.keyframe && !recoversByAndBy(packet)
  }
}
