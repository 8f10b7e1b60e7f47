import type { CameraWarning, CameraWarningCode, StreamRole } from '@sightline/protocol'
import type { MotionHealth } from '../motion/motion-health.js'
import type { RunEnding, ShortRuns } from '../streams/run-lives.js'
import type { LiveStreamFacts } from '../streams/stream-connection.js'
import type { RateHistory } from './rate-history.js'
import type { SecondStreamTrouble } from './second-stream.js'

/** A stream that is received now, and what it did over the last minutes. */
export interface JudgedStream {
  readonly role: StreamRole
  readonly facts: LiveStreamFacts
  readonly history: Pick<RateHistory, 'unusualFps' | 'lostPerHundred'>
}

/** What is known of a camera that works. */
export interface JudgedCamera {
  readonly streams: readonly JudgedStream[]
  /** The stream that is recorded. */
  readonly recorded: StreamRole
  /** Its runs of the last hour that were too short for a clip; null if there were few. */
  readonly shortRuns: ShortRuns | null
  readonly isSubMissing: boolean
  /** Of a stream of its own for detection. */
  readonly trouble: SecondStreamTrouble | null
  readonly isPreRollShortened: boolean
  /** The camera's clock minus ours, seconds; null if not known. */
  readonly clockSkewSec: number | null
  readonly motion: MotionHealth | null
  /** How often a minute it tells of something that is left out for its number; null or none where nothing is. */
  readonly noisePerMinute?: number | null
}

/** Motion is seen in time up to here, seconds. */
const longGopSec = 4.5
/** No one sets that by hand: smart codecs stretch the keyframe interval while nothing moves. */
const smartGopSec = 20
/** Less says nothing: ONVIF gives whole seconds, and answers take time. */
const muchSkewSec = 5

/** One for each thing that may be done about it. */
const shortRunsCodes: Readonly<Record<RunEnding, CameraWarningCode>> = {
  format: 'short_runs_format',
  clock_set: 'short_runs_clock',
  wrong_speed: 'short_runs_timestamps',
  stands_still: 'short_runs_timestamps',
  reordered: 'short_runs_reordered',
  restarted: 'short_runs_restarted',
  connection: 'short_runs_connection',
  other: 'short_runs_other',
}

/** What of a camera that works could be better. */
export function warningsOf(camera: JudgedCamera): CameraWarning[] {
  const { trouble, clockSkewSec: skew, motion, recorded, shortRuns, noisePerMinute: noise = null } = camera
  const general: (CameraWarning | false)[] = [
    shortRuns !== null && warning(shortRunsCodes[shortRuns.ending], recorded, shortRuns.sec),
    camera.isSubMissing && warning('sub_stream_missing'),
    trouble?.kind === 'failed' && warning('sub_stream_unusable'),
    trouble?.kind === 'disturbs' && warning('detection_disturbs'),
    camera.isPreRollShortened && warning('pre_roll_shortened'),
    skew !== null && Math.abs(skew) > muchSkewSec && warning('clock_skew', null, skew),
    motion?.state === 'degraded' && warning('motion_unavailable'),
    noise !== null && warning('noisy_events', null, noise),
  ]
  return [...camera.streams.flatMap(ofStream), ...general.filter((one) => one !== false)]
}

function ofStream({ role, facts, history }: JudgedStream): CameraWarning[] {
  const { unusualFps: fps, lostPerHundred: lost } = history
  const found: (CameraWarning | false)[] = [
    fps !== null && warning('frame_rate', role, fps),
    lost !== null && warning('packet_loss', role, lost),
  ]
  return [...streamWarnings(role, facts), ...found.filter((one) => one !== false)]
}

/** What of a stream could be better, as far as a short probe shows. */
export function streamWarnings(role: StreamRole, facts: LiveStreamFacts): CameraWarning[] {
  const { gopSec: gop, gopAtLeastSec: atLeast, codec, hasBFrames, audioOffered, audio, encryption } = facts
  const isSmart = gop !== null && gop >= smartGopSec
  const found: (CameraWarning | false)[] = [
    isSmart && warning('smart_codec', role, gop),
    gop !== null && gop > longGopSec && !isSmart && warning('long_keyframe_interval', role, gop),
    gop === null && atLeast !== undefined && warning('no_second_keyframe', role, atLeast),
    hasBFrames && warning('b_frames', role),
    codec === 'h265' && warning('h265', role),
    audioOffered.length > 0 && audio === null && warning('sound_left_out', role),
    encryption === 'outdated-tls' && warning('outdated_encryption', role),
  ]
  return found.filter((one) => one !== false)
}

function warning(code: CameraWarningCode, stream: StreamRole | null = null, value: number | null = null) {
  return { code, stream, value }
}
