import type { RecordingPlan } from './recording-plan.js'

/** A frame of video as far as it decides about a recording; ms since the start of its run. */
export interface Frame {
  readonly ptsMs: number
  readonly dtsMs: number
  readonly keyframe: boolean
}

/** What a recording holds so far. */
export interface Progress {
  readonly firstPtsMs: number
  readonly newestPtsMs: number
  readonly newestDtsMs: number
  readonly newestKeyframeMs: number
  /** Between the last two key frames; null until there were two. */
  readonly gopMs: number | null
  /** Whether frames come in another order than they are shown in. */
  readonly reordered: boolean
}

/**
 * What to do with a frame.
 * - `skip`: it belongs to no recording yet, or was taken before.
 * - `take`, `take_last`: into the clip; after the last one the clip is whole.
 * - `end`: the clip was whole before it.
 * - `continue`: the clip ends before it because of its length, the next one begins with the next key frame,
 *   which may be this one.
 */
export type Verdict = 'skip' | 'take' | 'take_last' | 'end' | 'continue'

interface RunBounds {
  /** Wall clock at pts 0 of the run. */
  readonly startedAtMs: number
  /** Only frames later than this begin the clip; null for no such bound. */
  readonly afterPtsMs: number | null
}

/** @param progress null before the first frame. */
export function judge(
  plan: RecordingPlan,
  progress: Progress | null,
  frame: Frame,
  { startedAtMs, afterPtsMs }: RunBounds,
): Verdict {
  if (progress === null) {
    return frame.keyframe && (afterPtsMs === null || frame.ptsMs > afterPtsMs) ? 'take' : 'skip'
  }
  if (frame.dtsMs <= progress.newestDtsMs) return 'skip'
  // Shown before the key frame that the clip begins with, so it may need what came before that (H.265: RASL).
  if (frame.ptsMs < progress.firstPtsMs) return 'skip'
  const untilMs = plan.untilMs - startedAtMs
  const boundMs = progress.firstPtsMs + plan.mostMs
  if (untilMs > boundMs) return isCut(progress, frame, boundMs) ? 'continue' : 'take'
  // With reordering the clip is whole only before a picture that is shown later than all before it: what is shown
  // between those has come by then. Decoding times do not show it: cameras promise deeper reordering than they do.
  if (progress.reordered || frame.ptsMs !== frame.dtsMs) {
    return progress.newestPtsMs >= untilMs && frame.ptsMs > progress.newestPtsMs ? 'end' : 'take'
  }
  if (progress.newestPtsMs >= untilMs) return 'end'
  return frame.ptsMs >= untilMs ? 'take_last' : 'take'
}

/** At the last key frame that leaves no further one before the bound, so that no frame is lost between. */
function isCut(progress: Progress, frame: Frame, boundMs: number): boolean {
  if (frame.dtsMs >= boundMs) return true
  return frame.keyframe && frame.ptsMs + gopAt(progress, frame) > boundMs
}

/** The longer of the last two distances of key frames: cameras that vary it vary it slowly. */
function gopAt(progress: Progress, keyframe: Frame): number {
  return Math.max(progress.gopMs ?? 0, keyframe.ptsMs - progress.newestKeyframeMs)
}

export function advanced(progress: Progress | null, frame: Frame): Progress {
  if (progress === null) {
    return {
      firstPtsMs: frame.ptsMs,
      newestPtsMs: frame.ptsMs,
      newestDtsMs: frame.dtsMs,
      newestKeyframeMs: frame.ptsMs,
      gopMs: null,
      reordered: frame.ptsMs !== frame.dtsMs,
    }
  }
  return {
    firstPtsMs: progress.firstPtsMs,
    newestPtsMs: Math.max(progress.newestPtsMs, frame.ptsMs),
    newestDtsMs: frame.dtsMs,
    newestKeyframeMs: frame.keyframe ? frame.ptsMs : progress.newestKeyframeMs,
    gopMs: frame.keyframe ? frame.ptsMs - progress.newestKeyframeMs : progress.gopMs,
    reordered: progress.reordered || frame.ptsMs !== frame.dtsMs,
  }
}

/** Whole seconds that a clip holds. */
export function heldSec(progress: Progress | null): number {
  return progress === null ? 0 : Math.round((progress.newestPtsMs - progress.firstPtsMs) / 1000)
}
