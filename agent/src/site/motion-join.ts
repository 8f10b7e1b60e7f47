import type { Motion } from '../motion/motion-watch.js'
import type { EventsHealth, OnvifEvent } from '../onvif/onvif-event.js'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import type { Trigger } from '../recording/recorder.js'

export interface MotionJoinOptions {
  readonly clock: Clock
  readonly random: Random
  /** Seconds that a trigger is worth: while a movement lasts, the next comes before that. */
  readonly durationSec: () => number
  /** Whether a clip is being made, of whatever cause. */
  readonly isRecording: () => boolean
  /** Whether there are pictures to record. */
  readonly isFlowing: () => boolean
  /** Makes an event, or lengthens the one in progress. Does not throw. */
  readonly trigger: (trigger: Trigger) => void
}

/** How long the camera's own word for a movement that was seen is waited for, ms. */
export const graceMs = 2000
/** A movement that was not seen for so long does not last, though nobody said that it is over, ms. */
const staleMs = 30_000

/**
 * One event for one movement, of two that may notice it: the camera (ONVIF events) and the agent (software motion).
 *
 * - Whoever notices first makes the event; whatever comes while it records lengthens it, and so does a movement that
 *   lasts. It ends by quiet.
 * - Software motion rests while the camera is trusted: its subscription stands, and it has told of a movement. What
 *   software sees then waits for the camera's word, and is dropped when that comes.
 * - If that word does not come the camera has missed a movement: software makes the event, by the time at which it
 *   saw it, and the camera is not trusted again before it tells of another movement.
 */
export class MotionJoin {
  readonly #options: MotionJoinOptions
  #isTrusted = false
  #isSubscribed = false
  /** The movement in progress, as it was seen last. */
  #lasting: { motion: Motion; seenAtMs: number } | null = null
  #cancelGrace: (() => void) | null = null
  #cancelTick: () => void = () => undefined

  constructor(options: MotionJoinOptions) {
    this.#options = options
  }

  /** True while the camera's own events do, and software motion only watches over them. */
  get rests(): boolean {
    return this.#isTrusted && this.#isSubscribed
  }

  /** The subscription changed. */
  heard({ state }: Pick<EventsHealth, 'state'>): void {
    this.#isSubscribed = state === 'subscribed'
    if (!this.#isSubscribed) this.#isTrusted = false
  }

  /** The camera tells of something. */
  noticed(event: OnvifEvent): void {
    const { random, trigger } = this.#options
    if (event.category === 'motion') {
      this.#isTrusted = true
      this.#endGrace()
    }
    trigger({
      eventId: random.timeId(),
      category: event.category,
      topic: event.topic,
      source: 'onvif',
      rawSource: event.rawSource || 'onvif',
      rawData: event.rawData,
      triggeredAtMs: event.arrivedAtMs,
    })
  }

  /** What the camera told of lasts. */
  lasts(event: OnvifEvent): void {
    if (this.#options.isRecording()) this.noticed({ ...event, arrivedAtMs: this.#options.clock.now() })
  }

  /** The agent sees that a movement begins, or lasts. */
  saw(motion: Motion): void {
    const { clock, isRecording, isFlowing } = this.#options
    const isNew = this.#lasting === null
    this.#lasting = { motion, seenAtMs: clock.monotonic() }
    // A recording that ended for want of pictures goes on as another one once they are back.
    const isCutOff = !isRecording() && isFlowing() && this.#cancelGrace === null
    if (isNew || isCutOff) this.#begin(motion)
  }

  /** The agent sees that it is over. */
  quiet(): void {
    this.#lasting = null
    this.#cancelTick()
  }

  /** Nothing is triggered any more. */
  stop(): void {
    this.quiet()
    this.#endGrace()
  }

  #begin(motion: Motion): void {
    const { clock, isRecording } = this.#options
    this.#cancelTick()
    this.#tickLater(motion.atMs)
    if (!this.rests || isRecording()) {
      this.#trigger(motion, motion.atMs)
      return
    }
    this.#cancelGrace = clock.after(graceMs, () => {
      this.#cancelGrace = null
      this.#isTrusted = false
      this.#trigger(motion, motion.atMs)
    })
  }

  /** The trigger counts from the picture, which a busy machine may have looked at late. */
  #tickLater(triggeredAtMs: number): void {
    const { clock, durationSec } = this.#options
    const lateMs = Math.min(Math.max(clock.now() - triggeredAtMs, 0), staleMs)
    // Two seconds are enough for a trigger to be in time; what lasts makes few of them.
    const waitMs = Math.max(durationSec() - 2, durationSec() / 2) * 1000
    this.#cancelTick = clock.after(Math.max(waitMs - lateMs, 0), () => this.#tick())
  }

  /** Lengthens the recording in good time, and only one that there is. */
  #tick(): void {
    const { clock, isRecording } = this.#options
    const lasting = this.#lasting
    if (lasting === null || clock.monotonic() - lasting.seenAtMs > staleMs) {
      this.quiet()
      return
    }
    if (isRecording()) this.#trigger(lasting.motion, clock.now())
    this.#tickLater(clock.now())
  }

  #trigger({ score, area }: Motion, atMs: number): void {
    this.#options.trigger({
      eventId: this.#options.random.timeId(),
      category: 'motion',
      topic: 'software/motion',
      source: 'software',
      rawSource: 'software',
      rawData: { score, area },
      triggeredAtMs: atMs,
    })
  }

  #endGrace(): void {
    this.#cancelGrace?.()
    this.#cancelGrace = null
  }
}
