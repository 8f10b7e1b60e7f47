/** Characters that are turned into bytes at once. */
const chunkLength = 32 * 1024

/** Text that is written bit by bit and kept as bytes: turning a long one into them takes as long as writing it did. */
export class WrittenText {
  readonly #chunks: Buffer[] = []
  #open = ''

  add(text: string): void {
    this.#open += text
    if (this.#open.length < chunkLength) return
    this.#chunks.push(bytesOf(this.#open))
    this.#open = ''
  }

  /** All of it, in UTF-8. */
  bytes(): Buffer {
    return Buffer.concat([...this.#chunks, bytesOf(this.#open)])
  }
}

const beyondAscii = /[\u0080-\uffff]/

/** ASCII is the same in both, and copied as it is, where UTF-8 is made sign by sign. */
const bytesOf = (text: string): Buffer => Buffer.from(text, beyondAscii.test(text) ? 'utf8' : 'latin1')
