/** Failed logins in a row that lock an address, and the window in which they count (interface: Limits). */
export const lockoutLimits = { failures: 5, windowMs: 15 * 60_000 } as const

/** What is known of an address's failed logins. */
export interface LoginFailures {
  readonly failures: number
  readonly windowStartedAt: Date
  readonly lockedUntil: Date | null
}

/** True while the address is locked. */
export function isLocked(known: LoginFailures | undefined, now: Date): boolean {
  return (known?.lockedUntil ?? null) !== null && now < (known?.lockedUntil ?? now)
}

/**
 * What is known after one more failure: the fifth within the window locks for as long as the window lasts. While locked
 * nothing counts, be it right or wrong: nobody can hold an address locked for ever.
 */
export function afterFailure(known: LoginFailures | undefined, now: Date): LoginFailures {
  if (known && isLocked(known, now)) return known
  const isOver = now.getTime() - (known?.windowStartedAt.getTime() ?? 0) >= lockoutLimits.windowMs
  const fresh = !known || isOver
  const failures = fresh ? 1 : known.failures + 1
  return {
    failures,
    windowStartedAt: fresh ? now : known.windowStartedAt,
    lockedUntil: failures >= lockoutLimits.failures ? new Date(now.getTime() + lockoutLimits.windowMs) : null,
  }
}
