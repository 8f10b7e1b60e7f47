/** The parts of an RTP packet (RFC 3550 section 5.1); one object is filled again for each packet. */
export interface RtpPacket {
  payloadType: number
  marker: boolean
  sequence: number
  timestamp: number
  ssrc: number
  /** Where the payload lies in the data that was read; empty where both are the same. */
  payloadStart: number
  payloadEnd: number
}

/** A packet that is taken, and when it came, where that was earlier than it is taken; ms of the monotonic clock. */
export interface TakenPacket extends Readonly<RtpPacket> {
  readonly arrivedMs?: number
}

export function emptyRtpPacket(): RtpPacket {
  return { payloadType: 0, marker: false, sequence: 0, timestamp: 0, ssrc: 0, payloadStart: 0, payloadEnd: 0 }
}

/** Reads the packet between `start` and `end` into `packet`; false if it is no RTP, or more padding than bytes. */
export function readRtp(data: Buffer, start: number, end: number, packet: RtpPacket): boolean {
  if (end - start < 12) return false
  const flags = data[start] ?? 0
  if (flags >> 6 !== 2) return false
  const kind = data[start + 1] ?? 0
  let payloadStart = start + 12 + 4 * (flags & 0x0f)
  if ((flags & 0x10) !== 0) {
    if (payloadStart + 4 > end) return false
    payloadStart += 4 + 4 * data.readUInt16BE(payloadStart + 2)
  }
  // Padding is told by its own last byte: where nothing follows the head there is none, whatever the flag says.
  const padding = (flags & 0x20) === 0 || payloadStart === end ? 0 : (data[end - 1] ?? 0)
  const payloadEnd = end - padding
  if (payloadStart > payloadEnd) return false
  packet.payloadType = kind & 0x7f
  packet.marker = (kind & 0x80) !== 0
  packet.sequence = data.readUInt16BE(start + 2)
  packet.timestamp = data.readUInt32BE(start + 4)
  packet.ssrc = data.readUInt32BE(start + 8)
  packet.payloadStart = payloadStart
  packet.payloadEnd = payloadEnd
  return true
}

/** Types that RTCP looks like where both come the same way (RFC 5761, section 4). */
export function isOfRtcp(payloadType: number): boolean {
  return payloadType >= 64 && payloadType <= 95
}
