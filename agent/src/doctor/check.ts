import type { Clock } from '../platform/clock.js'
import { messageOf } from '../platform/errors.js'

/**
 * What one look found:
 * - `ok`.
 * - `warn`: works, and should be looked at.
 * - `fail`: something does not work, or will not.
 * - `skipped`: could not be looked at, for a reason that is said elsewhere or is no fault.
 */
export type CheckState = 'ok' | 'warn' | 'fail' | 'skipped'

export interface Check {
  /** What was looked at, one or two words. */
  readonly name: string
  readonly state: CheckState
  /** What was found, a sentence without its end. */
  readonly says: string
  /** What to do about it; null: nothing. */
  readonly todo: string | null
}

/** What a look finds, without its name. */
export type Finding = Omit<Check, 'name'>

export const ok = (says: string): Finding => ({ state: 'ok', says, todo: null })
export const skipped = (says: string): Finding => ({ state: 'skipped', says, todo: null })
export const warn = (says: string, todo: string): Finding => ({ state: 'warn', says, todo })
export const fail = (says: string, todo: string): Finding => ({ state: 'fail', says, todo })

/** A look that takes longer has found that something hangs, ms. */
export const lookMs = 12_000

/**
 * Looks at one thing. A look that fails or hangs is a finding too, with what usually helps: nothing of it reaches the
 * others.
 * @param todo what to do if the look itself fails
 */
export async function look(
  name: string,
  todo: string,
  clock: Clock,
  work: (signal: AbortSignal) => Promise<Finding>,
  withinMs = lookMs,
): Promise<Check> {
  const deadline = new AbortController()
  const late = fail(`gave no answer within ${withinMs / 1000} s`, todo)
  let cancel = (): void => undefined
  const tooLate = new Promise<Finding>((resolve) => {
    cancel = clock.after(withinMs, () => {
      deadline.abort(new Error('the look took too long'))
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
