/** The length of a NAL unit as it stands before it in `Packet.data`. */
export function nalLength(unit: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(unit.length)
  return length
}
