import type { RtpReceiverOptions } from './rtp-sink.js'

/** Sources that are remembered for having been taken for ours by mistake. */
const mostOverruled = 8

/**
 * The sources of sessions that ended, whose packets still come: what sent before anything was asked for, and what was
 * taken for ours until that came. The announced one is never among them.
 */
export class LeftOverSources {
  readonly #announced: number | null
  readonly #stale: ReadonlySet<number>
  #overruled: readonly number[] = []

  constructor({ ssrc, stale }: Pick<RtpReceiverOptions, 'ssrc' | 'stale'>) {
    this.#announced = ssrc
    this.#stale = stale ?? new Set()
  }

  has(ssrc: number): boolean {
    return ssrc !== this.#announced && (this.#stale.has(ssrc) || this.#overruled.includes(ssrc))
  }

  /** It was taken for ours, and ours is another one. */
  add(ssrc: number): void {
    this.#overruled = [...this.#overruled.filter((one) => one !== ssrc), ssrc].slice(-mostOverruled)
  }
}
