import { type RestrictionFlag, readSps } from './sequence-parameter-set.js'

/**
 * A sequence parameter set of H.264 that says that no picture is shown later than one that follows it. For a stream
 * without B-frames whose set says nothing of it: a decoder holds back up to sixteen pictures of that. A set that says
 * something, or that would be read back as describing another picture, stays as it is.
 * @param unit a NAL unit without start code
 */
export function withoutReordering(unit: Uint8Array): Uint8Array {
  const before = readSps(unit)
  if (before === null || before.unrestricted === null) return unit
  const written = restricted(unit, before.unrestricted, before.referenceFrames)
  const after = readSps(written)
  const isSame =
    after !== null &&
    after.unrestricted === null &&
    after.reorderDepth === 0 &&
    after.id === before.id &&
    after.profile === before.profile &&
    after.width === before.width &&
    after.height === before.height &&
    after.referenceFrames === before.referenceFrames &&
    after.slices.frameNumBits === before.slices.frameNumBits &&
    after.slices.hasColourPlane === before.slices.hasColourPlane
  return isSame ? written : unit
}

/** What is inferred where nothing is said (annex E.2.1), but for the last two. */
const bytesPerPicture = 2
const bitsPerBlock = 1
const vectorLength = 15
const reorderDepth = 0
/** Eight flags of what is not there, before that of the restriction. */
const nothingElse = '00000000'

function restricted(unit: Uint8Array, { bit, hasVui }: RestrictionFlag, referenceFrames: number) {
  const restriction = [
    bytesPerPicture,
    bitsPerBlock,
    vectorLength,
    vectorLength,
    reorderDepth,
    referenceFrames,
  ]
  const bits = [
    bitsOf(withoutPrevention(unit)).slice(0, bit),
    hasVui ? '' : `1${nothingElse}`,
    // The restriction is there, and motion vectors may point over the borders of the picture.
    '11',
    ...restriction.map(exponentialGolomb),
    // The stop bit.
    '1',
  ].join('')
  return withPrevention(bytesOf(bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')))
}

function bitsOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
}

function bytesOf(bits: string): Uint8Array {
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

function exponentialGolomb(value: number): string {
  const binary = (value + 1).toString(2)
  return '0'.repeat(binary.length - 1) + binary
}

/** H.264, 7.4.1. */
function withoutPrevention(unit: Uint8Array): Uint8Array {
  return unit.filter((byte, at) => byte !== 3 || unit[at - 1] !== 0 || unit[at - 2] !== 0)
}

function withPrevention(payload: Uint8Array): Uint8Array {
  const bytes: number[] = []
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(bytes)
}
