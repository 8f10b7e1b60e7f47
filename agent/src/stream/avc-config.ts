import { BitReader } from './bit-reader.js'

/** What MP4, and a decoder, must know of a video stream to decode it. */
export interface DecoderConfig {
  /** RFC 6381, such as `avc1.640028`. */
  readonly codec: string
  readonly description: Uint8Array
}

/**
 * Decoder configuration of H.264 (ISO/IEC 14496-15, 5.3.3.1), from the parameter sets as the camera
 * sent them: NAL units without start code.
 * @throws RangeError if there is no SPS or no PPS, or if the SPS is damaged.
 */
export function avcConfig(parameterSets: readonly Uint8Array[]): DecoderConfig {
  const spsUnits = parameterSets.filter((unit) => nalType(unit) === 7)
  const ppsUnits = parameterSets.filter((unit) => nalType(unit) === 8)
  const [sps] = spsUnits
  const [, profile, compatibility, level] = sps ?? []
  if (sps === undefined || profile === undefined || compatibility === undefined || level === undefined) {
    throw new RangeError('the stream has no usable sequence parameter set')
  }
  if (ppsUnits.length === 0) throw new RangeError('the stream has no picture parameter set')
  const parts: (readonly number[] | Uint8Array)[] = [
    [1, profile, compatibility, level, 0xff, 0xe0 | spsUnits.length],
    ...spsUnits.flatMap(withLength),
    [ppsUnits.length],
    ...ppsUnits.flatMap(withLength),
  ]
  if (highProfiles.has(profile)) {
    const { chromaFormat, lumaBits, chromaBits } = readHighProfile(sps)
    parts.push([0xfc | chromaFormat, 0xf8 | lumaBits, 0xf8 | chromaBits, 0])
  }
  const hex = Buffer.from([profile, compatibility, level]).toString('hex')
  return { codec: `avc1.${hex}`, description: Buffer.concat(parts.map((part) => Buffer.from(part))) }
}

const highProfiles: ReadonlySet<number> = new Set([100, 110, 122, 244])

function nalType(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 0x1f
}

function withLength(unit: Uint8Array): [number[], Uint8Array] {
  return [[unit.length >> 8, unit.length & 0xff], unit]
}

/**
 * The fields of an SPS of the high profiles that the configuration repeats (H.264, 7.3.2.1.1); bits beyond
 * eight.
 */
function readHighProfile(sps: Uint8Array) {
  const reader = new BitReader(sps, 4)
  reader.readUnsigned()
  const chromaFormat = reader.readUnsigned() & 3
  if (chromaFormat === 3) reader.skip(1)
  return { chromaFormat, lumaBits: reader.readUnsigned() & 7, chromaBits: reader.readUnsigned() & 7 }
}
