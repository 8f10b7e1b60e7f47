/** So much before a beginning, seconds: times of browsers are rounded. */
const beforeSec = 0.001

/**
 * Where decoding may begin of what lies in a buffer, by the times of the element. Whatever is removed, a browser removes all up
 * to the next beginning, and where there is none yet all that there is: what is played too, and nothing more is shown up to the
 * next keyframe (Media Source Extensions, coded frame removal).
 */
export class Beginnings {
  /** Seconds, the oldest first. */
  #all: readonly number[] = []

  /** A frame with which decoding may begin lies in the buffer, or is on its way there. */
  add(us: number): void {
    this.#all = [...this.#all, us / 1_000_000]
  }

  /**
   * Forgets what lies before the newest beginning up to a position.
   * @param sec position
   * @returns up to where it may be removed; null where there is nothing to remove
   */
  forgetBefore(sec: number): number | null {
    const at = this.#all.findLastIndex((one) => one <= sec)
    const first = this.#all[at]
    if (at < 1 || first === undefined) return null
    this.#all = this.#all.slice(at)
    return first - beforeSec
  }
}
