import { interleave, RtpSender } from './rtp-packetiser.js'

/** A session that ended long ago; no other sender has its source. */
const ended = new RtpSender(96)

/** What old live555 writes into whichever connection has the number of one that is gone (retina issue 17). */
export function staleFrames(): Buffer {
  const packets = Array.from({ length: 3 }, () => ended.packet(Buffer.alloc(200, 0x41), 0, true))
  return Buffer.concat(packets.map((packet) => interleave(0, packet)))
}
