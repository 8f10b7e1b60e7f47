/** A sound in the form in which MP4 carries it. */
export interface EncodedSound {
  /** AudioSpecificConfig (ISO 14496-3 section 1.6.2.1). */
  readonly config: Uint8Array
  /** Hz. */
  readonly sampleRate: number
  readonly channels: number
  /** Access units of 1024 samples each. */
  readonly frames: readonly Uint8Array[]
}

const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]

/**
 * Reads AAC in ADTS (ISO 14496-3 section 1.A.2.2).
 * @returns null if there is no frame in it; what is behind damage is left out.
 */
export function readAdts(bytes: Buffer): EncodedSound | null {
  const frames: Uint8Array[] = []
  let head: { objectType: number; rateCode: number; channels: number } | null = null
  for (let at = 0; at + 7 <= bytes.length; ) {
    if (bytes.readUInt8(at) !== 0xff || (bytes.readUInt8(at + 1) & 0xf6) !== 0xf0) break
    const size =
      ((bytes.readUInt8(at + 3) & 3) << 11) | (bytes.readUInt8(at + 4) << 3) | (bytes.readUInt8(at + 5) >> 5)
    const headBytes = (bytes.readUInt8(at + 1) & 1) === 1 ? 7 : 9
    if (size <= headBytes || at + size > bytes.length) break
    const third = bytes.readUInt8(at + 2)
    head ??= {
      objectType: (third >> 6) + 1,
      rateCode: (third >> 2) & 15,
      channels: ((third & 1) << 2) | (bytes.readUInt8(at + 3) >> 6),
    }
    frames.push(bytes.subarray(at + headBytes, at + size))
    at += size
  }
  const sampleRate = head === null ? undefined : rates[head.rateCode]
  if (head === null || sampleRate === undefined) return null
  const { objectType, rateCode, channels } = head
  const config = Uint8Array.of((objectType << 3) | (rateCode >> 1), ((rateCode & 1) << 7) | (channels << 3))
  return { config, sampleRate, channels, frames }
}
