import type { Cut } from '../fakes/link/index.js'
import { Seeded } from './seeded.js'

/** How much happens in a run. */
export interface ChaosSize {
  readonly events: number
  /** The agent of the first site is killed so often. */
  readonly kills: number
  /** An ffmpeg of either site is killed so often. */
  readonly ffmpegKills: number
  /** The line of the second site breaks so often. */
  readonly cuts: number
  /** Of each of the two sites. */
  readonly cameras: number
}

/** The run of `npm run chaos`. */
export const fullSize: ChaosSize = { events: 1000, kills: 100, ffmpegKills: 50, cuts: 200, cameras: 12 }

/** A fault, once so many events were triggered. */
export type Fault =
  | { readonly kind: 'kill'; readonly after: number; readonly waitMs: number }
  | { readonly kind: 'ffmpeg'; readonly after: number }
  | { readonly kind: 'cut'; readonly after: number; readonly cut: Cut; readonly lastsMs: number }

/** What happens in a run, decided by the seed; the faults of a kind one after the other. */
export interface ChaosPlan {
  readonly kills: readonly Extract<Fault, { kind: 'kill' }>[]
  readonly ffmpegKills: readonly Extract<Fault, { kind: 'ffmpeg' }>[]
  readonly cuts: readonly Extract<Fault, { kind: 'cut' }>[]
}

/** Spreads the faults over the events. */
export function planChaos(size: ChaosSize, seed: number): ChaosPlan {
  const chance = new Seeded(seed)
  const spread = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      Math.floor(((index + chance.fraction()) * size.events) / count),
    )
  return {
    kills: spread(size.kills).map((after) => ({ kind: 'kill', after, waitMs: chance.between(0, 2500) })),
    ffmpegKills: spread(size.ffmpegKills).map((after) => ({ kind: 'ffmpeg', after })),
    cuts: spread(size.cuts).map((after) => ({
      kind: 'cut',
      after,
      cut: chance.oneOf(['reset', 'black hole', 'half-open']),
      // Longer and shorter than the silence after which the line is given up.
      lastsMs: chance.between(200, 6000),
    })),
  }
}
