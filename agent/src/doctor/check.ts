import type { Clock } from '../platform/clock.js'
import { messageOf } from '../platform/errors.js'

/**
 * What one check found:
 * - `ok`.
 * - `warn`: works, and deserves attention.
 * - `fail`: something does not work, or will not.
 * - `skipped`: could not be checked, for a reason that is said elsewhere or is no fault.
 */
export type CheckState = 'ok' | 'warn' | 'fail' | 'skipped'

export interface Check {
  /** What was checked, one or two words. */
  readonly name: string
  readonly state: CheckState
  /** What was found, a sentence without its end. */
  readonly says: string
  /** What to do about it; null: nothing. */
  readonly todo: string | null
}

/** What a check finds, without its name. */
export type CheckResult = Omit<Check, 'name'>

export const ok = (says: string): CheckResult => ({ state: 'ok', says, todo: null })
export const skipped = (says: string): CheckResult => ({ state: 'skipped', says, todo: null })
export const warn = (says: string, todo: string): CheckResult => ({ state: 'warn', says, todo })
export const fail = (says: string, todo: string): CheckResult => ({ state: 'fail', says, todo })

/** A check that takes longer has found that something hangs, ms. */
const checkMs = 12_000

interface CheckOptions {
  readonly name: string
  /** What to do if the check itself fails. */
  readonly todo: string
  readonly clock: Clock
  readonly withinMs?: number
}

/**
 * Checks one thing. A check that fails or hangs is a finding too, with what usually helps: nothing of it reaches the
 * others.
 */
export async function runCheck(
  { name, todo, clock, withinMs = checkMs }: CheckOptions,
  work: (signal: AbortSignal) => Promise<CheckResult>,
): Promise<Check> {
  const deadline = new AbortController()
  const late = fail(`gave no answer within ${withinMs / 1000} s`, todo)
  let cancel = (): void => undefined
  const tooLate = new Promise<CheckResult>((resolve) => {
    cancel = clock.after(withinMs, () => {
      deadline.abort(new Error('the check took too long'))
      resolve(late)
    })
  })
  try {
    return { name, ...(await Promise.race([work(deadline.signal), tooLate])) }
  } catch (error) {
    return { name, ...fail(messageOf(error).split('\n')[0] ?? '', todo) }
  } finally {
    cancel()
  }
}
