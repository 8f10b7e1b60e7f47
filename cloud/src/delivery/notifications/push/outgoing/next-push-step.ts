import { type DecidingSetting, noBrowser } from '../../decisions/deciding-setting.js'
import type { PushOutcome } from './push-outcome.js'
import { waitAfterPush } from './push-retry.js'

/** What follows an attempt. */
export type PushStep =
  | { readonly kind: 'sent' }
  /** `by`: the setting that keeps it from its reader; null if none does. */
  | { readonly kind: 'dropped'; readonly reason: string; readonly by: DecidingSetting | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs: number }

interface AttemptedPush {
  /** Of the browsers that it had not ended with before. */
  readonly outcomes: readonly { readonly outcome: PushOutcome }[]
  /** What earlier attempts came to. */
  readonly push: { readonly reached: readonly string[]; readonly taken: number }
  /** 1 for the first. */
  readonly attempt: number
  /** As `ageOfPush` has it, milliseconds. */
  readonly ageMs: number
  /** Between 0 (included) and 1 (excluded). */
  readonly random: number
}

/** A message that may not go out now. Whom a browser told in an earlier attempt has been told. */
export function stepWhenKeptBack(
  { taken }: AttemptedPush['push'],
  { reason, by }: { readonly reason: string; readonly by: DecidingSetting | null },
): PushStep {
  return taken > 0 ? { kind: 'sent' } : { kind: 'dropped', reason, by }
}

/** A message is tried again for the browsers whose push service failed; it is sent if one browser took it. */
export function nextPushStep({ outcomes, push, attempt, ageMs, random }: AttemptedPush): PushStep {
  const failed = outcomes.flatMap(({ outcome }) => (outcome.kind === 'failed' ? [outcome] : []))
  const [first] = failed
  if (first) {
    const asked = failed.flatMap(({ waitMs }) => (waitMs === null ? [] : [waitMs]))
    const askedMs = asked.length === 0 ? null : Math.min(...asked)
    const afterMs = waitAfterPush({ attempt, ageMs, askedMs, random })
    if (afterMs !== null) return { kind: 'retry', reason: first.reason, afterMs }
  }
  if (push.taken > 0 || outcomes.some(({ outcome }) => outcome.kind === 'taken')) return { kind: 'sent' }
  if (first) return { kind: 'failed', reason: first.reason }
  const refused = outcomes.flatMap(({ outcome }) => (outcome.kind === 'refused' ? [outcome.reason] : []))
  const [reason] = refused
  if (reason !== undefined) return { kind: 'failed', reason }
  return { kind: 'dropped', reason: noBrowser.reason, by: noBrowser }
}
