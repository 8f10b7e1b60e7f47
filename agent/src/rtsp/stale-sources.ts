const mostKept = 64

/**
 * The sources that send before anything was asked to play: sessions that ended long ago, whose packets some
 * cameras go on writing into whichever connection has their old number (retina issue 17).
 */
export class StaleSources {
  readonly #seen = new Set<number>()

  get ssrcs(): ReadonlySet<number> {
    return this.#seen
  }

  /** Notes an interleaved frame, if it may be RTP. */
  note(data: Buffer, start: number, end: number): void {
    if (end - start < 12 || (data[start] ?? 0) >> 6 !== 2 || this.#seen.size >= mostKept) return
    this.#seen.add(data.readUInt32BE(start + 8))
  }
}
