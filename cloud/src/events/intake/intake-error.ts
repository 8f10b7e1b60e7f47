import { ZodError } from 'zod'
import { isSqlState, sqlState } from '../../platform/database/sqlstate.js'

/**
 * True for an error that may lie in one frame, or in what it meets, so that others can be taken meanwhile: values
 * (SQLSTATE classes 21 and 22), constraints (23), what a trigger raises (P0), a form that this release does not take, and
 * faults of this program. All else, a database that is away above all, is everybody's trouble.
 */
export function isFrameError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ZodError) return true
  return isSqlState(error, 'badRow')
}

/** True for SQLSTATE class 22: a value that cannot be stored. */
export function isValueError(error: unknown): boolean {
  return isSqlState(error, 'badValue')
}

/** What operators read of an error: no value of the frame, which messages of PostgreSQL may quote. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const state = sqlState(error)
  if (state === undefined) return `${error.name}: ${error.message}`.slice(0, 300)
  const at = ['table', 'constraint'].flatMap((key) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' ? [`${key} ${value}`] : []
  })
  return [`SQLSTATE ${state}`, ...at].join(', ')
}
