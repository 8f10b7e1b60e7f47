import { liveLimits } from '@sightline/protocol'
import type { TakenFrame } from '../frames/taken-frame.js'
import { AckWindow } from './ack-window.js'
import { flowing, isTooSlow, judgeFrame, type Line, overflowed, type Pace } from './pace.js'

/** How a frame goes out. */
export interface Sending {
  readonly sequence: number
  readonly discontinuity: boolean
  readonly catchUp: boolean
}

export interface QueueDeps {
  now(): number
  /** The line at this moment, but for the age. */
  line(): Omit<Line, 'ageMs'>
  /** True while the line takes more of a burst at once. */
  takesBurst(): boolean
  send(frame: TakenFrame, how: Sending): void
  skipped(): void
  /** The newest GOP of what is sent, as far as it is wanted; empty where that is not whole. */
  newest(): readonly TakenFrame[]
}

/** A burst that the line had no room for so long is given up: a newer keyframe is better, ms. */
const burstLivesMs = 1_500
/** So long a burst may last in all: a line that takes a little of it again and again never gets to what is live, ms. */
const burstLastsMs = 10_000

/**
 * The frames of one subscription on their way out. What lies in the past, at a join, goes in a burst as the line takes it; a
 * viewer that does not acknowledge gets nothing more until the next keyframe.
 */
export class FrameQueue {
  readonly #deps: QueueDeps
  readonly #window = new AckWindow()
  #pace: Pace = flowing
  /** What waits to go out in a burst, from a keyframe on. */
  #burst: TakenFrame[] = []
  #burstBytes = 0
  /** Given up then, if the line takes none of it until then. */
  #burstUntilMs = 0
  #burstEndsAtMs = 0
  /** The next frame that goes out has nothing before it that it continues. */
  #isGap = false
  /** Nothing goes out until the next keyframe, and that is nobody's fault. */
  #awaitsKeyframe = true
  /** Pictures alone. */
  #lastSent: TakenFrame | null = null

  constructor(deps: QueueDeps) {
    this.#deps = deps
  }

  /** Age of the oldest frame without acknowledgement, ms. */
  get ageMs(): number {
    return this.#window.ageMs(this.#deps.now())
  }

  get isSkipping(): boolean {
    return this.#pace.skippingSinceMs !== null
  }

  get isTooSlow(): boolean {
    return isTooSlow(this.#pace, this.#deps.now())
  }

  /** Begins anew: with a GOP, of which only the keyframe may be there, or with nothing. */
  begin(frames: readonly TakenFrame[], isWhole: boolean): void {
    this.#beginBurst(frames)
    this.#awaitsKeyframe = frames.length === 0 || !isWhole
    this.#isGap = this.#lastSent !== null
    this.flush()
  }

  /** What is too slow for the viewer was taken away: overflows are counted from nothing. */
  forgive(): void {
    this.#pace = { ...this.#pace, overflowsMs: [] }
  }

  /** The next frame of the stream. */
  add(frame: TakenFrame): void {
    if (this.#awaitsKeyframe && frame.isPicture) {
      if (!frame.isKeyframe) return
      this.#awaitsKeyframe = false
      if (this.#lastSent !== null) this.#isGap = true
    }
    if (this.#awaitsKeyframe) return
    if (this.#burst.length > 0) return this.#addToBurst(frame)
    this.#judge(frame, frame.catchUp)
  }

  /** @returns how long ago the frame was sent, ms; null for one that was never sent */
  acknowledge(sequence: number): number | null {
    const sentAgoMs = this.#window.acknowledge(sequence, this.#deps.now())
    if (sentAgoMs === null) return null
    if (this.isSkipping && this.#window.hasComeBack && this.#hasRoom()) this.#goOn()
    this.flush()
    return sentAgoMs
  }

  /** Sends of the burst what the line takes now. */
  flush(): void {
    if (this.#burst.length === 0) return
    if (this.#deps.now() > Math.min(this.#burstUntilMs, this.#burstEndsAtMs)) return this.#giveUpBurst()
    let sent = 0
    for (const frame of this.#burst) {
      if (!this.#deps.takesBurst() || (frame.isKeyframe && !this.#hasRoom())) break
      sent += 1
      if (!this.#judge(frame, true)) return
    }
    if (sent === 0) return
    this.#hold(this.#burst.slice(sent))
    this.#burstUntilMs = this.#deps.now() + burstLivesMs
  }

  /** The line was silent, and is not: what was left out follows, for it is not too thin for that. */
  #goOn(): void {
    const newest = this.#deps.newest()
    const [first] = newest
    if (!first) return
    const last = newest.findIndex((frame) => frame === this.#lastSent)
    // It counts as an overflow still: a page that is too busy falls silent again and again.
    this.#pace = { ...this.#pace, skippingSinceMs: null }
    this.#isGap = last === -1
    this.#beginBurst(newest.slice(last + 1))
  }

  #beginBurst(frames: readonly TakenFrame[]): void {
    this.#hold(frames)
    const nowMs = this.#deps.now()
    this.#burstUntilMs = nowMs + burstLivesMs
    this.#burstEndsAtMs = nowMs + burstLastsMs
  }

  #hold(frames: readonly TakenFrame[]): void {
    this.#burst = [...frames]
    this.#burstBytes = frames.reduce((sum, { message }) => sum + message.length, 0)
  }

  #addToBurst(frame: TakenFrame): void {
    // A newer keyframe makes all before it needless.
    if (frame.isKeyframe) this.#holdBack(frame)
    else if (frame.isPicture) {
      this.#burst.push(frame)
      this.#burstBytes += frame.message.length
    }
    this.flush()
    if (this.#burstBytes > liveLimits.gopBytes) this.#giveUpBurst()
  }

  #holdBack(keyframe: TakenFrame): void {
    for (const _ of this.#burst) this.#deps.skipped()
    this.#isGap = this.#lastSent !== null
    // What waits in its place has waited as long: a line that takes nothing shows.
    this.#hold([keyframe])
  }

  #giveUpBurst(): void {
    for (const _ of this.#burst) this.#deps.skipped()
    this.#hold([])
    this.#pace = overflowed(this.#pace, this.#deps.now())
  }

  #hasRoom(): boolean {
    const { windowMs, isFull } = this.#deps.line()
    return this.ageMs <= windowMs && !isFull
  }

  /** @returns false if the frame was left out */
  #judge(frame: TakenFrame, catchUp: boolean): boolean {
    const nowMs = this.#deps.now()
    const line = { ...this.#deps.line(), ageMs: this.#window.ageMs(nowMs) }
    const { pace, verdict } = judgeFrame(this.#pace, line, { isKeyframe: frame.isKeyframe, nowMs })
    if (!this.isSkipping && pace.skippingSinceMs !== null) this.#window.forgetSilence()
    this.#pace = pace
    if (verdict === 'skip') {
      this.#beginBurst(frame.isKeyframe ? [frame] : [])
      this.#isGap = true
      if (!frame.isKeyframe) this.#deps.skipped()
      return false
    }
    const discontinuity =
      frame.isPicture && (frame.discontinuity || this.#isGap || verdict === 'send_after_gap')
    if (frame.isPicture) {
      this.#isGap = false
      this.#lastSent = frame
    }
    const sequence = this.#window.send(nowMs, frame.message.length)
    this.#deps.send(frame, { sequence, discontinuity, catchUp })
    return true
  }
}
