const idr = 5

/**
 * Whether a picture of H.264 is one at which browsers begin. One from which a decoder recovers by and by (intra refresh) is none to
 * them: WebCodecs refuse it (AVC registration, "IDR picture"; Chromium 156 says "wasn't a key frame").
 * @param data NAL units, each behind its length as four bytes
 */
export function hasIdr(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + 4 < data.length; at += 4 + view.getUint32(at)) {
    if (((data[at + 4] ?? 0) & 0x1f) === idr) return true
  }
  return false
}
