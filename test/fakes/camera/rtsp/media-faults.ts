import type { VideoCodec } from '../picture/annex-b.js'

/** What can be wrong with the payloads of the video. */
export type PayloadFault =
  /** Whole pictures with start codes, as in a file. */
  | 'annex-b'
  /** Bytes behind the end of the SPS. */
  | 'sps-extra-bytes'
  | 'marker-everywhere'
  | 'marker-nowhere'
  /** Fragments of a NAL unit name another type than its first one. */
  | 'fragment-type-changes'

/** What can be wrong with the timestamps of the video. */
export type VideoTimeFault =
  /** Each stands for two pictures. */
  | 'repeated'
  | 'standing'
  /** Now and then one is earlier than that before. */
  | 'backwards'
  /** They run three times as fast as they should: as of a camera that says another frame rate than it has. */
  | 'too-fast'
  /** They run at half the speed. */
  | 'too-slow'

/** Pictures now and then that bear another time, while the next one is right again. */
export interface VideoTimeStrays {
  /** How much later than it should be, seconds; below zero: earlier. */
  readonly bySec: number
  readonly everySec: number
  /** So many in a row; 1 where nothing is said. */
  readonly inRow?: number
  /** From which picture of its second on; 0 is a keyframe where there is one each second. The middle where nothing is said. */
  readonly fromPicture?: number
}

/** What can be wrong with the clock of the sound. */
export type AudioTimeFault =
  /** 10^9 ticks off from time to time, and so are its reports. */
  | 'far-off'
  /** It runs half as fast again as it says. */
  | 'too-fast'

const START_CODE = Buffer.from([0, 0, 0, 1])
const FAR_TICKS = 1_000_000_000
const FAR_EVERY_MS = 1500

/** How many frames after the first one a timestamp says that a frame is, when it should say `frames`. */
export function saidFrames(frames: number, fault: VideoTimeFault | null): number {
  switch (fault) {
    case null:
      return frames
    case 'repeated':
      return Math.floor(frames / 2) * 2
    case 'standing':
      return 0
    case 'backwards':
      return frames % 20 === 19 ? frames - 5 : frames
    case 'too-fast':
      return frames * 3
    case 'too-slow':
      return frames / 2
  }
}

/** What is added to the timestamp of a picture that strays, seconds. */
export function saidStraySec(
  { number, fps }: { readonly number: number; readonly fps: number },
  strays: VideoTimeStrays | null,
): number {
  if (strays === null) return 0
  const { bySec, everySec, inRow = 1, fromPicture = Math.floor(fps / 2) } = strays
  const every = Math.round(everySec * fps)
  const at = (number % every) - fromPicture
  return number >= every && at >= 0 && at < inRow ? bySec : 0
}

const LEVELS = { h264: [30, 31], h265: [90, 93] } as const

/** Parameter sets that say level 3.0 and level 3.1 in turn. */
export function levelsInTurn(sets: readonly Buffer[], codec: VideoCodec, turn: number): Buffer[] {
  const level = LEVELS[codec][turn % 2] ?? 0
  return sets.map((set) => {
    const [first = 0] = set
    const at = codec === 'h264' ? levelOfH264(first) : levelOfH265(set)
    if (at === null) return set
    const changed = Buffer.from(set)
    changed[at] = level
    return changed
  })
}

function levelOfH264(first: number): number | null {
  return (first & 0x1f) === 7 ? 3 : null
}

/** The twelfth byte of the profile, tier and level (H.265 section 7.3.3), behind header and first fields. */
function levelOfH265(set: Buffer): number | null {
  if ((((set[0] ?? 0) >> 1) & 0x3f) !== 33) return null
  let left = 3 + 11
  for (let at = 0; at < set.length; at++) {
    const isPrevention = at >= 2 && set[at] === 3 && set[at - 1] === 0 && set[at - 2] === 0
    if (!isPrevention && left-- === 0) return at
  }
  return null
}

/** The timestamp of a sound, in ticks after the first one, when it should be `ticks`. */
export function saidTicks(ticks: number, elapsedMs: number, fault: AudioTimeFault | null): number {
  if (fault === 'too-fast') return ticks * 1.5
  return fault === 'far-off' && Math.floor(elapsedMs / FAR_EVERY_MS) % 2 === 1 ? ticks + FAR_TICKS : ticks
}

/** How far the reports of the sound are off, milliseconds. */
export function reportOffsetMs(fault: AudioTimeFault | null): number {
  return fault === 'far-off' ? FAR_TICKS : 0
}

/** The NAL units of one picture as they leave a camera with that fault. */
export function spoiltUnits(
  sets: readonly Buffer[],
  slices: readonly Buffer[],
  fault: PayloadFault | null,
): { readonly sets: readonly Buffer[]; readonly slices: readonly Buffer[] } {
  if (fault === 'annex-b') {
    const whole = Buffer.concat([...sets, ...slices].flatMap((nal) => [START_CODE, nal]))
    return { sets: [], slices: [whole] }
  }
  if (fault === 'sps-extra-bytes') {
    return { sets: sets.map((set) => Buffer.concat([set, Buffer.from([0, 0, 0, 0])])), slices }
  }
  return { sets, slices }
}

/** Whether payload `at` of `count` bears the marker bit. */
export function marks(at: number, count: number, fault: PayloadFault | null): boolean {
  if (fault === 'marker-everywhere') return true
  return fault !== 'marker-nowhere' && at === count - 1
}

/** FU-A payloads (RFC 6184 section 5.8) whose later fragments bear another type; others stay as they are. */
export function spoiltFragments(payloads: readonly Buffer[], fault: PayloadFault | null): readonly Buffer[] {
  if (fault !== 'fragment-type-changes') return payloads
  return payloads.map((payload) => {
    const [indicator = 0, header = 0] = payload
    if ((indicator & 0x1f) !== 28 || (header & 0x80) !== 0) return payload
    const changed = Buffer.from(payload)
    changed[1] = (header & 0xe0) | 1
    return changed
  })
}
