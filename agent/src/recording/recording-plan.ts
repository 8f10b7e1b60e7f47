import { type PacketSource, presentedAtMs } from '../stream/packet.js'

/** How a camera records. */
export interface RecordingSettings {
  /** Seconds before the trigger, 0 to 10. */
  readonly preSec: number
  /** Seconds after the duration, 0 to 10. */
  readonly postSec: number
  /** Seconds from a trigger on, unless it says otherwise, 5 to 120. */
  readonly durationSec: number
}

/** What a recording shall hold; wall clock of the stream, ms since the epoch. */
export interface RecordingPlan {
  /** It begins with the key frame at or before this. */
  readonly fromMs: number
  readonly untilMs: number
  /** It lasts at most this long, ms; what goes beyond is another recording. */
  readonly mostMs: number
}

/** The plan of a recording that a trigger begins. */
export function planOf(
  triggerMs: number,
  durationSec: number,
  settings: RecordingSettings,
  mostMs: number,
): RecordingPlan {
  return {
    fromMs: triggerMs - settings.preSec * 1000,
    untilMs: triggerMs + (durationSec + settings.postSec) * 1000,
    mostMs,
  }
}

/** A further trigger lengthens a recording and never shortens it. */
export function extended(
  plan: RecordingPlan,
  triggerMs: number,
  durationSec: number,
  settings: RecordingSettings,
): RecordingPlan {
  const untilMs = triggerMs + (durationSec + settings.postSec) * 1000
  return untilMs > plan.untilMs ? { ...plan, untilMs } : plan
}

/** Seconds that the clip is expected to last, rounded up. */
export function expectedSec(plan: RecordingPlan): number {
  return Math.ceil(Math.min(plan.untilMs - plan.fromMs, plan.mostMs) / 1000)
}

/** A trigger is late by the way of its message only; an older time is a clock that is wrong. */
export const latestTriggerMs = 30_000

/** Beyond this the wall clock was stepped while the stream went on. */
const steppedMs = 10_000

/**
 * When a trigger happened, in the time of the stream. Frames carry the wall clock as it was when their run
 * began; should the wall clock have been set since, the trigger's time is taken back by the same step.
 * @param newestMs presentation time of the newest frame, or null if there is none.
 */
export function triggerInStream(triggeredAtMs: number, nowMs: number, newestMs: number | null): number {
  const ageMs = Math.min(Math.max(nowMs - triggeredAtMs, 0), latestTriggerMs)
  const streamNowMs = newestMs === null || Math.abs(newestMs - nowMs) < steppedMs ? nowMs : newestMs
  return streamNowMs - ageMs
}

/**
 * Presentation time of the newest picture of the run in progress, ms since the epoch, or null if it has none. Between two
 * runs what is kept is of the one that is over, and says nothing of now.
 */
export function newestInProgressMs(source: PacketSource): number | null {
  const newest = source.newestGop().at(-1)
  return newest !== undefined && newest.run.id === source.currentRun()?.id ? presentedAtMs(newest) : null
}

/** The same plan after the wall clock was set by `stepMs`. */
export function steppedBy(plan: RecordingPlan, stepMs: number): RecordingPlan {
  return { ...plan, fromMs: plan.fromMs + stepMs, untilMs: plan.untilMs + stepMs }
}
