import type { OutgoingPushRow } from './outgoing-push.repository.js'

/** Seconds after each failed attempt; the last one repeats. */
const delaysSec = [10, 30, 120, 600, 1800] as const

/** The longest wait, also for a push service that asks for longer, milliseconds. */
const longestWaitMs = 60 * 60 * 1000

/** How long a message is worth sending, and how long push services keep it for browsers that are off, milliseconds. */
export const pushLifeMs = 24 * 60 * 60 * 1000

/** How long a message has been on its way, milliseconds: a digest since it first left, for it was closed then. @param now milliseconds since 1970 */
export function ageOfPush(
  {
    purpose,
    created_at: queuedAt,
    sealed_at: closedAt,
  }: Pick<OutgoingPushRow, 'purpose' | 'created_at' | 'sealed_at'>,
  now: number,
): number {
  const isDigest = purpose === 'digest' || purpose === 'group_digest'
  const since = isDigest ? closedAt : queuedAt
  return since === null ? 0 : Math.max(0, now - since.getTime())
}

/** What follows an attempt that may succeed later. */
interface PushAttempt {
  /** 1 for the first. */
  readonly attempt: number
  /** As `ageOfPush` has it, milliseconds. */
  readonly ageMs: number
  /** What push services asked for, milliseconds; null: nothing. */
  readonly askedMs: number | null
  /** Between 0 (included) and 1 (excluded): up to a fifth of the wait is added, so that messages do not return at once. */
  readonly random: number
}

/** How long a message waits after a temporary failure, milliseconds; null if it is too old for another attempt. */
export function waitAfterPush({ attempt, ageMs, askedMs, random }: PushAttempt): number | null {
  const delaySec = delaysSec[Math.min(attempt, delaysSec.length) - 1] ?? delaysSec[0]
  const spreadMs = Math.max(delaySec * 1000, askedMs ?? 0) * (1 + random / 5)
  const waitMs = Math.round(Math.min(spreadMs, longestWaitMs))
  return ageMs + waitMs >= pushLifeMs ? null : waitMs
}
