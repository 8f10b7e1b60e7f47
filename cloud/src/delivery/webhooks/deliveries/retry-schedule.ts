/** Seconds to wait after each failed attempt (interface: Delivery rules; DESIGN: retries). */
const retryDelaysSec = [1, 5, 30, 300, 3600] as const

/** Attempts of one delivery at most: the first and its retries. */
export const maxAttempts = retryDelaysSec.length + 1

/** The longest wait, whoever asks for it, milliseconds. */
const longestWaitMs = 3_600_000

/** How an attempt ended. `status` is the receiver's answer, or null if none came. */
interface AttemptOutcome {
  readonly status: number | null
  /** The wait that the receiver asked for, an hour at most, milliseconds; null: none. */
  readonly askedMs: number | null
}

/** What follows an attempt. */
export type NextStep =
  | { kind: 'delivered' }
  | { kind: 'retry'; afterMs: number }
  /** The receiver refused for good: 401 and 403 stop all retries. */
  | { kind: 'refused' }
  /** 410: nobody is there any more, for this delivery or any other. */
  | { kind: 'gone' }
  | { kind: 'exhausted' }

/** Whether a receiver's answer means that it has the message. @param status null: none came */
export function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/**
 * Decides what follows the `attempt`-th attempt (1 for the first). A 2xx is success; a redirect is a failure.
 * Up to a fifth of each delay is added at random, so that many deliveries do not return at once. A receiver that asks for
 * a longer wait gets it. No wait is longer than an hour: the last one has what the earlier ones had at random.
 * @param random between 0 (included) and 1 (excluded)
 */
export function afterAttempt(attempt: number, outcome: AttemptOutcome, random: number): NextStep {
  const { status, askedMs } = outcome
  if (isTaken(status)) return { kind: 'delivered' }
  if (status === 401 || status === 403) return { kind: 'refused' }
  if (status === 410) return { kind: 'gone' }
  const delaySec = retryDelaysSec[attempt - 1]
  if (delaySec === undefined) return { kind: 'exhausted' }
  const delayMs = delaySec * 1000
  const spreadMs = (delayMs * random) / 5
  const waitMs = Math.max(delayMs, askedMs ?? 0) + spreadMs
  return { kind: 'retry', afterMs: Math.round(Math.min(waitMs, longestWaitMs)) }
}
