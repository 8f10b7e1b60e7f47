import { BitReader } from './bit-reader.js'
import { isDecodableSize } from './picture-size.js'

/** What is used of an H.265 sequence parameter set. */
interface HevcSequenceParameterSet {
  readonly id: number
  /** The general part of `profile_tier_level`, 12 bytes. */
  readonly profileTierLevel: Buffer
  readonly temporalLayers: number
  /** `sps_temporal_id_nesting_flag`, 0 or 1. */
  readonly nested: number
  readonly chromaFormat: number
  /** Beyond eight. */
  readonly lumaBits: number
  readonly chromaBits: number
  /** These three, to be compared. */
  readonly chroma: string
  /** Pixels, after cropping. */
  readonly width: number
  readonly height: number
  /** How many pictures may be shown later than pictures that follow them. */
  readonly reorderDepth: number
}

const spsType = 33
const deepestReorder = 16

/**
 * Reads a sequence parameter set NAL unit (H.265 section 7.3.2.2.1).
 * @returns null if it is damaged, describes no picture or belongs to another layer than the first.
 */
export function readHevcSps(unit: Uint8Array): HevcSequenceParameterSet | null {
  try {
    return read(unit)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function read(unit: Uint8Array): HevcSequenceParameterSet | null {
  const [first = 0, second = 0] = unit
  if (((first >> 1) & 0x3f) !== spsType || (first & 1) !== 0 || second >> 3 !== 0) return null
  const bits = new BitReader(unit, 2)
  bits.skip(4)
  const subLayers = bits.readBits(3)
  if (subLayers > 6) return null
  const nested = bits.readBit()
  const profileTierLevel = Buffer.from(Array.from({ length: 12 }, () => bits.readBits(8)))
  skipSubLayers(bits, subLayers)
  const id = bits.readUnsigned()
  const chromaFormat = bits.readUnsigned()
  const separate = chromaFormat === 3 && bits.readBit() === 1
  const codedWidth = bits.readUnsigned()
  const codedHeight = bits.readUnsigned()
  const crop = bits.readBit() === 1 ? readCrop(bits, chromaFormat, separate) : { x: 0, y: 0 }
  const width = codedWidth - crop.x
  const height = codedHeight - crop.y
  const [lumaBits, chromaBits] = [bits.readUnsigned(), bits.readUnsigned()]
  bits.readUnsigned()
  const reorderDepth = readReorderDepth(bits, subLayers)
  const isPicture = width > 0 && height > 0 && isDecodableSize(codedWidth, codedHeight)
  if (id > 15 || chromaFormat > 3 || lumaBits > 8 || chromaBits > 8 || !isPicture) return null
  const temporalLayers = subLayers + 1
  return {
    id,
    profileTierLevel,
    temporalLayers,
    nested,
    chromaFormat,
    lumaBits,
    chromaBits,
    chroma: [chromaFormat, lumaBits, chromaBits].join(' '),
    width,
    height,
    reorderDepth,
  }
}

function skipSubLayers(bits: BitReader, subLayers: number): void {
  if (subLayers === 0) return
  const present = Array.from({ length: 8 }, () => ({
    profile: bits.readBit() === 1,
    level: bits.readBit() === 1,
  }))
  for (const { profile, level } of present.slice(0, subLayers)) {
    if (profile) bits.skip(88)
    if (level) bits.skip(8)
  }
}

function readCrop(bits: BitReader, chromaFormat: number, separate: boolean): { x: number; y: number } {
  const left = bits.readUnsigned()
  const right = bits.readUnsigned()
  const top = bits.readUnsigned()
  const bottom = bits.readUnsigned()
  const unitX = !separate && (chromaFormat === 1 || chromaFormat === 2) ? 2 : 1
  const unitY = chromaFormat === 1 ? 2 : 1
  return { x: (left + right) * unitX, y: (top + bottom) * unitY }
}

/** What stands for the highest temporal layer, which is the whole stream. */
function readReorderDepth(bits: BitReader, subLayers: number): number {
  let depth = 0
  for (let layer = bits.readBit() === 1 ? 0 : subLayers; layer <= subLayers; layer++) {
    bits.readUnsigned()
    depth = bits.readUnsigned()
    bits.readUnsigned()
  }
  return Math.min(depth, deepestReorder)
}
