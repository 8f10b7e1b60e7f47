const endOfImage = 0xd9
/** Markers that stand alone; all others begin a segment that says how long it is. */
const isAlone = (marker: number): boolean =>
  marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/**
 * Whether these bytes hold a JPEG down to its end marker (ITU-T T.81, annex B). A thumbnail inside has an end marker of
 * its own, which lies in a segment and is passed over with it.
 */
export function isWholeJpeg(bytes: Buffer): boolean {
  let at = bytes.indexOf(0xff)
  while (at !== -1 && at + 1 < bytes.length) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === endOfImage) return true
    let next = at + 2
    if (marker === 0xff) next = at + 1
    else if (!isAlone(marker)) {
      if (at + 4 > bytes.length) return false
      next = at + 2 + bytes.readUInt16BE(at + 2)
    }
    at = bytes.indexOf(0xff, next)
  }
  return false
}
