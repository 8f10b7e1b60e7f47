import type { VideoProfile } from './media-answers.js'

export interface ChosenStreams<P> {
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
  const usable = profiles.filter((profile) => recordable.includes(profile.codec))
  const [main] = (usable.length > 0 ? usable : profiles).toSorted((a, b) => size(b) - size(a))
  if (main === undefined) return null
  const smaller = usable
    .filter((profile) => profile.source === main.source && profile.streamUrl !== main.streamUrl)
    .filter((profile) => size(profile) < size(main))
    .toSorted((a, b) => size(a) - size(b))
  return { main, sub: smaller.find((profile) => size(profile) >= leastSubPixels) ?? smaller.at(-1) ?? null }
}

function size(profile: VideoProfile): number {
  return profile.width * profile.height
}
