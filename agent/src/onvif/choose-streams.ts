import type { VideoProfile } from './media-answers.js'

interface ChosenStreams<P> {
  readonly main: P
  /** A smaller picture of the same scene; null if there is none. */
  readonly sub: P | null
}

const recordable = ['h264', 'h265']

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
    .filter((profile) => size(profile) < size(main))
    .toSorted((a, b) => size(a) - size(b))
  return { main, sub: smaller.find((profile) => size(profile) >= leastSubPixels) ?? smaller.at(-1) ?? null }
}

/** The largest picture in a codec that we can record, or the largest where there is none; null without profiles. */
export function mainProfile<P extends VideoProfile>(profiles: readonly P[]): P | null {
  const usable = profiles.filter((profile) => isRecordable(profile))
  return (usable.length > 0 ? usable : profiles).toSorted((a, b) => size(b) - size(a))[0] ?? null
}

function isRecordable({ codec }: VideoProfile): boolean {
  return recordable.includes(codec)
}

function size(profile: VideoProfile): number {
  return profile.width * profile.height
}
