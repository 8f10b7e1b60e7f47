import type { Happening } from './happening.js'
import type { Stretch } from './span.js'

/**
 * What there is to see of a moment: a clip, one that is on its way or failed or expired, nothing because nothing moved, the
 * camera was off line, or it has not come yet.
 */
export type Footage = 'clip' | 'coming' | 'failed' | 'expired' | 'nothing' | 'offline' | 'future'

interface Known {
  /** By their beginning. */
  readonly happenings: readonly Happening[]
  readonly offline: readonly Stretch[]
  readonly nowMs: number
}

export function footageAt(at: number, { happenings, offline, nowMs }: Known): Footage {
  if (at > nowMs) return 'future'
  const there = happenings.filter(({ from, to }) => from <= at && at <= to)
  for (const footage of ['clip', 'coming', 'failed', 'expired'] as const)
    if (there.some((one) => footageOf(one) === footage)) return footage
  return offline.some(({ from, to }) => from <= at && at < to) ? 'offline' : 'nothing'
}

export function footageOf({ clip }: Happening): 'clip' | 'coming' | 'failed' | 'expired' {
  switch (clip) {
    case 'ready':
      return 'clip'
    case 'recording':
    case 'uploading':
      return 'coming'
    case 'failed':
    case 'expired':
      return clip
  }
}

/** A part of the line of clips. */
export interface ClipPart extends Stretch {
  readonly footage: 'clip' | 'coming' | 'expired'
}

/** The line of clips: what touches and is alike is one part. A clip that failed leaves none. @param happenings by their beginning */
export function clipLineOf(happenings: readonly Happening[]): ClipPart[] {
  const parts: ClipPart[] = []
  for (const footage of ['expired', 'coming', 'clip'] as const) {
    let last: ClipPart | undefined
    for (const one of happenings) {
      if (footageOf(one) !== footage) continue
      if (last && one.from <= last.to) {
        last = { ...last, to: Math.max(last.to, one.to) }
        parts[parts.length - 1] = last
      } else {
        last = { from: one.from, to: one.to, footage }
        parts.push(last)
      }
    }
  }
  return parts
}

/** Where somebody who goes to a moment arrives. Times are ms since the epoch. */
export type Arrival =
  /** `laterMs`: how much later it is than asked for, since nothing was recorded in between. */
  | { readonly kind: 'clip'; readonly happening: Happening; readonly at: number; readonly laterMs: number }
  /** An event whose clip cannot be played. */
  | { readonly kind: 'no-clip'; readonly happening: Happening; readonly at: number }
  /** Nothing follows that is known. */
  | { readonly kind: 'nothing'; readonly at: number }

/** @param happenings by their beginning */
export function arrivalAt(at: number, happenings: readonly Happening[]): Arrival {
  const there = happenings.filter(({ from, to }) => from <= at && at <= to)
  const playable = there.filter(isPlayable).at(-1)
  // At the very end of a clip nothing is left to play.
  if (playable && at < playable.to) return { kind: 'clip', happening: playable, at, laterMs: 0 }
  const absent = there.find(({ clip }) => clip !== 'ready')
  if (absent) return { kind: 'no-clip', happening: absent, at }
  const next = happenings.find((one) => isPlayable(one) && one.from >= at)
  if (!next) return { kind: 'nothing', at }
  return { kind: 'clip', happening: next, at: next.from, laterMs: next.from - at }
}

/** What is played after a clip: what goes on beyond its end, else what comes next. @param happenings by their beginning */
export function arrivalAfter(ended: Happening, happenings: readonly Happening[]): Arrival {
  const playable = happenings.filter((one) => isPlayable(one) && one.id !== ended.id)
  return arrivalAt(ended.to, playable)
}

const isPlayable = ({ clip, from, to }: Happening): boolean => clip === 'ready' && to > from

/** The event before or after a moment; null: there is none that is known. @param happenings by their beginning */
export function happeningBeside(
  at: number,
  happenings: readonly Happening[],
  direction: 1 | -1,
): Happening | null {
  // A second of grace: whoever goes back from an event stands at its beginning.
  const found =
    direction === 1
      ? happenings.find(({ from }) => from > at)
      : happenings.findLast(({ from }) => from < at - 1000)
  return found ?? null
}
