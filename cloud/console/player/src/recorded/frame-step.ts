import type { Clock } from '@sightline/client/live'

/** The first distance that is tried, seconds: no camera sends more pictures a second than this tells apart. */
const leastSec = 0.016
/** From try to try. Less than two: no picture is passed over. */
const growth = 1.5
/** Farther away no next picture is looked for. */
const mostSec = 4
/** A picture that was sought is shown within this time, ms, or is the one that was there. */
const shownWithinMs = 80

/** Goes through a video picture by picture, by the times at which they begin. */
export class FrameStep {
  readonly #video: HTMLVideoElement
  readonly #clock: Clock
  /** When the picture that is shown begins, seconds of the media. */
  #shownAt: number | null = null
  /** Between two neighbours, once there were two. */
  #spacing: number | null = null
  #turn: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(video: HTMLVideoElement, clock: Clock) {
    this.#video = video
    this.#clock = clock
    this.#watch()
  }

  /** When the picture that is shown begins, seconds; null before the first. */
  get shownAt(): number | null {
    return this.#shownAt
  }

  /** One after the other, as often as it is called. @param frames on, or back if negative */
  by(frames: number): void {
    for (let left = Math.abs(frames); left > 0; left--) {
      this.#turn = this.#turn.then(() => (frames > 0 ? this.#on() : this.#back()))
    }
  }

  close(): void {
    this.#isClosed = true
  }

  async #on(): Promise<void> {
    const from = this.#shownAt ?? this.#video.currentTime
    let distance = this.#spacing === null ? leastSec : this.#spacing * 1.2
    for (; distance < mostSec && !this.#isClosed; distance *= growth) {
      await this.#seek(Math.min(from + distance, this.#video.duration))
      if (this.#shownAt === null || this.#shownAt > from || from + distance >= this.#video.duration) return
    }
  }

  /** The picture before this one is shown until where this one begins. */
  async #back(): Promise<void> {
    const from = this.#shownAt ?? this.#video.currentTime
    await this.#seek(Math.max(0, from - 0.002))
  }

  async #seek(to: number): Promise<void> {
    if (this.#isClosed || !Number.isFinite(to)) return
    const sought = new Promise<void>((resolve) => {
      this.#video.addEventListener('seeked', () => resolve(), { once: true })
      this.#clock.after(5000, resolve)
    })
    const before = this.#shownAt
    this.#video.currentTime = to
    await sought
    await new Promise<void>((resolve) => this.#clock.after(shownWithinMs, resolve))
    const gap = before === null || this.#shownAt === null ? 0 : Math.abs(this.#shownAt - before)
    if (gap > 0.001 && gap < (this.#spacing ?? 1)) this.#spacing = gap
  }

  #watch(): void {
    this.#video.requestVideoFrameCallback((_now, { mediaTime }) => {
      if (this.#isClosed) return
      this.#shownAt = mediaTime
      this.#watch()
    })
  }
}
