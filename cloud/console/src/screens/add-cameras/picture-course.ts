/** How asking for newer pictures of a camera goes on. */
export interface Course {
  readonly looks: number
  /** In a row. */
  readonly failed: number
}

export const begun: Course = { looks: 0, failed: 0 }

/** What came of one look. `auth`: the camera does not accept the account any more. */
export type LookEnd = 'picture' | 'auth' | 'fault' | 'line' | 'many'

/** Between two looks at least, ms: some twenty a minute of the sixty that an organisation has. */
export const leastRestMs = 1_500
const afterFailureMs = 3_000
/** The service was asked too often: others look as well, ms. */
const afterTooManyMs = 15_000
/** Some three minutes: who aims a camera for longer presses once more. */
const mostLooks = 60
const mostFailed = 2

/**
 * Whether and when to look again. A gateway is kept busy for half of the time at most, and an account that was refused is not
 * tried a second time: cameras lock it.
 * @param tookMs how long the look took
 * @returns null: this was the last one
 */
export function afterLook(
  { looks, failed }: Course,
  end: LookEnd,
  tookMs: number,
): { readonly course: Course; readonly restMs: number } | null {
  const count = looks + 1
  if (end === 'auth' || count >= mostLooks) return null
  if (end === 'picture') return { course: { looks: count, failed: 0 }, restMs: Math.max(leastRestMs, tookMs) }
  if (failed + 1 >= mostFailed) return null
  return {
    course: { looks: count, failed: failed + 1 },
    restMs: end === 'many' ? afterTooManyMs : afterFailureMs,
  }
}
