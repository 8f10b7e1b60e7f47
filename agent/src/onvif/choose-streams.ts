import type { VideoProfile } from './media-answers.js'

interface ChosenStreams<P> {
  readonly main: P
  /** A smaller picture of the same scene; null if there is none. */
  readonly sub: P | null
}

/** What is not named may be one of them: RTSP says what a stream is. */
const recordable = ['h264', 'h265', '']

/** Smaller than this, nobody is recognised. */
const leastSubPixels = 320 * 180

/**
 * Main is the largest picture in a codec that we can record; sub is the smallest useful one of the same
 * source. Names such as MainStream are no help: each maker has its own.
 * @returns null if there is no profile at all.
 */
export function chooseStreams<P extends VideoProfile & { readonly streamUrl: string }>(
  profiles: readonly P[],
): ChosenStreams<P> | null {
  const main = mainProfile(profiles)
  if (main === null) return null
  const smaller = profiles
    .filter((profile) => isRecordable(profile))
    .filter((profile) => profile.source === main.source && profile.streamUrl !== main.streamUrl)
    .filter((profile) => size(profile) > 0 && size(profile) < size(main))
    .toSorted((a, b) => size(a) - size(b))
  return { main, sub: smaller.find((profile) => size(profile) >= leastSubPixels) ?? smaller.at(-1) ?? null }
}

/**
 * The largest picture in a codec that we can record, or the largest where there is none; null without profiles. Of two
 * that are as large as far as can be said, the one that says so itself, then the one that is named first.
 */
export function mainProfile<P extends VideoProfile>(profiles: readonly P[]): P | null {
  const usable = profiles.filter((profile) => isRecordable(profile))
  const bySize = (a: P, b: P) => size(b) - size(a) || ownSize(b) - ownSize(a)
  return (usable.length > 0 ? usable : profiles).toSorted(bySize)[0] ?? null
}

function isRecordable({ codec }: VideoProfile): boolean {
  return recordable.includes(codec)
}

/** Pixels, where need be of what it shows; 0 where neither is known. */
function size(profile: VideoProfile): number {
  return ownSize(profile) || (profile.boundsPixels ?? 0)
}

function ownSize({ width, height }: VideoProfile): number {
  return width * height
}
