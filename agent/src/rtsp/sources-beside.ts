/** Sources that are remembered for having sent beside ours. */
const mostBeside = 32
/** Behind so many of them ours sent another picture, and they are strangers: the first one may follow the last of ours. */
const strangerAfter = 2

/** Who sent while ours sent on. */
export class SourcesBeside {
  /** Those that came since ours sent its last picture. */
  readonly #noted = new Set<number>()
  /** How often ours sent another picture behind theirs, the one that was heard last at the end. */
  readonly #times = new Map<number, number>()

  has(ssrc: number): boolean {
    return (this.#times.get(ssrc) ?? 0) >= strangerAfter
  }

  came(ssrc: number): void {
    if (this.#noted.size < mostBeside) this.#noted.add(ssrc)
  }

  /** Ours sent another picture. @returns those that are strangers by it */
  outlasted(): readonly number[] {
    const strangers: number[] = []
    for (const ssrc of this.#noted) {
      const times = (this.#times.get(ssrc) ?? 0) + 1
      this.#times.delete(ssrc)
      this.#times.set(ssrc, Math.min(times, strangerAfter))
      if (times >= strangerAfter) strangers.push(ssrc)
    }
    this.#noted.clear()
    for (const ssrc of this.#times.keys()) {
      if (this.#times.size <= mostBeside) break
      this.#times.delete(ssrc)
    }
    return strangers
  }

  /** It is listened to, whatever it is: it does not send beside itself. */
  heard(ssrc: number): void {
    this.#noted.delete(ssrc)
  }

  forget(ssrc: number): void {
    this.#noted.delete(ssrc)
    this.#times.delete(ssrc)
  }
}
