import type { TakenFrame } from './taken-frame.js'

/** Bytes that all streams of a node keep together. */
export class NodeMemory {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get used(): number {
    return this.#used
  }

  /** @returns false, and takes nothing, where there is no room */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#limit) return false
    this.#used += bytes
    return true
  }

  /** Takes it beyond the limit too: a keyframe of each stream is always kept. */
  takeAnyway(bytes: number): void {
    this.#used += bytes
  }

  free(bytes: number): void {
    this.#used -= bytes
  }
}

/**
 * The newest GOP of one stream: where somebody who joins begins. Where it does not fit, only its keyframe is kept; what
 * was begun is then no more than a still until the next one.
 */
export class GopMemory {
  readonly #node: NodeMemory
  readonly #mostBytes: number
  #frames: TakenFrame[] = []
  #bytes = 0
  #isWhole = true

  /** @param mostBytes of this stream */
  constructor(node: NodeMemory, mostBytes: number) {
    this.#node = node
    this.#mostBytes = mostBytes
  }

  /** From the keyframe on; without sound. Empty before the first keyframe. */
  get frames(): readonly TakenFrame[] {
    return this.#frames
  }

  /** False: frames behind the keyframe are missing. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  get bytes(): number {
    return this.#bytes
  }

  add(frame: TakenFrame): void {
    if (!frame.isPicture) return
    const size = frame.message.length
    if (frame.isKeyframe) {
      this.clear()
      this.#node.takeAnyway(size)
      this.#keep(frame)
      return
    }
    if (!this.#isWhole || this.#frames.length === 0) return
    if (this.#bytes + size <= this.#mostBytes && this.#node.take(size)) return this.#keep(frame)
    this.#keepKeyframeAlone()
  }

  clear(): void {
    this.#node.free(this.#bytes)
    this.#frames = []
    this.#bytes = 0
    this.#isWhole = true
  }

  #keep(frame: TakenFrame): void {
    this.#frames.push(frame)
    this.#bytes += frame.message.length
  }

  #keepKeyframeAlone(): void {
    const [keyframe] = this.#frames
    this.clear()
    this.#isWhole = false
    if (!keyframe) return
    this.#node.takeAnyway(keyframe.message.length)
    this.#keep(keyframe)
  }
}
