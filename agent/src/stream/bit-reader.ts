/** Reads the bits of a NAL unit's payload, stepping over emulation prevention bytes (H.264 section 7.4.1). */
export class BitReader {
  readonly #data: Uint8Array
  #at: number
  #bit = 0
  #zeros = 0
  #taken: number

  /** @param start the first byte to read. */
  constructor(data: Uint8Array, start: number) {
    this.#data = data
    this.#at = start
    this.#taken = start * 8
  }

  /** Bits before the next one, with those before the start and without emulation prevention. */
  get position(): number {
    return this.#taken
  }

  /** @throws RangeError at the end of the data. */
  readBit(): number {
    if (this.#bit === 0 && this.#zeros >= 2 && this.#data[this.#at] === 3) {
      this.#at++
      this.#zeros = 0
    }
    const byte = this.#data[this.#at]
    if (byte === undefined) throw new RangeError('the parameter set ends too early')
    const value = (byte >> (7 - this.#bit)) & 1
    this.#bit = (this.#bit + 1) & 7
    this.#taken++
    if (this.#bit === 0) {
      this.#zeros = byte === 0 ? this.#zeros + 1 : 0
      this.#at++
    }
    return value
  }

  /** An unsigned number of up to 32 bits. */
  readBits(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) value = value * 2 + this.readBit()
    return value
  }

  skip(count: number): void {
    for (let index = 0; index < count; index++) this.readBit()
  }

  /** Exp-Golomb code, unsigned (H.264 section 9.1). @throws RangeError if it is longer than 32 bits. */
  readUnsigned(): number {
    let zeros = 0
    while (this.readBit() === 0) {
      if (++zeros > 31) throw new RangeError('a number in the parameter set is too long')
    }
    return 2 ** zeros - 1 + this.readBits(zeros)
  }

  readSigned(): number {
    const code = this.readUnsigned()
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2
  }
}
