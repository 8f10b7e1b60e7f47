import type { Clock } from '../platform/clock.js'
import type { RtpReceiverOptions } from './rtp-sink.js'

/** Sources that are remembered for having been taken for ours by mistake. */
const mostOverruled = 8
/** How long ours may be under way once the camera was asked to play, ms: what sent alone until then is ours. */
const believedAfterMs = 10_000

/**
 * The sources of sessions that ended, whose packets still come: what sent before anything was asked for, and what was
 * taken for ours until that came. The announced one is never among them, nor what was taken first for want of another
 * and stayed ours for some seconds: a camera may give one name to all of its sessions.
 */
export class LeftOverSources {
  readonly #announced: number | null
  readonly #stale: ReadonlySet<number>
  readonly #clock: Clock
  /** What was taken first, and when, ms of the monotonic clock. */
  #taken: { readonly ssrc: number; readonly atMs: number } | null = null
  #overruled: readonly number[] = []

  constructor({ ssrc, stale, clock }: Pick<RtpReceiverOptions, 'ssrc' | 'stale' | 'clock'>) {
    this.#announced = ssrc
    this.#stale = stale ?? new Set()
    this.#clock = clock
  }

  has(ssrc: number): boolean {
    if (ssrc === this.#announced || this.#isBelieved(ssrc)) return false
    return this.#stale.has(ssrc) || this.#overruled.includes(ssrc)
  }

  /** It is listened to, for nothing else came. */
  took(ssrc: number): void {
    this.#taken = { ssrc, atMs: this.#clock.monotonic() }
  }

  /** It was taken for ours, and ours is another one. */
  add(ssrc: number): void {
    if (this.#taken?.ssrc === ssrc) this.#taken = null
    this.#overruled = [...this.#overruled.filter((one) => one !== ssrc), ssrc].slice(-mostOverruled)
  }

  #isBelieved(ssrc: number): boolean {
    if (this.#taken?.ssrc !== ssrc) return false
    return this.#clock.monotonic() - this.#taken.atMs >= believedAfterMs
  }
}
