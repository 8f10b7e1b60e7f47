/** A gap is usual once it was seen again within this time, ms. */
const rememberedMs = 10 * 60_000
const mostRemembered = 32

/**
 * The longest gap between pictures that is usual for a stream: the second longest of late. One alone is a moment of
 * trouble in the network and no habit of the camera, such as sending few pictures while nothing moves.
 */
export class UsualGap {
  #gaps: { readonly ms: number; readonly atMs: number }[] = []

  /** @param atMs monotonic, when the gap ended */
  note(ms: number, atMs: number): void {
    const late = this.#gaps.filter((gap) => gap.atMs > atMs - rememberedMs)
    this.#gaps = [...late, { ms, atMs }].toSorted((one, other) => other.ms - one.ms).slice(0, mostRemembered)
  }

  /** Milliseconds; 0 where none is. @param nowMs monotonic */
  longestMs(nowMs: number): number {
    const late = this.#gaps.filter((gap) => gap.atMs > nowMs - rememberedMs)
    return late[1]?.ms ?? 0
  }
}
