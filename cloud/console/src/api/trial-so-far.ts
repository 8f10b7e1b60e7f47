import type { TrialPart, TriedEvent } from './rule-trial.js'

/** What a trial found by now, newest first. */
export interface TrialSoFar {
  readonly scanned: number
  readonly complete: boolean
  /** The oldest event that was looked at. */
  readonly since: string | null
  readonly counts: TrialPart['counts']
  /** Of each heap the newest ones, of every part a hundred at most. */
  readonly matches: readonly TriedEvent[]
  readonly doubtful: readonly TriedEvent[]
  readonly nearMisses: readonly TriedEvent[]
}

/** The parts of a trial as one. A match whose cooldown began in the part before it is counted as one that tells. */
export function mergeTrials(before: TrialSoFar | null, part: TrialPart): TrialSoFar {
  const sum = (of: keyof TrialPart['counts']): number => (before?.counts[of] ?? 0) + part.counts[of]
  return {
    scanned: (before?.scanned ?? 0) + part.scanned,
    complete: part.complete,
    since: part.looked_back_to ?? before?.since ?? null,
    counts: {
      match: sum('match'),
      doubtful: sum('doubtful'),
      no_match: sum('no_match'),
      near_miss: sum('near_miss'),
      in_cooldown: sum('in_cooldown'),
      outside_rule: sum('outside_rule'),
    },
    matches: [...(before?.matches ?? []), ...part.matches],
    doubtful: [...(before?.doubtful ?? []), ...part.doubtful],
    nearMisses: [...(before?.nearMisses ?? []), ...part.near_misses],
  }
}

/** How often somebody would have been told. */
export const wouldTell = ({ counts }: Pick<TrialSoFar, 'counts'>): number => counts.match - counts.in_cooldown
