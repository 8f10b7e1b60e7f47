/**
 * The size of a JPEG from its frame header (ITU-T T.81, B.2.2).
 * @returns null if it is none, or not whole.
 */
export function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null
  let at = 2
  while (at + 9 < bytes.length && bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrameHeader(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie between them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
