const packetBytes = 188
const syncByte = 0x47

/**
 * The video in whole packets of a transport stream (ISO/IEC 13818-1, 2.4.3), without them and the heads of its PES packets.
 * A transport stream of the gateway holds one video and nothing else.
 */
export function videoPayload(packets: Uint8Array): Uint8Array {
  const video = new Uint8Array(packets.length)
  let length = 0
  let videoPid: number | null = null
  for (let at = 0; at + packetBytes <= packets.length; at += packetBytes) {
    const packet = packets.subarray(at, at + packetBytes)
    const payload = payloadOf(packet)
    if (payload === null) continue
    const begins = ((packet[1] ?? 0) & 0x40) !== 0 && isVideoPes(payload)
    if (begins) videoPid = pidOf(packet)
    if (pidOf(packet) !== videoPid) continue
    const part = begins ? payload.subarray(9 + (payload[8] ?? 0)) : payload
    video.set(part, length)
    length += part.length
  }
  return video.subarray(0, length)
}

function pidOf(packet: Uint8Array): number {
  return (((packet[1] ?? 0) & 0x1f) << 8) | (packet[2] ?? 0)
}

function payloadOf(packet: Uint8Array): Uint8Array | null {
  const control = ((packet[3] ?? 0) >> 4) & 3
  if (packet[0] !== syncByte || (control & 1) === 0) return null
  const adaptation = (control & 2) === 0 ? 0 : (packet[4] ?? 0) + 1
  return packet.subarray(4 + adaptation)
}

function isVideoPes(payload: Uint8Array): boolean {
  const [zero, also, one, stream = 0] = payload
  return zero === 0 && also === 0 && one === 1 && (stream & 0xf0) === 0xe0
}
