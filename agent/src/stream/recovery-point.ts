import { BitReader } from './bit-reader.js'
import type { Packet } from './packet.js'
import type { SliceSyntax } from './sequence-parameter-set.js'

const recoveryPoint = 6

/**
 * Whether an SEI NAL unit of H.264 says that decoding may begin at its picture (recovery point, annex D.2.8): encoders
 * that refresh the picture bit by bit, or use open groups of pictures, send these instead of IDR pictures.
 * @param start the first byte of the NAL unit, its header; it ends before `end`.
 */
export function hasRecoveryPoint(data: Uint8Array, start: number, end: number): boolean {
  return messageOfRecoveryPoint(data, start, end) !== null
}

function messageOfRecoveryPoint(data: Uint8Array, start: number, end: number): Uint8Array | null {
  const bytes = withoutPrevention(data, start + 1, end)
  // At the end stands the stop bit, in a byte of its own.
  for (let at = 0; at + 2 < bytes.length; ) {
    const type = readNumber(bytes, at)
    const size = readNumber(bytes, type.next)
    const after = size.next + size.value
    if (type.value === recoveryPoint) return after < bytes.length ? bytes.subarray(size.next, after) : null
    at = after
  }
  return null
}

const idrType = 5
const seiType = 6

/**
 * How many reference pictures a decoder that begins at a key frame of H.264 has to see, this one among them, before what
 * it shows is right (recovery_frame_cnt): 0 for an IDR picture, and where no recovery point says anything.
 * @param data NAL units, each behind its length as four bytes.
 */
export function framesToRecover(data: Uint8Array): number {
  let frames = 0
  for (const { start, end, type } of unitsOf(data)) {
    if (type === idrType) return 0
    const message = type === seiType ? messageOfRecoveryPoint(data, start, end) : null
    if (message !== null) frames = frameCount(message)
  }
  return frames
}

/** Whether a decoder that begins at this keyframe shows nothing whole before it has seen some pictures more. */
export function recoversByAndBy({
  run,
  data,
}: {
  readonly run: Pick<Packet['run'], 'video'>
  readonly data: Uint8Array
}): boolean {
  return run.video.codec === 'h264' && framesToRecover(data) > 0
}

/**
 * From which packet on a decoder that begins with the first one shows whole pictures.
 * @param packets of video, in decoding order; the first is a key frame
 * @returns an index; the number of packets where none of them is whole
 */
export function wholeFrom(packets: readonly Packet[]): number {
  const [first] = packets
  if (first === undefined || !recoversByAndBy(first)) return 0
  let left = framesToRecover(first.data)
  for (const [index, { data }] of packets.entries()) {
    if (left <= 0) return index
    if (isReference(data)) left -= 1
  }
  return packets.length
}

const predictedOnce = 0

/**
 * Whether a decoder that begins at this key frame of H.264 loses it. FFmpeg, which Chromium decodes with as well, stands in
 * for the pictures that a first one refers to only where frame_num says that some are missing: not at 0, with which a
 * stream begins. Without that the picture is left out, with the part of the refresh that it brings.
 */
export function losesFirstPicture(data: Uint8Array, slices: SliceSyntax): boolean {
  if (framesToRecover(data) === 0) return false
  for (const { start, type } of unitsOf(data)) {
    if (type >= 1 && type <= idrType) return type === 1 && isFrameZero(new BitReader(data, start + 1), slices)
  }
  return false
}

/** Of the header of a slice (section 7.3.3). */
function isFrameZero(bits: BitReader, { frameNumBits, hasColourPlane }: SliceSyntax): boolean {
  try {
    bits.readUnsigned()
    const isPredicted = bits.readUnsigned() % 5 === predictedOnce
    bits.readUnsigned()
    if (hasColourPlane) bits.skip(2)
    return isPredicted && bits.readBits(frameNumBits) === 0
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function isReference(data: Uint8Array): boolean {
  for (const { start, type } of unitsOf(data)) {
    if (type <= idrType) return ((data[start] ?? 0) & 0x60) !== 0
  }
  return false
}

function* unitsOf(data: Uint8Array): Iterable<{ start: number; end: number; type: number }> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + 4 < data.length; ) {
    const start = at + 4
    at = start + view.getUint32(at)
    yield { start, end: at, type: (data[start] ?? 0) & 0x1f }
  }
}

/** The message begins with it. One that says none says nothing of what is missing either. */
function frameCount(message: Uint8Array): number {
  try {
    return new BitReader(message, 0).readUnsigned()
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}

/** Type and size are a sum of bytes, of which all but the last are 255. */
function readNumber(bytes: Uint8Array, from: number): { readonly value: number; readonly next: number } {
  let at = from
  while (bytes[at] === 0xff) at++
  return { value: (at - from) * 255 + (bytes[at] ?? 0), next: at + 1 }
}

/** Drops emulation prevention bytes (section 7.4.1). */
function withoutPrevention(data: Uint8Array, start: number, end: number): Uint8Array {
  const unit = data.subarray(start, end)
  return unit.filter((byte, at) => byte !== 3 || unit[at - 1] !== 0 || unit[at - 2] !== 0)
}
