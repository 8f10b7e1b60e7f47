import { mostMediaFrameBytes } from '@sightline/protocol'

/** What may wait of one stream: the newest GOP of a busy one is larger, but is taken in turns while it comes. */
const most = { pieces: 256, bytes: 2 * mostMediaFrameBytes }

/** What one stream has brought and nobody has taken yet, for other streams have their turn. */
export class Backlog {
  #pieces = 0
  #bytes = 0

  /** Nothing more is to be read until `isLow`. */
  get isFull(): boolean {
    return this.#pieces > most.pieces || this.#bytes > most.bytes
  }

  /** There is room again. */
  get isLow(): boolean {
    return this.#pieces <= most.pieces / 2 && this.#bytes <= most.bytes / 2
  }

  /** @param bytes that the piece keeps in memory */
  add(bytes: number): void {
    this.#pieces += 1
    this.#bytes += bytes
  }

  /** @param bytes as they were added */
  done(bytes: number): void {
    this.#pieces -= 1
    this.#bytes -= bytes
  }
}
