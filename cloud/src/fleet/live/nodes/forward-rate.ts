import type { Clock } from '../../../platform/time/clock.js'
import { MessageBucket } from '../sockets/message-bucket.js'

/**
 * Each request asks PostgreSQL. A gateway that starts anew with all of its 128 streams watched at other nodes stays below it,
 * and comes again where not.
 */
const rate = { perSecond: 10, burst: 256 }
/** A bucket that was not used for so long is full again, ms. */
const fullAfterMs = (rate.burst / rate.perSecond) * 1_000

/** How often each gateway may ask for media sockets that another node may wait for. */
export class ForwardRate {
  readonly #clock: Pick<Clock, 'monotonic'>
  /** The one that was used last stands last. */
  readonly #buckets = new Map<string, { readonly bucket: MessageBucket; usedAtMs: number }>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** Those that asked of late. */
  get size(): number {
    return this.#buckets.size
  }

  /** @returns false if this one asks too often */
  take(from: string): boolean {
    const nowMs = this.#clock.monotonic()
    this.#forget(nowMs)
    const { bucket } = this.#buckets.get(from) ?? { bucket: new MessageBucket(rate, nowMs) }
    this.#buckets.delete(from)
    this.#buckets.set(from, { bucket, usedAtMs: nowMs })
    return bucket.take(nowMs)
  }

  #forget(nowMs: number): void {
    for (const [from, { usedAtMs }] of this.#buckets) {
      if (nowMs - usedAtMs < fullAfterMs) return
      this.#buckets.delete(from)
    }
  }
}
