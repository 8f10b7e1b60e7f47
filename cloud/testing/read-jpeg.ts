/** The size of a JPEG, pixels. */
export interface JpegSize {
  readonly width: number
  readonly height: number
}

/**
 * Reads the size of a whole JPEG from its frame header.
 * @throws Error that says what is wrong with it
 */
export function readJpeg(bytes: Buffer): JpegSize {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) throw new Error('it does not begin as a JPEG')
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) throw new Error('it ends before its picture does')
  let at = 2
  while (at + 9 < bytes.length) {
    const marker = bytes.readUInt16BE(at)
    if (marker >> 8 !== 0xff) throw new Error('a segment is missing its marker')
    if (isFrameHeader(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (marker === 0xffda) break
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  throw new Error('it has no frame header')
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie among them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
}
