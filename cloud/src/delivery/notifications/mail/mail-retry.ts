/** Seconds after each failed attempt; the last one repeats. */
const delaysSec = [10, 30, 120, 600, 1800, 3600] as const

/** A mail that no server took in this time is given up (RFC 5321, 4.5.4.1: four to five days). */
const giveUpAfterMs = 5 * 24 * 60 * 60 * 1000

/** What follows an attempt that may succeed later: the wait, or null for giving up. */
interface MailAttempt {
  /** 1 for the first. */
  readonly attempt: number
  /** Since the mail was queued. */
  readonly ageMs: number
  /** Between 0 (included) and 1 (excluded): up to a fifth of the wait is added, so that mails do not return at once. */
  readonly random: number
}

/** How long a mail waits after a temporary failure, milliseconds; null if it is too old for another attempt. */
export function waitAfter({ attempt, ageMs, random }: MailAttempt): number | null {
  if (ageMs >= giveUpAfterMs) return null
  const delaySec = delaysSec[Math.min(attempt, delaysSec.length) - 1] ?? delaysSec[0]
  return Math.round(delaySec * 1000 * (1 + random / 5))
}
