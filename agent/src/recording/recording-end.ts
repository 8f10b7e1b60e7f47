import type { RecordingPlan } from './recording-plan.js'
import { heldSec, type Progress } from './recording-progress.js'
import type { JournalLosses } from './scan-journal.js'

/** Why a recording ended. */
export type RecordingEnd =
  | { readonly kind: 'complete' }
  /** It reached its greatest length and the cause lasts. */
  | { readonly kind: 'bound' }
  | { readonly kind: 'no_stream' }
  | { readonly kind: 'stream_lost'; readonly reason: string }
  | { readonly kind: 'stalled' }
  | { readonly kind: 'storage'; readonly reason: string }
  | { readonly kind: 'stopped' }

const noKeyframe = 'the camera sent no keyframe, and a clip begins with one'

/** Whether the pictures ended, and not what was recorded. */
export function lostPictures({ kind }: RecordingEnd): boolean {
  return kind === 'no_stream' || kind === 'stream_lost' || kind === 'stalled'
}

/** What a person reads about a clip that is shorter than asked, or missing; null if it is whole. */
export function endText(end: RecordingEnd, plan: RecordingPlan, progress: Progress | null): string | null {
  if (end.kind === 'complete' || end.kind === 'bound') {
    return progress === null ? noKeyframe : null
  }
  if (end.kind === 'no_stream') return 'there was no stream from the camera when it was triggered'
  const where = `at second ${heldSec(progress)} of ${Math.ceil((plan.untilMs - plan.fromMs) / 1000)}`
  switch (end.kind) {
    case 'stream_lost':
      return `the stream was lost ${where}: ${end.reason}`
    case 'stalled':
      return progress === null ? noKeyframe : `the camera sent no further picture ${where}`
    case 'storage':
      return `the gateway could not write the recording ${where}: ${end.reason}`
    case 'stopped':
      return `the agent was stopped ${where}`
  }
}

/** Why a clip may begin later than it should: a keyframe was awaited, or memory held less of the past. */
export type LateCause = 'keyframe' | 'memory'

const whyLate: Record<LateCause, string> = {
  keyframe: 'the camera had yet to send a keyframe',
  memory: 'the memory of the gateway did not hold them',
}

/**
 * What a person reads about a clip that begins late; null if it does not.
 * @param fromMs where it should begin, ms since the epoch
 * @param firstMs where it begins
 */
export function lateText(fromMs: number, firstMs: number, cause: LateCause): string | null {
  const sec = Math.round((firstMs - fromMs) / 1000)
  return sec < 1 ? null : `the first ${sec} s are missing: ${whyLate[cause]}`
}

/** A clip may differ from the time that it took by the larger of these; ms, and a part of that time. */
const lengthToleranceMs = 2000
const lengthTolerance = 0.2

/**
 * What a person reads about a clip that is longer or shorter than the time that it took: its camera's clock
 * runs at the wrong speed, and so does the clip. Null if it is right within two seconds or a fifth.
 */
export function lengthFault(mediaMs: number, tookMs: number): string | null {
  const allowedMs = Math.max(lengthToleranceMs, tookMs * lengthTolerance)
  if (Math.abs(mediaMs - tookMs) <= allowedMs) return null
  const sec = (ms: number) => `${Math.round(ms / 1000)} s`
  return `the camera's clock is wrong: ${sec(tookMs)} became ${sec(mediaMs)} of the clip`
}

/** What a person reads about a clip that does not hold all that its camera sent; null if it does. */
export function lossText({ damaged, missing, unwritten }: JournalLosses): string | null {
  const said = [
    ...(damaged > 0 ? [`${pictures(damaged)} damaged`] : []),
    ...(missing > 0 ? [`${pictures(missing)} missing`] : []),
  ]
  const onTheWay = 'data was lost between the camera and the gateway'
  const onDisk = 'the disk of the gateway was slower than the camera'
  const texts = [
    ...(said.length > 0
      ? [`${said.join(' and ')}: ${missing === 0 && unwritten > 0 ? onDisk : onTheWay}`]
      : []),
    ...(unwritten > 0 ? [`${pictures(unwritten)} missing: ${onDisk}`] : []),
  ]
  return texts.length === 0 ? null : texts.join('; ')
}

const pictures = (count: number): string => (count === 1 ? '1 picture is' : `${count} pictures are`)

/** The same for a recording that a crash or a power cut ended. */
export function cutText(heldSeconds: number): string {
  return heldSeconds === 0
    ? 'the gateway was interrupted before a picture was recorded'
    : `the gateway was interrupted at second ${heldSeconds} of the recording`
}
