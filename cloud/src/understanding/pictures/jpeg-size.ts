/** Start-of-frame markers (ITU-T T.81, table B.1): all of C0 to CF but DHT, JPG and DAC. */
const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The size that a JPEG says it has, pixels; null if that is no whole JPEG head. */
export function jpegSize(jpeg: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  if (jpeg.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= jpeg.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrameStart(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return width > 0 && height > 0 ? { width, height } : null
    }
    const length = view.getUint16(at + 2)
    if (length < 2) return null
    at += 2 + length
  }
  return null
}
