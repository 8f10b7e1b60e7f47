import type { RtpReceiverOptions } from './rtp-sink.js'
import { SourcesBeside } from './sources-beside.js'

/** Sources that are remembered for having been taken for ours by mistake. */
const mostOverruled = 8
/** How long ours may be under way once the camera was asked to play, ms: what sent alone until then is ours. */
const believedAfterMs = 10_000

/**
 * The sources that are not ours: those of sessions that ended, whose packets still come (what sent before anything was asked
 * for, and what was taken for ours until that came), and who sent beside ours. The announced one is never among them, nor
 * what was taken for want of another and stayed ours for some seconds: a camera may give one name to all of its sessions.
 */
export class LeftOverSources {
  readonly #announced: number | null
  readonly #stale: ReadonlySet<number>
  readonly #clock: RtpReceiverOptions['clock']
  readonly #beside = new SourcesBeside()
  /** What was taken all the same, and when, ms of the monotonic clock. */
  #taken: ReadonlyMap<number, number> = new Map()
  #overruled: readonly number[] = []

  constructor({ ssrc, stale, clock }: Pick<RtpReceiverOptions, 'ssrc' | 'stale' | 'clock'>) {
    this.#announced = ssrc
    this.#stale = stale ?? new Set()
    this.#clock = clock
  }

  has(ssrc: number): boolean {
    if (ssrc === this.#announced || this.#isBelieved(ssrc)) return false
    return this.#stale.has(ssrc) || this.#overruled.includes(ssrc) || this.#beside.has(ssrc)
  }

  /** It is listened to, for nothing else came. */
  took(ssrc: number): void {
    this.#beside.heard(ssrc)
    const others = [...this.#taken].filter(([one]) => one !== ssrc)
    this.#taken = new Map([...others, [ssrc, this.#clock.monotonic()] as const].slice(-mostOverruled))
  }

  /** It was taken for ours, and ours is another one. */
  add(ssrc: number): void {
    this.#disbelieve(ssrc)
    this.#overruled = [...this.#overruled.filter((one) => one !== ssrc), ssrc].slice(-mostOverruled)
  }

  /** It sent, and ours sends on. */
  cameBeside(ssrc: number): void {
    this.#beside.came(ssrc)
  }

  /** Ours sends another picture. */
  oursSendsOn(): void {
    for (const ssrc of this.#beside.outlasted()) this.#disbelieve(ssrc)
  }

  /** It goes on where ours ended: whatever it sent beside ours, it is ours. */
  foundOurs(ssrc: number): void {
    this.#beside.forget(ssrc)
  }

  #disbelieve(ssrc: number): void {
    this.#taken = new Map([...this.#taken].filter(([one]) => one !== ssrc))
  }

  #isBelieved(ssrc: number): boolean {
    const atMs = this.#taken.get(ssrc)
    return atMs !== undefined && this.#clock.monotonic() - atMs >= believedAfterMs
  }
}
