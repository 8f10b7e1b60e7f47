import type { JournalFrame } from './scan-journal.js'

/** When things happen in a clip. */
export interface ClipTiming {
  /** Presentation time of the first frame, microseconds since the start of the run: zero in the clip. */
  readonly startUs: number
  /** Seconds, the last frame included. */
  readonly durationSec: number
  /** How long the last frame is shown; nothing follows that would tell. Seconds. */
  readonly lastFrameSec: number
  /** Seconds, rising. */
  readonly keyframesSec: readonly number[]
  readonly lastShownSec: number
}

/** The longest that a last frame is shown: a camera sends at least one picture a second. */
const longestFrameUs = 1_000_000
const usualFrameUs = 40_000

/** @throws RangeError without a frame */
export function clipTiming(frames: readonly JournalFrame[]): ClipTiming {
  const [first] = frames
  if (first === undefined) throw new RangeError('a clip needs a frame')
  const shown = frames.map(({ ptsUs }) => ptsUs).toSorted((a, b) => a - b)
  const [startUs = first.ptsUs] = shown
  const [beforeLast, lastUs = startUs] = shown.slice(-2).length === 2 ? shown.slice(-2) : [undefined, startUs]
  const gapUs = beforeLast === undefined ? usualFrameUs : lastUs - beforeLast
  const lastFrameUs = Math.min(Math.max(gapUs, 1000), longestFrameUs)
  const inClip = (us: number) => (us - startUs) / 1_000_000
  return {
    startUs,
    durationSec: inClip(lastUs + lastFrameUs),
    lastFrameSec: lastFrameUs / 1_000_000,
    keyframesSec: frames.filter(({ keyframe }) => keyframe).map(({ ptsUs }) => inClip(ptsUs)),
    lastShownSec: inClip(lastUs),
  }
}
