/** So many are remembered, those that were ours last. */
const mostFormer = 8

/**
 * Sources that were silent for so long that another one was taken for them, the first one first. Each is taken back as soon as
 * it sends again: who was taken since was a stranger.
 */
export class FormerSources {
  #names: readonly number[] = []

  has(ssrc: number): boolean {
    return this.#names.includes(ssrc)
  }

  /** Another one is taken for it. */
  left(ssrc: number): void {
    this.#names = [...this.#names.filter((name) => name !== ssrc), ssrc].slice(-mostFormer)
  }

  /** @returns whether it was one of them */
  tookBack(ssrc: number): boolean {
    const at = this.#names.indexOf(ssrc)
    if (at >= 0) this.#names = this.#names.slice(0, at)
    return at >= 0
  }

  /** Ours is certain: who was taken for it before was none. */
  clear(): void {
    this.#names = []
  }
}
