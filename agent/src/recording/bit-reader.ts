/** Reads the payload of a NAL unit bit by bit; behind its end it reads ones, so that every loop ends. */
export interface BitReader {
  bit(): number
  /** Up to 32 bits as an unsigned number. */
  bits(count: number): number
  /** ue(v), H.264 9.1. */
  golomb(): number
}

/** @param fromByte where to begin, counted without emulation prevention bytes (00 00 03 stands for 00 00). */
export function bitReader(unit: Uint8Array, fromByte: number): BitReader {
  const bytes = unit.filter((byte, i) => !(i >= 2 && byte === 3 && unit[i - 1] === 0 && unit[i - 2] === 0))
  let position = fromByte * 8
  const bit = () => {
    const value = ((bytes[position >> 3] ?? 0xff) >> (7 - (position & 7))) & 1
    position += 1
    return value
  }
  const bits = (count: number) => {
    let value = 0
    for (let index = 0; index < count; index += 1) value = value * 2 + bit()
    return value
  }
  const golomb = () => {
    let zeros = 0
    while (zeros < 31 && bit() === 0) zeros += 1
    return 2 ** zeros + bits(zeros) - 1
  }
  return { bit, bits, golomb }
}
