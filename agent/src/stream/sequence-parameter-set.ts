import { BitReader } from './bit-reader.js'
import { isDecodableSize } from './picture-size.js'

/** What is used of an H.264 sequence parameter set. */
interface SequenceParameterSet {
  readonly id: number
  readonly profile: number
  /** Pixels, after cropping. */
  readonly width: number
  readonly height: number
  /** Kind of chroma, and the bits of luma and chroma. */
  readonly chroma: string
  /** How many frames may be shown later than frames that follow them; null if the set does not say. */
  readonly reorderDepth: number | null
  /** Where it could restrict what a decoder waits for (bitstream_restriction), and does not; null where it does, or ends too early. */
  readonly unrestricted: RestrictionFlag | null
  /** Pictures that others may refer to at once (max_num_ref_frames). */
  readonly referenceFrames: number
  readonly slices: SliceSyntax
}

/** Where the usability information of a set does not restrict its stream. */
export interface RestrictionFlag {
  /** Of the flag that says so, without emulation prevention. */
  readonly bit: number
  /** Whether there is usability information; else the flag is the one that announces it. */
  readonly hasVui: boolean
}

/** What has to be known to read the header of a slice up to its frame_num (H.264 section 7.3.3). */
export interface SliceSyntax {
  /** Bits of frame_num (log2_max_frame_num). */
  readonly frameNumBits: number
  /** Whether it says which colour plane it belongs to. */
  readonly hasColourPlane: boolean
}

const profilesWithChroma = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244])
const deepestReorder = 16

/**
 * Reads a sequence parameter set NAL unit (H.264 section 7.3.2.1.1).
 * @returns null if it is damaged or describes no picture.
 */
export function readSps(unit: Uint8Array): SequenceParameterSet | null {
  try {
    return read(unit)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function read(unit: Uint8Array): SequenceParameterSet | null {
  const [header = 0, profile = 0, constraints = 0] = unit
  if ((header & 0x1f) !== 7) return null
  const bits = new BitReader(unit, 4)
  const id = bits.readUnsigned()
  const chroma = profilesWithChroma.has(profile) ? readChroma(bits) : fourTwoZero
  const frameNumBits = bits.readUnsigned() + 4
  const orderType = bits.readUnsigned()
  skipPictureOrder(bits, orderType)
  const referenceFrames = bits.readUnsigned()
  bits.skip(1)
  const widthInBlocks = bits.readUnsigned() + 1
  const heightInUnits = bits.readUnsigned() + 1
  const framesOnly = bits.readBit() === 1
  if (!framesOnly) bits.skip(1)
  bits.skip(1)
  const crop = bits.readBit() === 1 ? readCrop(bits, chroma, framesOnly) : { x: 0, y: 0 }
  const [codedWidth, codedHeight] = [widthInBlocks * 16, heightInUnits * (framesOnly ? 16 : 32)]
  const [width, height] = [codedWidth - crop.x, codedHeight - crop.y]
  if (id > 31 || width <= 0 || height <= 0 || !isDecodableSize(codedWidth, codedHeight)) return null
  const slices = { frameNumBits, hasColourPlane: chroma.separate }
  // Baseline has no B-frames; neither has order type 2, nor an intra profile.
  const intraOnly = (constraints & 0x10) !== 0 && [44, 100, 110, 122, 244].includes(profile)
  const never = profile === 66 || orderType === 2 || intraOnly
  const { reorderDepth, unrestricted } = readRestriction(bits)
  return {
    id,
    profile,
    width,
    height,
    chroma: [chroma.format, chroma.lumaBits, chroma.chromaBits].join(' '),
    reorderDepth: never ? 0 : reorderDepth,
    unrestricted,
    referenceFrames,
    slices,
  }
}

interface Chroma {
  readonly format: number
  readonly separate: boolean
  /** Beyond eight. */
  readonly lumaBits: number
  readonly chromaBits: number
}

/** What is meant where nothing is said. */
const fourTwoZero: Chroma = { format: 1, separate: false, lumaBits: 0, chromaBits: 0 }

function readChroma(bits: BitReader): Chroma {
  const format = bits.readUnsigned()
  const separate = format === 3 && bits.readBit() === 1
  const lumaBits = bits.readUnsigned()
  const chromaBits = bits.readUnsigned()
  bits.skip(1)
  if (bits.readBit() === 1) {
    for (let list = 0; list < (format === 3 ? 12 : 8); list++) {
      if (bits.readBit() === 1) skipScalingList(bits, list < 6 ? 16 : 64)
    }
  }
  return { format, separate, lumaBits, chromaBits }
}

function skipScalingList(bits: BitReader, size: number): void {
  let next = 8
  for (let index = 0, last = 8; index < size && next !== 0; index++) {
    next = (last + bits.readSigned() + 256) % 256
    if (next !== 0) last = next
  }
}

function skipPictureOrder(bits: BitReader, type: number): void {
  if (type === 0) {
    bits.readUnsigned()
  } else if (type === 1) {
    bits.skip(1)
    bits.readSigned()
    bits.readSigned()
    const cycle = Math.min(bits.readUnsigned(), 255)
    for (let index = 0; index < cycle; index++) bits.readSigned()
  }
}

function readCrop(
  bits: BitReader,
  chroma: Pick<Chroma, 'format' | 'separate'>,
  framesOnly: boolean,
): { x: number; y: number } {
  const left = bits.readUnsigned()
  const right = bits.readUnsigned()
  const top = bits.readUnsigned()
  const bottom = bits.readUnsigned()
  const sampled = !chroma.separate && (chroma.format === 1 || chroma.format === 2)
  const unitX = sampled ? 2 : 1
  const unitY = (chroma.format === 1 && !chroma.separate ? 2 : 1) * (framesOnly ? 1 : 2)
  return { x: (left + right) * unitX, y: (top + bottom) * unitY }
}

type Restriction = Pick<SequenceParameterSet, 'reorderDepth' | 'unrestricted'>

/** Steps through the usability information (H.264 annex E) to the one field that is needed. */
function readRestriction(bits: BitReader): Restriction {
  try {
    const vuiBit = bits.position
    if (bits.readBit() === 0) return { reorderDepth: null, unrestricted: { bit: vuiBit, hasVui: false } }
    if (bits.readBit() === 1 && bits.readBits(8) === 255) bits.skip(32)
    if (bits.readBit() === 1) bits.skip(1)
    if (bits.readBit() === 1) {
      bits.skip(4)
      if (bits.readBit() === 1) bits.skip(24)
    }
    if (bits.readBit() === 1) {
      bits.readUnsigned()
      bits.readUnsigned()
    }
    if (bits.readBit() === 1) bits.skip(65)
    const nal = bits.readBit() === 1
    if (nal) skipHrd(bits)
    const vcl = bits.readBit() === 1
    if (vcl) skipHrd(bits)
    bits.skip(nal || vcl ? 2 : 1)
    const { position: bit } = bits
    if (bits.readBit() === 0) return { reorderDepth: null, unrestricted: { bit, hasVui: true } }
    bits.skip(1)
    for (let field = 0; field < 4; field++) bits.readUnsigned()
    return { reorderDepth: Math.min(bits.readUnsigned(), deepestReorder), unrestricted: null }
  } catch (error) {
    // Cameras cut this part short; the picture is known by then.
    if (error instanceof RangeError) return { reorderDepth: null, unrestricted: null }
    throw error
  }
}

function skipHrd(bits: BitReader): void {
  const count = bits.readUnsigned() + 1
  if (count > 32) throw new RangeError('more buffers than there can be')
  bits.skip(8)
  for (let index = 0; index < count; index++) {
    bits.readUnsigned()
    bits.readUnsigned()
    bits.skip(1)
  }
  bits.skip(20)
}
