import type { Holding, NodeMemory } from './node-memory.js'
import type { TakenFrame } from './taken-frame.js'

/**
 * The newest GOP of one stream: where somebody who joins begins. Where it does not fit, only its keyframe is kept; what
 * was begun is then no more than a still until the next one.
 */
export class GopMemory implements Holding {
  readonly orgId: string
  readonly #node: NodeMemory
  readonly #mostBytes: number
  #frames: TakenFrame[] = []
  #bytes = 0
  #isWhole = true

  /** @param of.mostBytes of this stream */
  constructor(node: NodeMemory, of: { readonly orgId: string; readonly mostBytes: number }) {
    this.#node = node
    this.orgId = of.orgId
    this.#mostBytes = of.mostBytes
  }

  /** From the keyframe on; without sound. Empty before the first keyframe. */
  get frames(): readonly TakenFrame[] {
    return this.#frames
  }

  /** False: frames behind the keyframe are missing. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Of all but the keyframe. */
  get spareBytes(): number {
    return this.#bytes - (this.#frames[0]?.message.length ?? 0)
  }

  add(frame: TakenFrame): void {
    if (!frame.isPicture) return
    const size = frame.message.length
    if (frame.isKeyframe) {
      this.clear()
      this.#node.takeAnyway(this, size)
      this.#keep(frame)
      return
    }
    if (!this.#isWhole || this.#frames.length === 0) return
    if (this.#bytes + size <= this.#mostBytes && this.#node.take(this, size)) return this.#keep(frame)
    this.letGo()
  }

  clear(): void {
    this.#node.free(this, this.#bytes)
    this.#frames = []
    this.#bytes = 0
    this.#isWhole = true
  }

  /** Keeps the keyframe alone, until the next. */
  letGo(): void {
    const [keyframe] = this.#frames
    this.clear()
    this.#isWhole = false
    if (!keyframe) return
    this.#node.takeAnyway(this, keyframe.message.length)
    this.#keep(keyframe)
  }

  #keep(frame: TakenFrame): void {
    this.#frames.push(frame)
    this.#bytes += frame.message.length
  }
}
