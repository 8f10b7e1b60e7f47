/**
 * What one check found:
 * - `ok`.
 * - `warn`: works, and should be examined.
 * - `fail`: something does not work, or will not.
 * - `skipped`: could not be checked, for a reason that is said elsewhere or is no fault.
 */
export type CheckState = 'ok' | 'warn' | 'fail' | 'skipped'

export interface Check {
  /** What was checked, one or two words. */
  readonly name: string
  readonly state: CheckState
  /** What was found, a line. */
  readonly says: string
  /** What to do about it; null: nothing. */
  readonly todo: string | null
}

export const ok = (name: string, says: string): Check => ({ name, state: 'ok', says, todo: null })
export const skipped = (name: string, says: string): Check => ({ name, state: 'skipped', says, todo: null })
export const warn = (name: string, says: string, todo: string): Check => ({ name, state: 'warn', says, todo })
export const fail = (name: string, says: string, todo: string): Check => ({ name, state: 'fail', says, todo })

/** A check that itself fails is a finding, with what usually helps. */
export async function runCheck(name: string, todo: string, work: () => Promise<Check>): Promise<Check> {
  try {
    return await work()
  } catch (error) {
    return fail(name, reasonOf(error), todo)
  }
}

/** The first line of an error, and of what caused it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = sentenceOf(error) || error.name
  if (!(error.cause instanceof Error)) return message
  const cause = sentenceOf(error.cause)
  return cause === '' || message.includes(cause) ? message : `${message}: ${cause}`
}

/** A name with several addresses fails with an error that has no word of its own, but one of each. */
function sentenceOf(error: Error): string {
  const own = error.message.split('\n')[0] ?? ''
  if (own !== '' || !(error instanceof AggregateError)) return own
  return error.errors.map((one: unknown) => (one instanceof Error ? sentenceOf(one) : String(one))).join('; ')
}
