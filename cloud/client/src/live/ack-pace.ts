import { DelayMeter } from './delay-meter.js'
import type { MediaFrame } from './media-frame.js'

/** How long a frame that came in time waits for its acknowledgement, ms; the window of the cloud has 500. */
const heldMs = 200

/** So long after the beginning, ms, nobody knows which frames come in time. */
const unknownMs = 3000

/** Two acknowledgements are at least so far apart, ms. */
export const leastApartMs = 80

/**
 * Until when what came is to be acknowledged. Reading an acknowledgement costs the cloud as much as half a frame, so that one
 * is for several frames. But what waits here counts against the window as well: frames that come late wait for that much
 * less, and those of the past, which fill the line, not at all.
 */
export class AckPace {
  readonly #delay = new DelayMeter()
  #beganAtMs: number | null = null

  /** A frame came. @returns the moment by which it is to be acknowledged, as far as it is done then, ms */
  took(
    { kind, catchUp, capturedMs }: Pick<MediaFrame, 'kind' | 'catchUp' | 'capturedMs'>,
    nowMs: number,
  ): number {
    this.#beganAtMs ??= nowMs
    if (catchUp) return nowMs
    // The times of sound and of pictures begin apart.
    if (kind !== 'audio') this.#delay.drawn(capturedMs * 1000, nowMs)
    if (nowMs - this.#beganAtMs < unknownMs) return nowMs
    return nowMs + Math.max(0, heldMs - this.#delay.behindMs)
  }

  /** Another line: what was soon on the one before says nothing. */
  clear(): void {
    this.#delay.clear()
    this.#beganAtMs = null
  }
}
