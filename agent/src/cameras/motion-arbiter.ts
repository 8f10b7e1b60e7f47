import type { Motion } from '../motion/motion.js'
import type { EventsHealth, OnvifEvent } from '../onvif/onvif-event.js'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import type { Trigger } from '../recording/recorder.js'

interface MotionArbiterOptions {
  readonly clock: Clock
  readonly random: Random
  /** Seconds that a trigger is worth: while a movement lasts, the next comes before that. */
  readonly durationSec: () => number
  /** Whether a clip is being made, of whatever cause. */
  readonly isRecording: () => boolean
  /** Whether there are pictures to record. */
  readonly isFlowing: () => boolean
  /** The event whose recording lost its pictures, and was followed by none; null otherwise. */
  readonly cutEventId: () => string | null
  /** Makes an event, or lengthens the one in progress. Does not throw. */
  readonly trigger: (trigger: Trigger) => void
}

/** How long the camera's own event for a movement that was seen is waited for, ms. */
export const graceMs = 2000
/** A movement that was not seen for so long has ended, though no message said so, ms. */
const staleMs = 30_000
/** What the camera last reported as active may still be so for this long, ms. */
const stillActiveMs = 5000

/**
 * One event for one movement, of two that may notice it: the camera (ONVIF events) and the agent (software motion).
 *
 * - Whoever notices first makes the event; whatever comes while it records lengthens it, and so does a movement that
 *   lasts. It ends by quiet. What lasts while the pictures are lost goes on as another event once they are back, which
 *   names the one before.
 * - Software motion rests while the camera is trusted: its subscription stands, and it has reported a movement. What
 *   software sees then waits for the camera's own event, and is dropped when that comes.
 * - If that event does not come the camera has missed a movement: software makes the event, by the time at which it
 *   saw it, and the camera is not trusted again before it reports another movement.
 */
export class MotionArbiter {
  readonly #options: MotionArbiterOptions
  #isTrusted = false
  #isSubscribed = false
  /** The movement in progress, as it was seen last. */
  #lasting: { motion: Motion; seenAtMs: number } | null = null
  /** What the camera last reported as still active. */
  #lastActive: { event: OnvifEvent; atMs: number } | null = null
  /** When a recording was begun or lengthened last, monotonic, ms. */
  #triggeredAtMs = Number.NEGATIVE_INFINITY
  #cancelGrace: (() => void) | null = null
  #cancelTick: () => void = () => undefined

  constructor(options: MotionArbiterOptions) {
    this.#options = options
  }

  /** True while the camera's own events do, and software motion only watches over them. */
  get rests(): boolean {
    return this.#isTrusted && this.#isSubscribed
  }

  /** The subscription changed. */
  subscriptionChanged({ state }: Pick<EventsHealth, 'state'>): void {
    this.#isSubscribed = state === 'subscribed'
    if (!this.#isSubscribed) this.#isTrusted = false
  }

  /** The camera reports an event. */
  cameraReported(event: OnvifEvent): void {
    if (event.category === 'motion') {
      this.#isTrusted = true
      this.#endGrace()
    }
    this.#record({
      category: event.category,
      topic: event.topic,
      source: 'onvif',
      rawSource: event.rawSource || 'onvif',
      rawData: event.rawData,
      triggeredAtMs: event.arrivedAtMs,
    })
  }

  /** What the camera reported is still active. */
  cameraStillReports(event: OnvifEvent): void {
    const { clock, durationSec, isRecording } = this.#options
    this.#lastActive = { event, atMs: clock.monotonic() }
    if (!isRecording()) this.#continueEvent(event)
    else if (clock.monotonic() - this.#triggeredAtMs >= durationSec() * 500) this.#cameraReportsNow(event)
  }

  /** Pictures flow again. */
  picturesBack(): void {
    const active = this.#lastActive
    const isLate = active === null || this.#options.clock.monotonic() - active.atMs > stillActiveMs
    if (!isLate && !this.#options.isRecording()) this.#continueEvent(active.event)
  }

  /** The agent sees that a movement begins, or lasts. */
  motionDetected(motion: Motion): void {
    const { clock, isRecording, isFlowing, cutEventId } = this.#options
    const isNew = this.#lasting === null
    this.#lasting = { motion, seenAtMs: clock.monotonic() }
    // A recording that ended for want of pictures goes on as another one once they are back.
    const isCutOff = !isRecording() && isFlowing() && this.#cancelGrace === null
    if (isNew) this.#begin(motion, null)
    else if (isCutOff) this.#begin(motion, cutEventId())
  }

  /** The agent sees that it is over. */
  motionEnded(): void {
    this.#lasting = null
    this.#cancelTick()
  }

  /** Nothing is triggered any more. */
  stop(): void {
    this.motionEnded()
    this.#lastActive = null
    this.#endGrace()
  }

  /** A recording that ended otherwise had its time, or its reason. */
  #continueEvent(event: OnvifEvent): void {
    const continues = this.#options.cutEventId()
    if (continues === null || !this.#options.isFlowing()) return
    this.#cameraReportsNow({ ...event, rawData: { ...event.rawData, continues } })
  }

  #cameraReportsNow(event: OnvifEvent): void {
    this.cameraReported({ ...event, arrivedAtMs: this.#options.clock.now() })
  }

  #begin(motion: Motion, continues: string | null): void {
    const { clock, isRecording } = this.#options
    this.#cancelTick()
    this.#tickLater(motion.atMs)
    if (!this.rests || isRecording()) {
      this.#trigger(motion, motion.atMs, continues)
      return
    }
    this.#cancelGrace = clock.after(graceMs, () => {
      this.#cancelGrace = null
      this.#isTrusted = false
      this.#trigger(motion, motion.atMs, continues)
    })
  }

  /** The trigger counts from the picture, which a busy machine may have decoded late. */
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
      this.motionEnded()
      return
    }
    if (isRecording()) this.#trigger(lasting.motion, clock.now(), null)
    this.#tickLater(clock.now())
  }

  #trigger({ score, area }: Motion, atMs: number, continues: string | null): void {
    this.#record({
      category: 'motion',
      topic: 'software/motion',
      source: 'software',
      rawSource: 'software',
      rawData: { score, area, ...(continues !== null && { continues }) },
      triggeredAtMs: atMs,
    })
  }

  #record(cause: Omit<Trigger, 'eventId'>): void {
    const { clock, random, trigger } = this.#options
    this.#triggeredAtMs = clock.monotonic()
    trigger({ ...cause, eventId: random.timeId() })
  }

  #endGrace(): void {
    this.#cancelGrace?.()
    this.#cancelGrace = null
  }
}
