import type { AuHeader } from '../rtsp/track.js'

/** Receives the access units of a sound track. */
interface AudioUnitSink {
  /**
   * @param data its own copy.
   * @param timestamp RTP timestamp of the payload that it came in, 32 bits.
   * @param index how many units of the same payload, sent or left out, lie before it.
   */
  unit(data: Uint8Array, timestamp: number, index: number): void
}

/** What the profile for AAC at high bit rates says (RFC 3640 section 3.3.6), and every camera. */
const defaultHeader: AuHeader = { sizeLength: 13, indexLength: 3, indexDeltaLength: 3 }
/** More than any encoder puts into a unit. */
const largestUnit = 64 * 1024
/** In one payload: more than a second of sound. */
const mostUnits = 64

interface Fragmented {
  readonly timestamp: number
  readonly data: Buffer
  filled: number
}

/**
 * Takes AAC access units out of RTP payloads (RFC 3640): several in one, or one in several. An ADTS header
 * in front of a unit is taken away.
 */
export class AacDepacketiser {
  readonly #header: AuHeader
  readonly #sink: AudioUnitSink
  #fragmented: Fragmented | null = null

  constructor(header: AuHeader | null, sink: AudioUnitSink) {
    this.#header = header !== null && header.sizeLength > 0 ? header : defaultHeader
    this.#sink = sink
  }

  /** Takes the payload between `start` and `end`; what is damaged is left out. */
  push(data: Buffer, start: number, end: number, timestamp: number): void {
    const headersAt = start + 2
    if (end < headersAt) return
    const headerBits = data.readUInt16BE(start)
    const dataAt = headersAt + Math.ceil(headerBits / 8)
    if (dataAt >= end) return
    const { sizeLength, indexLength, indexDeltaLength } = this.#header
    let at = dataAt
    for (let bit = 0, unit = 0, index = 0; unit < mostUnits; unit++) {
      const indexBits = unit === 0 ? indexLength : indexDeltaLength
      if (bit + sizeLength + indexBits > headerBits) break
      const size = bitsAt(data, headersAt, bit, sizeLength)
      const step = bitsAt(data, headersAt, bit + sizeLength, indexBits)
      bit += sizeLength + indexBits
      index += unit === 0 ? 0 : step + 1
      if (at + size > end) {
        if (unit === 0) this.#pushFragment(data.subarray(at, end), size, timestamp)
        return
      }
      this.#fragmented = null
      this.#handOn(data.subarray(at, at + size), timestamp, index)
      at += size
    }
  }

  /** Packets are missing before the next payload. */
  lost(): void {
    this.#fragmented = null
  }

  #pushFragment(piece: Buffer, size: number, timestamp: number): void {
    if (size > largestUnit) return
    const known = this.#fragmented
    const isNext = known !== null && known.timestamp === timestamp && known.data.length === size
    const whole = isNext ? known : { timestamp, data: Buffer.alloc(size), filled: 0 }
    this.#fragmented = whole
    piece.copy(whole.data, whole.filled)
    whole.filled += piece.length
    if (whole.filled < size) return
    this.#fragmented = null
    this.#handOn(whole.data, timestamp, 0)
  }

  #handOn(unit: Buffer, timestamp: number, index: number): void {
    const bare = withoutAdts(unit)
    if (bare.length > 0) this.#sink.unit(Uint8Array.from(bare), timestamp, index)
  }
}

/** The number in `count` bits from bit `bit` behind byte `from`; at most 32. */
function bitsAt(data: Buffer, from: number, bit: number, count: number): number {
  let value = 0
  for (let at = bit; at < bit + count; at++) {
    value = value * 2 + (((data[from + (at >> 3)] ?? 0) >> (7 - (at & 7))) & 1)
  }
  return value
}

/** ISO 14496-3 section 1.A.2.2: twelve bits of ones, and the length of the whole further on. */
function withoutAdts(unit: Buffer): Buffer {
  if (unit.length < 7 || unit.readUInt8(0) !== 0xff || (unit.readUInt8(1) & 0xf6) !== 0xf0) return unit
  const length = ((unit.readUInt8(3) & 3) << 11) | (unit.readUInt8(4) << 3) | (unit.readUInt8(5) >> 5)
  const hasChecksum = (unit.readUInt8(1) & 1) === 0
  return length === unit.length ? unit.subarray(hasChecksum ? 9 : 7) : unit
}
