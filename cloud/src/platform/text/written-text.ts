/** Characters that are turned into bytes at once. */
const chunkLength = 32 * 1024

/** Text that is written bit by bit and kept as bytes: turning a long one into them takes as long as writing it did. */
export class WrittenText {
  readonly #chunks: Buffer[] = []
  #open = ''

  add(text: string): void {
    this.#open += text
    if (this.#open.length < chunkLength) return
    this.#chunks.push(Buffer.from(this.#open))
    this.#open = ''
  }

  /** All of it, in UTF-8. */
  bytes(): Buffer {
    return Buffer.concat([...this.#chunks, Buffer.from(this.#open)])
  }
}
