import type { JournalFrame } from './scan-journal.js'

/** When things happen in a clip. */
export interface ClipTiming {
  /** Presentation time of the first frame, microseconds since the start of the run: zero in the clip. */
  readonly startUs: number
  /** Seconds, the last frame included. */
  readonly durationSec: number
  /** How long the last frame is shown; nothing follows that would show it. Seconds. */
  readonly lastFrameSec: number
  /** Seconds, rising. */
  readonly keyframesSec: readonly number[]
  /** From which key frame on a decoder shows each of them: itself, or the one before it, where it recovers by and by. */
  readonly leadInsSec: readonly number[]
  readonly lastShownSec: number
}

/** The longest that a last frame is shown: a camera sends at least one picture a second. */
const longestFrameUs = 1_000_000
const defaultFrameUs = 40_000

/** @throws RangeError without a frame */
export function clipTiming(frames: readonly JournalFrame[]): ClipTiming {
  const [first] = frames
  if (first === undefined) throw new RangeError('a clip needs a frame')
  const shown = frames.map(({ ptsUs }) => ptsUs).toSorted((a, b) => a - b)
  const [startUs = first.ptsUs] = shown
  const [beforeLast, lastUs = startUs] = shown.slice(-2).length === 2 ? shown.slice(-2) : [undefined, startUs]
  const gapUs = beforeLast === undefined ? defaultFrameUs : lastUs - beforeLast
  const lastFrameUs = Math.min(Math.max(gapUs, 1000), longestFrameUs)
  const keyframes = frames.filter(({ keyframe }) => keyframe)
  const inClip = (us: number) => (us - startUs) / 1_000_000
  return {
    startUs,
    durationSec: inClip(lastUs + lastFrameUs),
    lastFrameSec: lastFrameUs / 1_000_000,
    keyframesSec: keyframes.map(({ ptsUs }) => inClip(ptsUs)),
    leadInsSec: keyframes.map(({ ptsUs, recovers }, index) =>
      inClip((recovers === true ? keyframes[index - 1]?.ptsUs : undefined) ?? ptsUs),
    ),
    lastShownSec: inClip(lastUs),
  }
}
