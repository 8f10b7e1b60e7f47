/**
 * Reads the bits of one picture. It has the shape that the decoder of jsmpeg wants of its buffer, and throws where that
 * would go on with zeros behind the end: a picture that was cut short could keep it reading for ever.
 */
export class BitReader {
  readonly #bytes: Uint8Array
  /** The next bit. */
  index = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /**
   * The next bits as a number.
   * @param count 1 to 31
   * @throws RangeError behind the end
   */
  read(count: number): number {
    return count === 1 ? this.#bit() : this.#bits(count)
  }

  /** Most of what is read are single bits, of codes of variable length. */
  #bit(): number {
    const byte = this.#bytes[this.index >> 3]
    if (byte === undefined) throw new RangeError('the picture ends too early')
    return (byte >> (7 - (this.index++ & 7))) & 1
  }

  #bits(count: number): number {
    let value = 0
    for (let left = count; left > 0; ) {
      const byte = this.#bytes[this.index >> 3]
      if (byte === undefined) throw new RangeError('the picture ends too early')
      const there = 8 - (this.index & 7)
      const taken = Math.min(there, left)
      value = (value << taken) | ((byte >> (there - taken)) & ((1 << taken) - 1))
      this.index += taken
      left -= taken
    }
    return value
  }

  skip(count: number): void {
    this.index += count
  }

  rewind(count: number): void {
    this.index = Math.max(0, this.index - count)
  }

  /** Goes behind the next start code. @returns its last byte, or -1 where there is none */
  findNextStartCode(): number {
    const bytes = this.#bytes
    for (let at = (this.index + 7) >> 3; at + 3 < bytes.length; at++) {
      if (!this.#isStart(at)) continue
      this.index = (at + 4) << 3
      return bytes[at + 3] ?? -1
    }
    this.index = bytes.length << 3
    return -1
  }

  /** Whether a start code, or the end, is what comes next. */
  nextBytesAreStartCode(): boolean {
    const at = (this.index + 7) >> 3
    return at >= this.#bytes.length || this.#isStart(at)
  }

  #isStart(at: number): boolean {
    return this.#bytes[at] === 0 && this.#bytes[at + 1] === 0 && this.#bytes[at + 2] === 1
  }
}
